import { rm } from 'node:fs/promises';

import { and, eq, sql } from 'drizzle-orm';

import { SECOND_MS } from '../../../shared/durations';
import { newId } from '../../../shared/ids';
import { MEDIA_TYPES, type MediaType } from '../../../shared/whatsapp/content-media';
import type { InstanceStatus } from '../../../shared/whatsapp/instance';
import { scoped } from '../../db/scoped';
import { presentOneMedia, type MediaRow } from '../present/media';
import { waInstances } from '../schema/instances';
import { waMedia } from '../schema/media';
import { waMessages } from '../schema/messages';
import { workOn } from '../work';
import type { Work } from '../work-types';
import { likelyClass } from './classes';
import { install } from './disk';
import { fetchRemote, fetchUrl, MediaFailure, type Fetched } from './fetch';
import { mediaQuotaText, reserveMediaBytes } from './quota';
import type { MediaStoreOptions } from './types';

/** Pauses after each attempt of a file in a message; after the last one the file has failed. */
const TRY_AGAIN_MS = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS, 120 * SECOND_MS, 600 * SECOND_MS];

/** Until another process has the socket, or this one has opened it. Such an attempt does not count. */
const POSTPONED_MS = 5 * SECOND_MS;
const BEING_OPENED: ReadonlySet<InstanceStatus> = new Set(['connecting', 'connected', 'reconnecting']);

/** Expects a claimed file. `settled` is called after the commit. */
export async function runMedia(
  options: MediaStoreOptions,
  row: MediaRow,
  settled: (id: string) => void,
): Promise<void> {
  const db = scoped(options.services().store, row.workspaceId);
  const instance = await db.get(waInstances, row.instanceId);
  if (!instance) return;
  const { config, store } = options.services();
  const full = (): MediaFailure => new MediaFailure('media_download_failed', mediaQuotaText(config), true);
  let fetched: Fetched;
  const postponed = (failure: MediaFailure): boolean => failure.isUnasked && BEING_OPENED.has(instance.status);
  try {
    if (!(await reserveMediaBytes(config, store, row.workspaceId, 1))) throw full();
    fetched =
      row.sourceSealed === null
        ? await fetchRemote(options, instance, row)
        : await fetchUrl(options, row, row.sourceSealed, await kindOf(options, row));
  } catch (error) {
    if (!(error instanceof MediaFailure)) options.services().log.error({ err: error, media: row.id }, 'media failed');
    const failure =
      error instanceof MediaFailure
        ? error
        : new MediaFailure('media_download_failed', 'An internal error occurred.', false);
    if (postponed(failure)) return postpone(options, row);
    return recordFailure(options, row, failure, settled);
  }

  const { part, info, filename } = fetched;
  const ready: Change = {
    status: 'ready',
    error: null,
    mimeType: info.mimeType,
    size: part.size,
    sha256: part.sha256,
    width: info.width,
    height: info.height,
    filename,
    ...(row.sourceSealed !== null && row.messageId === null ? { kind: likelyClass(info) } : {}),
    sourceSealed: null,
    storedAt: options.services().now(),
    nextTryAt: null,
  };
  try {
    await change(options, row, settled, ready, async ({ tx }) => {
      if (!(await reserveMediaBytes(config, tx.store, row.workspaceId, part.size))) throw full();
      await install(config, row.workspaceId, part);
    });
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error;
    await recordFailure(options, row, error, settled);
  } finally {
    await rm(part.path, { force: true });
  }
}

/** The type of its message is more specific than its class. */
async function kindOf({ services }: MediaStoreOptions, row: MediaRow): Promise<MediaType> {
  if (row.messageId === null) return row.kind;
  const message = await scoped(services().store, row.workspaceId).get(waMessages, row.messageId);
  return MEDIA_TYPES.find((type) => type === message?.type) ?? row.kind;
}

async function postpone({ services }: MediaStoreOptions, row: MediaRow): Promise<void> {
  const { store, now } = services();
  const nextTryAt = new Date(now().getTime() + POSTPONED_MS);
  await scoped(store, row.workspaceId).update(waMedia, isStillOurs(row), {
    nextTryAt,
    leaseOwner: null,
    leaseUntil: null,
  });
}

async function recordFailure(
  options: MediaStoreOptions,
  row: MediaRow,
  failure: MediaFailure,
  settled: (id: string) => void,
): Promise<void> {
  const wait = row.sourceSealed === null && !failure.isFinal ? TRY_AGAIN_MS[row.tries] : undefined;
  const tries = row.tries + 1;
  const { store, now } = options.services();
  if (wait === undefined) {
    const error = { code: failure.code, message: failure.message };
    return change(options, row, settled, { status: 'failed', error, nextTryAt: null, tries });
  }
  const nextTryAt = new Date(now().getTime() + wait);
  await scoped(store, row.workspaceId).update(waMedia, isStillOurs(row), {
    nextTryAt,
    tries,
    leaseOwner: null,
    leaseUntil: null,
  });
}

type Change = Partial<Omit<MediaRow, 'id' | 'workspaceId'>> & { status: 'ready' | 'failed' };

async function change(
  options: MediaStoreOptions,
  row: MediaRow,
  settled: (id: string) => void,
  set: Change,
  before: (work: Work) => Promise<void> = async () => undefined,
): Promise<void> {
  const services = options.services();
  const ctx = { ...services, requestId: newId('req') };
  await workOn(ctx, scoped(services.store, row.workspaceId), row.instanceId, async (work: Work) => {
    await before(work);
    const [after] = await work.tx.update(waMedia, isStillOurs(row), {
      ...set,
      leaseOwner: null,
      leaseUntil: null,
      updatedAt: work.now,
      version: sql`${waMedia.version} + 1`,
    });
    // Deleted meanwhile, or claimed by another process.
    if (!after) return;
    await options.settled(work, after);
    const data = { ...presentOneMedia(ctx, after), message_id: after.messageId };
    work.raise(set.status === 'ready' ? 'whatsapp.media.stored' : 'whatsapp.media.failed', data);
    work.tx.store.afterCommit(() => settled(row.id));
  });
}

const isStillOurs = ({ id, leaseUntil }: MediaRow) =>
  and(
    eq(waMedia.id, id),
    eq(waMedia.status, 'pending'),
    leaseUntil === null ? undefined : eq(waMedia.leaseUntil, leaseUntil),
  );
