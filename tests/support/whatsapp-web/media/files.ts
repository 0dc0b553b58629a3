import type { MediaType, proto } from 'baileys';

import { mediaIn, type MediaContent } from '../content';
import type { World } from '../world';
import { decryptFile, encryptFile, sha256, type FileReference } from './encryption';

/** The kind of a file in messages that a phone sends. */
export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

const KINDS: Record<MediaContent['kind'], MediaType> = {
  imageMessage: 'image',
  videoMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
};

/** Uploads a file and answers what a message says about it. */
export async function uploadFile(world: World, plain: Uint8Array, kind: MediaType): Promise<FileReference> {
  const { mediaKey, encrypted } = await encryptFile(plain, kind);
  const directPath = world.media.add(encrypted);
  return {
    url: `https://mmg.whatsapp.net${directPath}&mms3=true`,
    directPath,
    mediaKey,
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
    fileSha256: sha256(plain),
    fileEncSha256: sha256(encrypted),
    fileLength: plain.length,
  };
}

export function fileMessage(kind: FileKind, file: FileReference, fields: object): proto.IMessage {
  const mimetype = { image: 'image/png', video: 'video/mp4', audio: 'audio/ogg', document: 'application/pdf' };
  return { [`${kind}Message`]: { mimetype: kind === 'sticker' ? 'image/webp' : mimetype[kind], ...file, ...fields } };
}

/** The decrypted file of a message that a client sent; what is wrong with it is a fault. */
export async function readFile(world: World, message: proto.IMessage): Promise<Buffer | null> {
  const media = mediaIn(message);
  if (media === null) return null;
  const { directPath, mediaKey, fileSha256, fileEncSha256, fileLength, url, mimetype } = media.file;
  const stored = world.media.read(directPath ?? '');
  if (!mimetype || !url) world.fault(`a ${media.kind} without a type or a URL`);
  if (stored === undefined || !mediaKey || !fileSha256 || !fileEncSha256) {
    world.fault(`a ${media.kind} whose file nobody uploaded`);
    return null;
  }
  if (!sha256(stored).equals(fileEncSha256)) world.fault(`a ${media.kind} with a wrong hash of the encrypted file`);
  try {
    const plain = await decryptFile(stored, KINDS[media.kind], mediaKey);
    if (!sha256(plain).equals(fileSha256)) world.fault(`a ${media.kind} with a wrong hash`);
    if (Number(fileLength) !== plain.length) world.fault(`a ${media.kind} with a wrong length`);
    return plain;
  } catch (error) {
    world.fault(`a ${media.kind} that cannot be decrypted: ${String(error)}`);
    return null;
  }
}
