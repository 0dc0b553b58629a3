import type { MediaType as KeyType, WAMessageKey } from 'baileys';
import { z } from 'zod';

import { createSealer, SealError } from '../../../../../secrets/seal';
import { refusedCall } from '../errors';
import type { WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';

/** Contains the key of the file, so it is stored only sealed. */
export interface MediaReference {
  type: Extract<KeyType, 'image' | 'video' | 'audio' | 'document' | 'sticker'>;
  directPath: string;
  mediaKey: Uint8Array;
  fileEncSha256: Uint8Array;
  fileSha256: Uint8Array;
  /** Of the message, whose sender can be asked to upload the file again. */
  key: WAMessageKey;
}

const HASH_BYTES = 32;
const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const hash = bytes.refine(({ length }) => length === HASH_BYTES);

const Reference = z.strictObject({
  type: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  directPath: z.string(),
  mediaKey: hash,
  fileEncSha256: hash,
  fileSha256: hash,
  key: z.strictObject({
    remoteJid: z.string(),
    fromMe: z.boolean(),
    id: z.string(),
    participant: z.string().nullable(),
  }),
});

const sealerOf = ({ settings }: WebSession) =>
  createSealer(new Uint8Array(Buffer.from(settings.secretKey, 'base64')), 'whatsapp-web-media');
const placeIn = ({ options }: WebSession) => ({
  table: 'wa_media',
  id: options.instanceId,
  column: 'provider_media_id',
});

export const isCompleteReference = ({ mediaKey, fileEncSha256, fileSha256 }: MediaReference): boolean =>
  [mediaKey, fileEncSha256, fileSha256].every(({ length }) => length === HASH_BYTES);

export function sealReference(session: WebSession, reference: MediaReference): string {
  const { type, directPath, key } = reference;
  const text = (field: 'mediaKey' | 'fileEncSha256' | 'fileSha256'): string =>
    Buffer.from(reference[field]).toString('base64');
  const plain = {
    type,
    directPath,
    mediaKey: text('mediaKey'),
    fileEncSha256: text('fileEncSha256'),
    fileSha256: text('fileSha256'),
    key: {
      remoteJid: key.remoteJid ?? '',
      fromMe: key.fromMe === true,
      id: key.id ?? '',
      participant: key.participant || null,
    },
  };
  return sealerOf(session).seal(JSON.stringify(plain), placeIn(session));
}

/** Throws `CallError`. */
export function openReference(session: WebSession, sealed: string): MediaReference {
  try {
    return Reference.parse(JSON.parse(sealerOf(session).open(sealed, placeIn(session))));
  } catch (error) {
    if (!(error instanceof SealError)) session.log.error(errorFields(error), 'reference of a file not readable');
    throw refusedCall('media_download_failed', 'The file is unknown.');
  }
}
