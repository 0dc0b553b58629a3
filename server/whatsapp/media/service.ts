import { and, eq, inArray, sql } from 'drizzle-orm';

import type { Media } from '../../../shared/whatsapp/media';
import type { MediaId } from '../../../shared/whatsapp/media-inputs';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, orNotFound } from '../../errors';
import type { RawAnswer } from '../../raw';
import type { WhatsAppContext } from '../context';
import { requireTag, tagged } from '../etag';
import { requireInstance, requireOfInstance } from '../instances/find';
import { presentOneMedia, type MediaRow } from '../present/media';
import { waMedia } from '../schema/media';
import { waMessages } from '../schema/messages';
import { removeUnused } from './retention';
import { fileAnswer } from './serve';

const WAIT_MS = 10_000;
const HOLD_SECONDS = 120;

export async function getMedia(ctx: WhatsAppContext, input: MediaId): Promise<Media> {
  const row = await requireMedia(ctx, input);
  return tagged(ctx, row.version, presentOneMedia(ctx, row));
}

/** Waits up to ten seconds for a file in progress. Throws 409 `invalid_state` without bytes. */
export async function readContent(ctx: WhatsAppContext, input: MediaId): Promise<RawAnswer> {
  // A client may pause its download.
  ctx.holdOpen?.(HOLD_SECONDS);
  const row = orNotFound(await ctx.whatsapp.media.whenSettled(await requireMedia(ctx, input), WAIT_MS, ctx.signal?.()));
  if (row.status === 'ready') return fileAnswer(ctx.config, row, ctx.origin.headers);
  const state = row.error ? `${row.status}: ${row.error.message}` : row.status;
  throw new ApiError('invalid_state', {
    detail: `The file is ${state}`,
    ...(row.status === 'pending' ? { headers: { 'Retry-After': '5' } } : {}),
  });
}

/** Throws 409 `invalid_state` while an unsent message uses it, 412 for another version. */
export async function deleteMedia(ctx: WhatsAppContext, input: MediaId): Promise<void> {
  const { sha256 } = await ctx.db.transaction(async (tx) => {
    const row = await requireMedia(ctx, input, tx);
    requireTag(ctx, row.version);
    const isWaiting = inArray(waMessages.status, ['scheduled', 'queued', 'sending']);
    if ((await tx.count(waMessages, and(eq(waMessages.mediaId, row.id), isWaiting))) > 0) {
      throw new ApiError('invalid_state', 'A queued message uses this file. Cancel the message first.');
    }
    await tx.delete(waMedia, eq(waMedia.id, row.id));
    return row;
  });
  if (sha256 !== null) await removeUnused(ctx, ctx.workspaceId, sha256);
}

/** Throws 409 `invalid_state` unless it failed. */
export async function retryMedia(ctx: WhatsAppContext, input: MediaId): Promise<Media> {
  const row = await requireMedia(ctx, input);
  const after = await fetchAgain(ctx, ctx.db, row.id);
  if (!after) throw new ApiError('invalid_state', `The file is ${row.status}. Only a failed file can be retried.`);
  return presentOneMedia(ctx, after);
}

/** Undefined unless the file has failed. */
export async function fetchAgain(
  ctx: Pick<WhatsAppContext, 'now' | 'whatsapp'>,
  db: ScopedDb,
  id: string,
): Promise<MediaRow | undefined> {
  const now = ctx.now();
  const [after] = await db.update(waMedia, and(eq(waMedia.id, id), eq(waMedia.status, 'failed')), {
    status: 'pending',
    error: null,
    tries: 0,
    nextTryAt: now,
    leaseOwner: null,
    leaseUntil: null,
    updatedAt: now,
    version: sql`${waMedia.version} + 1`,
  });
  if (after) db.store.afterCommit(() => ctx.whatsapp.media.wake(after.workspaceId));
  return after;
}

/** Throws 404, for a file of another instance too. */
async function requireMedia(ctx: WhatsAppContext, input: MediaId, db: ScopedDb = ctx.db): Promise<MediaRow> {
  const instance = await requireInstance(ctx, input.instance_id, db);
  return requireOfInstance(await db.get(waMedia, input.media_id), instance.id);
}
