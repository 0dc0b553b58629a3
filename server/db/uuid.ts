const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CHARACTERS = 26;
const BYTES = 16;
const VALUES = new Uint8Array(128);
for (let value = 0; value < ALPHABET.length; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const PAIRS = Array.from({ length: 1024 }, (_, value) => `${ALPHABET[value >> 5]}${ALPHABET[value & 31]}`);

export function uuidBytes(id: string): Uint8Array<ArrayBuffer> {
  const start = id.length - CHARACTERS;
  const bytes = new Uint8Array(BYTES);
  // 26 characters hold 130 bits; the first two are zero.
  let [bits, held, at] = [VALUES[id.charCodeAt(start)] ?? 0, 3, 0];
  for (let index = start + 1; index < id.length; index += 1) {
    bits = ((bits << 5) | (VALUES[id.charCodeAt(index)] ?? 0)) & 0xfff;
    held += 5;
    if (held >= 8) {
      held -= 8;
      bytes[at] = (bits >>> held) & 0xff;
      at += 1;
    }
  }
  return bytes;
}

export function idOfBytes(prefix: string, bytes: Uint8Array): string {
  const byte = (index: number): number => bytes[index] ?? 0;
  let text = `${prefix}_${PAIRS[byte(0)]}`;
  for (let at = 1; at < BYTES; at += 5) {
    const [second, third, fourth] = [byte(at + 1), byte(at + 2), byte(at + 3)];
    text += PAIRS[(byte(at) << 2) | (second >> 6)];
    text += PAIRS[((second & 63) << 4) | (third >> 4)];
    text += PAIRS[((third & 15) << 6) | (fourth >> 2)];
    text += PAIRS[((fourth & 3) << 8) | byte(at + 4)];
  }
  return text;
}

/** The form of RFC 9562. */
export function uuidText(id: string): string {
  const hex = Array.from(uuidBytes(id), (byte) => HEX[byte]).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const idOfText = (prefix: string, uuid: string): string =>
  idOfBytes(prefix, Buffer.from(uuid.replaceAll('-', ''), 'hex'));
