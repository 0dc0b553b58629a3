import { ACCESS_IDS } from './access/module';
import { AI_IDS } from './ai/module';
import { AUTOMATION_IDS } from './automation/module';
import { EVENT_IDS } from './events/module';
import { LINK_IDS } from './links/module';
import { USAGE_IDS } from './usage/module';
import { WEBHOOK_IDS } from './webhooks/module';
import { WHATSAPP_IDS } from './whatsapp/module';

export const ID_PREFIXES = {
  ...ACCESS_IDS,
  ...AI_IDS,
  ...USAGE_IDS,
  ...EVENT_IDS,
  ...WEBHOOK_IDS,
  ...LINK_IDS,
  ...AUTOMATION_IDS,
  ...WHATSAPP_IDS,
} as const;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Two characters per value of ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, value) => `${ALPHABET[value >> 5]}${ALPHABET[value & 31]}`);
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const POOL_BYTES = 8192;

const pool = new Uint8Array(POOL_BYTES);
const words = new DataView(pool.buffer);
let used = POOL_BYTES;
let lastTime = 0;
/** Cached, since many ids share a millisecond. */
let lastText = '';
let counter = 0;

const pair = (value: number): string => PAIRS[value & 1023] ?? '';
const code = (value: number): number => CODES[value & 31] ?? 0;

/** A TypeID: `<prefix>_` and 26 base32 characters of a UUIDv7. Ids of one process sort by creation. */
export const newId = (prefix: string, now?: number): string => `${prefix}_${newIdText(now)}`;

function newIdText(now = Date.now()): string {
  if (now > lastTime || ++counter > 0xfff) {
    lastTime = Math.max(now, lastTime + 1);
    lastText = timeText(lastTime);
    counter = 0;
  }
  if (used === POOL_BYTES) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const high = words.getUint32(used);
  const low = words.getUint32(used + 4);
  used += 8;
  return lastText + tailText(counter, high, low);
}

/** The first 50 of 130 bits: two zeros and the 48 bits of the time. */
function timeText(time: number): string {
  const high = Math.floor(time / 2 ** 20);
  const low = time % 2 ** 20;
  return pair(high >>> 20) + pair(high >>> 10) + pair(high) + pair(low >>> 10) + pair(low);
}

/** The other 80 bits: version 7, 12 bits of counter, variant 2 and 62 random bits. */
function tailText(count: number, high: number, low: number): string {
  const first = (0x7 << 16) | (count << 4) | 0x8 | ((high >>> 30) & 0x3);
  const second = (high >>> 10) & 0xfffff;
  const third = ((high & 0x3ff) << 10) | (low >>> 22);
  const fourth = (low >>> 2) & 0xfffff;
  // A concatenated string would be flattened by its first reader.
  return String.fromCharCode(
    code(first >>> 15),
    code(first >>> 10),
    code(first >>> 5),
    code(first),
    code(second >>> 15),
    code(second >>> 10),
    code(second >>> 5),
    code(second),
    code(third >>> 15),
    code(third >>> 10),
    code(third >>> 5),
    code(third),
    code(fourth >>> 15),
    code(fourth >>> 10),
    code(fourth >>> 5),
    code(fourth),
  );
}

let earlier = 0;

/** For what is older than its id, such as an imported message: sorts by `time`, and of one time by creation. */
export function earlierId(prefix: string, time: number): string {
  earlier = (earlier + 1) >>> 0;
  const count = tailText(earlier >>> 20, (earlier & 0xfffff) << 10, 0).slice(0, 8);
  return idAt(prefix, time).slice(0, -16) + count + newIdText().slice(-8);
}

/** The smallest id of a moment, not before 1970: earlier ids sort below. */
export const idAt = (prefix: string, time: number): string =>
  `${prefix}_${timeText(Math.max(0, time))}${tailText(0, 0, 0)}`;

/** Milliseconds since 1970. */
export const timeOfId = (id: string): number =>
  Array.from(id.split('_').at(-1)?.slice(0, 10) ?? '').reduce((time, one) => time * 32 + ALPHABET.indexOf(one), 0);

export const idPattern = (prefix: string): string => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;
