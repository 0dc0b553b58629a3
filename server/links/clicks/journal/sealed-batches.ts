import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { ClickRecord } from './record';
import { readBatch } from './record-fields';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const [SALT_BYTES, COUNTER_BYTES, TAG_BYTES] = [16, 8, 16];
const COUNTER_AT = 1 + SALT_BYTES;
const TEXT_AT = COUNTER_AT + COUNTER_BYTES;
const MAX_OPENERS = 64;

const MAX_BATCH_BYTES = 256 * 1024;
/** A UTF-16 unit takes at most three bytes of UTF-8. */
export const MAX_CHARACTERS = Math.floor(MAX_BATCH_BYTES / 3);

/** AES-256-GCM with a key per sealer, so that a counter can be the nonce. */
export function createBatchSealer(secretKey: Uint8Array): { seal(text: string): Buffer } {
  const salt = randomBytes(SALT_BYTES);
  const key = derive(secretKey, salt);
  const head = Buffer.concat([Buffer.of(VERSION), salt, Buffer.alloc(COUNTER_BYTES)]);
  let counter = 0n;
  return {
    seal(text) {
      counter += 1n;
      head.writeBigUInt64BE(counter, COUNTER_AT);
      const cipher = createCipheriv(CIPHER, key, nonceIn(head));
      const sealed = cipher.update(text, 'utf8');
      cipher.final();
      return Buffer.concat([head, sealed, cipher.getAuthTag()]);
    },
  };
}

/** Returns undefined for a batch that was changed or sealed with another key. */
export function createBatchOpener(secretKey: Uint8Array): { open(sealed: Uint8Array): ClickRecord[] | undefined } {
  const keys = new LRUCache<string, Buffer>({ max: MAX_OPENERS });
  const keyOf = (salt: Buffer): Buffer => {
    const name = salt.toString('latin1');
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = derive(secretKey, salt);
    keys.set(name, key);
    return key;
  };
  return {
    open(sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
      if (bytes.length < TEXT_AT + TAG_BYTES || bytes[0] !== VERSION) return undefined;
      const key = keyOf(bytes.subarray(1, COUNTER_AT));
      const decipher = createDecipheriv(CIPHER, key, nonceIn(bytes), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(TEXT_AT, -TAG_BYTES), undefined, 'utf8');
        return readBatch(text + decipher.final('utf8'));
      } catch {
        return undefined;
      }
    },
  };
}

function nonceIn(bytes: Buffer): Buffer {
  const nonce = Buffer.alloc(12);
  bytes.copy(nonce, 4, COUNTER_AT, TEXT_AT);
  return nonce;
}

const derive = (secretKey: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, salt, `switchboard|clicks|${VERSION}`, 32));
