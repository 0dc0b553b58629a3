import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { MediaType } from '../../../shared/whatsapp/content-media';
import type { MediaClass } from '../../../shared/whatsapp/media';
import { fieldError, relatedNotFound } from '../../errors';
import { createSealer } from '../../secrets/seal';
import type { MediaRow } from '../present/media';
import { waMedia } from '../schema/media';
import type { Work } from '../work-types';
import { familyOf, mediaFault, faultOfRow, refusedMedia, type FileInfo } from './classes';
import { createPart, install, type PartialFile } from './disk';
import { inspect } from './inspect';
import { cleanName } from './names';
import { requireMediaBytes } from './quota';
import { plainType, UNKNOWN_TYPE } from './sniff';
import type { IncomingMedia, OutgoingMedia } from './types';

const mediaClass = (kind: MediaType): MediaClass => (kind === 'voice' ? 'audio' : kind);

export const sourceSealer = (secretKey: Uint8Array) => createSealer(secretKey, 'whatsapp-media');
export const sourceColumn = (id: string) => ({ table: 'wa_media', id, column: 'source_sealed' });

export async function createOutgoing(work: Work, media: OutgoingMedia): Promise<MediaRow> {
  const { source } = media;
  if ('media_id' in source) return relateMedia(work, source.media_id, media);
  if ('url' in source) return createFromUrl(work, { ...media, url: source.url });
  return storeInline(work, media, source);
}

/** Throws for ids of other instances as for unknown ones. */
async function relateMedia({ tx, instance }: Work, id: string, { kind, pointer }: OutgoingMedia): Promise<MediaRow> {
  const at = `${pointer}/media_id`;
  const [row] = await tx.select(waMedia, { where: and(eq(waMedia.id, id), eq(waMedia.instanceId, instance.id)) });
  if (!row) throw relatedNotFound(at);
  if (row.status === 'failed' || row.status === 'expired') {
    throw fieldError('unprocessable', at, row.error?.code ?? 'media_download_failed', `The file is ${row.status}.`);
  }
  const fault = row.status === 'ready' ? faultOfRow(kind, row) : undefined;
  if (fault) throw refusedMedia(kind, fault, row.mimeType, at);
  return row;
}

interface UrlOrder {
  url: string;
  kind: MediaType;
  messageId: string | null;
  filename: string | null;
}

export async function createFromUrl({ tx, ctx, instance, now }: Work, order: UrlOrder): Promise<MediaRow> {
  await requireMediaBytes(ctx.config, tx.store, tx.workspaceId, 1);
  const id = newId(ID_PREFIXES.media);
  return tx.insert(waMedia, {
    id,
    instanceId: instance.id,
    messageId: order.messageId,
    kind: mediaClass(order.kind),
    status: 'pending',
    mimeType: UNKNOWN_TYPE,
    filename: cleanName(order.filename),
    sourceSealed: sourceSealer(ctx.secretKey).seal(order.url, sourceColumn(id)),
    nextTryAt: now,
    createdAt: now,
    updatedAt: now,
  });
}

async function storeInline(
  work: Work,
  { kind, messageId, filename, pointer }: OutgoingMedia,
  { base64, mime_type: named }: { base64: string; mime_type: string },
): Promise<MediaRow> {
  const bytes = Buffer.from(base64, 'base64');
  const writer = await createPart(work.ctx.config, bytes.length);
  try {
    await writer.write(bytes);
    const part = await writer.finish();
    const info = await inspect(part, named);
    const agrees = plainType(named) === UNKNOWN_TYPE || familyOf(plainType(named)) === familyOf(info.mimeType);
    const fault = agrees ? mediaFault(kind, info) : 'media_type_not_allowed';
    if (fault) throw refusedMedia(kind, fault, info.mimeType, agrees ? `${pointer}/base64` : `${pointer}/mime_type`);
    return await insertReady(work, { part, info, kind: mediaClass(kind), messageId, filename });
  } finally {
    await writer.discard();
  }
}

interface StoredFile {
  part: PartialFile;
  info: FileInfo;
  kind: MediaClass;
  messageId: string | null;
  filename: string | null;
}

/** Moves the bytes into place, then inserts the row. Throws 422 above the quota. */
export async function insertReady(work: Work, { part, info, ...file }: StoredFile): Promise<MediaRow> {
  const { tx, ctx, instance, now } = work;
  await requireMediaBytes(ctx.config, tx.store, tx.workspaceId, part.size);
  await install(ctx.config, tx.workspaceId, part);
  return tx.insert(waMedia, {
    id: newId(ID_PREFIXES.media),
    instanceId: instance.id,
    ...file,
    status: 'ready',
    filename: cleanName(file.filename),
    mimeType: info.mimeType,
    size: part.size,
    sha256: part.sha256,
    width: info.width,
    height: info.height,
    storedAt: now,
    createdAt: now,
    updatedAt: now,
  });
}

export function createRemote(
  { tx, instance, now }: Work,
  { remote, kind, messageId, isOnDemand }: IncomingMedia,
): Promise<MediaRow> {
  return tx.insert(waMedia, {
    id: newId(ID_PREFIXES.media),
    instanceId: instance.id,
    messageId,
    kind: mediaClass(kind),
    status: 'pending',
    mimeType: plainType(remote.mimeType) || UNKNOWN_TYPE,
    size: remote.size ?? 0,
    sha256: remote.sha256 ?? null,
    filename: cleanName(remote.filename),
    providerMediaId: remote.providerMediaId,
    nextTryAt: instance.settings.store_media && !isOnDemand ? now : null,
    createdAt: now,
    updatedAt: now,
  });
}
