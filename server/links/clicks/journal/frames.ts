import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const MAGIC = Buffer.from('SBJ1');
/** Names the secret key, so that another can follow it. */
const KEY_VERSION = 1;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const CHECK_BYTES = 8;
const SALT_AT = MAGIC.length + 1;
const CHECK_AT = SALT_AT + SALT_BYTES;
/** Magic, key version, salt, and a check that the secret key is the one that sealed. */
export const HEADER_BYTES = CHECK_AT + CHECK_BYTES;

const MARKER = Buffer.from([0xd5, 0x53, 0x42, 0x46]);
/** Marker, u32 length of the ciphertext, u64 counter. */
const PREFIX_BYTES = 16;
const TAG_BYTES = 16;
/** Most bytes of a frame: what is longer a reader takes for damage. */
export const MOST_FRAME_BYTES = 256 * 1024;

// Fresh memory for each frame costs more than its encryption.
const textRoom = Buffer.allocUnsafeSlow(MOST_FRAME_BYTES);
const frameRoom = Buffer.allocUnsafeSlow(MOST_FRAME_BYTES);

/** The text as UTF-8, until the next call. */
const encoded = (text: string): Buffer =>
  text.length * 3 > MOST_FRAME_BYTES ? Buffer.from(text) : textRoom.subarray(0, textRoom.write(text));

interface FrameSealer {
  /** Stands in front of the frames; they open only with it. */
  readonly header: Buffer;
  /**
   * A frame of its own nonce; so each sealer seals one sequence, and never again after its end. The bytes hold until
   * the next call of any sealer.
   */
  seal(text: string): Buffer;
}

export interface Frame {
  text: string;
  /** Where the next one starts. */
  end: number;
}

export interface FrameOpener {
  /** Undefined unless a whole, authentic frame stands there. */
  open(bytes: Buffer, at: number): Frame | undefined;
  /** Where the next authentic frame stands. */
  find(bytes: Buffer, from: number): number | undefined;
  /** Whether what stands there until the end may be the beginning of a frame that was not written to its end. */
  isTorn(bytes: Buffer, at: number): boolean;
}

/** Seals frames with AES-256-GCM, by a key that is derived for this sequence alone. */
export function createFrameSealer(secretKey: Uint8Array): FrameSealer {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = derive(secretKey, salt);
  const nonce = Buffer.alloc(12);
  let counter = 0;

  return {
    header: Buffer.concat([MAGIC, Buffer.of(KEY_VERSION), salt, check]),
    seal(text) {
      counter += 1;
      writeCounter(nonce, 4, counter);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = cipher.update(encoded(text));
      cipher.final();

      const length = PREFIX_BYTES + sealed.length + TAG_BYTES;
      const frame = length > MOST_FRAME_BYTES ? Buffer.allocUnsafe(length) : frameRoom.subarray(0, length);
      MARKER.copy(frame);
      frame.writeUInt32BE(sealed.length, 4);
      writeCounter(frame, 8, counter);
      sealed.copy(frame, PREFIX_BYTES);
      cipher.getAuthTag().copy(frame, length - TAG_BYTES);
      return frame;
    },
  };
}

/** Undefined when the header is foreign, damaged, or of another secret key. */
export function createFrameOpener(secretKey: Uint8Array, header: Buffer): FrameOpener | undefined {
  if (header.length < HEADER_BYTES || !MAGIC.equals(header.subarray(0, MAGIC.length))) return undefined;
  if (header[MAGIC.length] !== KEY_VERSION) return undefined;
  const { key, check } = derive(secretKey, header.subarray(SALT_AT, CHECK_AT));
  if (!timingSafeEqual(check, header.subarray(CHECK_AT, HEADER_BYTES))) return undefined;

  const opener: FrameOpener = {
    open(bytes, at) {
      const length = lengthAt(bytes, at);
      if (length === undefined) return undefined;
      const end = at + PREFIX_BYTES + length + TAG_BYTES;
      if (end > bytes.length) return undefined;

      const nonce = Buffer.alloc(12);
      bytes.copy(nonce, 4, at + 8, at + PREFIX_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(end - TAG_BYTES, end));
      try {
        const opened = decipher.update(bytes.subarray(at + PREFIX_BYTES, end - TAG_BYTES));
        decipher.final();
        return { text: opened.toString('utf8'), end };
      } catch {
        return undefined;
      }
    },

    find(bytes, from) {
      for (let at = bytes.indexOf(MARKER, from); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
        if (opener.open(bytes, at) !== undefined) return at;
      }
      return undefined;
    },

    isTorn(bytes, at) {
      const rest = bytes.subarray(at);
      if (rest.length < PREFIX_BYTES) return MARKER.subarray(0, rest.length).equals(rest.subarray(0, MARKER.length));
      const length = lengthAt(bytes, at);
      return length !== undefined && PREFIX_BYTES + length + TAG_BYTES > rest.length;
    },
  };
  return opener;
}

/** Length of the ciphertext, if a frame starts there. */
function lengthAt(bytes: Buffer, at: number): number | undefined {
  if (at + PREFIX_BYTES > bytes.length || bytes.compare(MARKER, 0, MARKER.length, at, at + MARKER.length) !== 0) {
    return undefined;
  }
  const length = bytes.readUInt32BE(at + MARKER.length);
  return PREFIX_BYTES + length + TAG_BYTES > MOST_FRAME_BYTES ? undefined : length;
}

function derive(secretKey: Uint8Array, salt: Uint8Array): { key: Buffer; check: Buffer } {
  const info = `switchboard|clicks|${KEY_VERSION}`;
  const derived = Buffer.from(hkdfSync('sha256', secretKey, salt, info, KEY_BYTES + CHECK_BYTES));
  return { key: derived.subarray(0, KEY_BYTES), check: derived.subarray(KEY_BYTES) };
}

function writeCounter(bytes: Buffer, at: number, counter: number): void {
  bytes.writeUInt32BE(Math.floor(counter / 2 ** 32), at);
  bytes.writeUInt32BE(counter >>> 0, at + 4);
}
