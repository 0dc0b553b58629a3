import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import type { ClickRecord } from './record';
import { readBatch } from './record-fields';

const CIPHER = 'aes-256-gcm';
/** Names the way of sealing and the secret key, so that another can follow. */
const VERSION = 1;
const [SALT_BYTES, COUNTER_BYTES, TAG_BYTES] = [16, 8, 16];
const COUNTER_AT = 1 + SALT_BYTES;
const TEXT_AT = COUNTER_AT + COUNTER_BYTES;
const MAX_OPENERS = 64;

/** Most bytes of the text of a batch, so that no row is long to write or read. */
const MAX_BATCH_BYTES = 256 * 1024;
/** A character takes three bytes of UTF-8 at most. */
export const MAX_CHARACTERS = Math.floor(MAX_BATCH_BYTES / 3);

/**
 * Seals batches with AES-256-GCM, by a key derived for this sealer alone: then a counter is a nonce. A batch is its
 * version, salt, counter, ciphertext and tag.
 */
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

/** Opens batches of all processes; undefined for one that was changed or sealed with another key. */
export function createBatchOpener(secretKey: Uint8Array): { open(sealed: Uint8Array): ClickRecord[] | undefined } {
  const keys = new Map<string, Buffer>();
  const keyOf = (salt: Buffer): Buffer => {
    const name = salt.toString('latin1');
    const known = keys.get(name);
    if (known !== undefined) return known;
    if (keys.size >= MAX_OPENERS) keys.clear();
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
