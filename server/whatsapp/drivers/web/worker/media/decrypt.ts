import { createDecipheriv, createHash, createHmac } from 'node:crypto';

import { areSameBytes } from '../../../../../secrets/constant-time';
import type { CallError } from '../call-error';
import { refusedCall } from '../errors';

const MAC_BYTES = 10;

interface FileKeys {
  iv: Uint8Array;
  cipherKey: Uint8Array;
  macKey: Uint8Array;
}

interface Expected {
  fileEncSha256: Uint8Array;
  fileSha256: Uint8Array;
}

export interface FileDecryption {
  /** Returns decrypted bytes, which are not authenticated before `end`. */
  update: (chunk: Uint8Array) => Uint8Array;
  /** Returns the last bytes. Throws unless both hashes and the MAC match. */
  end: () => Uint8Array;
}

/** A file at WhatsApp is AES-256-CBC ciphertext, followed by the first ten bytes of an HMAC of IV and ciphertext. */
export function decryptFile(
  { iv, cipherKey, macKey }: FileKeys,
  { fileEncSha256, fileSha256 }: Expected,
): FileDecryption {
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const mac = createHmac('sha256', macKey).update(iv);
  const encrypted = createHash('sha256');
  const plain = createHash('sha256');
  let held = Buffer.alloc(0);

  const hashed = (bytes: Buffer): Uint8Array => {
    plain.update(bytes);
    return bytes;
  };

  return {
    update(chunk) {
      encrypted.update(chunk);
      const bytes = Buffer.concat([held, chunk]);
      const cut = Math.max(0, bytes.length - MAC_BYTES);
      held = Buffer.from(bytes.subarray(cut));
      const ciphertext = bytes.subarray(0, cut);
      mac.update(ciphertext);
      return hashed(decipher.update(ciphertext));
    },
    end() {
      requireEqual(encrypted.digest(), fileEncSha256);
      requireEqual(mac.digest().subarray(0, MAC_BYTES), held);
      const last = hashed(decipher.final());
      requireEqual(plain.digest(), fileSha256);
      return last;
    },
  };
}

function requireEqual(found: Uint8Array, expected: Uint8Array): void {
  if (!areSameBytes(found, expected)) throw new Error('The file was changed.');
}

export const fileChanged = (): CallError =>
  refusedCall('media_download_failed', 'The file does not match the hashes in the message.');
