import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

import { getMediaKeys, type MediaType } from 'baileys';

const MAC_BYTES = 10;

/** The fields of a message that name a file of the media store and unlock it. */
export interface FileReference {
  url: string;
  directPath: string;
  mediaKey: Buffer;
  mediaKeyTimestamp: number;
  fileSha256: Buffer;
  fileEncSha256: Buffer;
  fileLength: number;
}

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export async function encryptFile(plain: Uint8Array, kind: MediaType, mediaKey: Buffer = randomBytes(32)) {
  const { iv, cipherKey, macKey } = await keysOf(mediaKey, kind);
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { mediaKey, encrypted: Buffer.concat([encrypted, macOf(macKey, iv, encrypted)]) };
}

/** Throws when the file was changed on its way. */
export async function decryptFile(stored: Uint8Array, kind: MediaType, mediaKey: Uint8Array): Promise<Buffer> {
  const { iv, cipherKey, macKey } = await keysOf(mediaKey, kind);
  const encrypted = stored.subarray(0, -MAC_BYTES);
  if (!macOf(macKey, iv, encrypted).equals(stored.subarray(-MAC_BYTES))) throw new Error('the MAC of a file is wrong');
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

const macOf = (key: Uint8Array, iv: Uint8Array, encrypted: Uint8Array): Buffer =>
  createHmac('sha256', key).update(iv).update(encrypted).digest().subarray(0, MAC_BYTES);

async function keysOf(mediaKey: Uint8Array, kind: MediaType) {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind);
  if (!macKey) throw new Error('a media key without a key for the MAC');
  return { iv, cipherKey, macKey };
}
