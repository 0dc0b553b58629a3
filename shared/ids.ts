/** Prefix of every kind of object, as it stands before the `_` of its id. */
export const ID_PREFIXES = {
  user: 'usr',
  session: 'ses',
  workspace: 'ws',
  member: 'mem',
  invitation: 'inv',
  key: 'key',
  request: 'req',
  event: 'evt',
  audit: 'aud',
} as const;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const POOL_BYTES = 1024 * 10;

const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;
let lastTime = 0;
let counter = 0;

/** `<prefix>_` + 26 base32 characters of a UUIDv7 (TypeID): ids of one process sort in the order they were made. */
export function newId(prefix: string, now = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastTime += 1;
    counter = 0;
  }
  if (used + 8 > POOL_BYTES) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + 8);
  used += 8;
  return `${prefix}_${encode(lastTime, counter, random)}`;
}

/** Exact form of an id, for patterns and path parameters. */
export const idPattern = (prefix: string): string => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;

/** Writes 48 bits of time, version 7, 12 bits of counter, variant 2 and 62 random bits as 26 characters of 5 bits. */
function encode(time: number, count: number, random: Uint8Array): string {
  const bytes = [
    Math.floor(time / 2 ** 40) & 0xff,
    Math.floor(time / 2 ** 32) & 0xff,
    (time >>> 24) & 0xff,
    (time >>> 16) & 0xff,
    (time >>> 8) & 0xff,
    time & 0xff,
    0x70 | (count >> 8),
    count & 0xff,
    ...random,
  ];
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);

  let text = '';
  let bits = 2; // 26 characters hold 130 bits: two zero bits stand in front.
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return text;
}
