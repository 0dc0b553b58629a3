import { and, eq, isNull } from 'drizzle-orm';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations';
import { scoped } from '../../db/scoped';
import { repeatAll, type Repetition } from '../../schedule';
import type { LeaseTable } from '../../work/types';
import type { MediaRow } from '../present/media';
import { findMediaUpload, recordMediaUpload } from '../queries/media';
import { waMedia } from '../schema/media';
import { claimMedia, purgeMediaUploads, workspacesWithMedia } from '../system/media';
import { createRemote, createOutgoing } from './create';
import { isThere, mediaPath } from './disk';
import { PROVIDER_MS } from './fetch';
import { expireOldMedia, sweepMedia } from './retention';
import { runMedia } from './run';
import type { MediaStore, MediaStoreOptions } from './types';

const RETENTION_EVERY_MS = 10 * MINUTE_MS;
const SWEEP_EVERY_MS = HOUR_MS;
/** Longer than a download, so that no other process begins the same one. */
const LEASE_SECONDS = PROVIDER_MS / 1000 + 60;
/** Another process may have fetched the file. */
const ASK_AGAIN_MS = 1000;
/** Lifetime of a provider upload, minus the time a message may wait. */
const UPLOAD_RETENTION_MS = 29 * DAY_MS;

const MEDIA_LEASES: LeaseTable = {
  table: 'wa_media',
  key: 'id',
  end: 'lease_until = created_at',
  where: 'next_try_at is not null and lease_until > now()',
};

export function createMediaStore(options: MediaStoreOptions): MediaStore {
  const { services, queues } = options;
  const waiters = new Map<string, Set<() => void>>();
  let repetitions: Repetition | undefined;
  let isStopped = false;

  const settled = (id: string): void => {
    for (const wake of waiters.get(id) ?? []) wake();
  };

  const queue = queues.add<MediaRow>({
    name: 'whatsapp_media',
    parallelLanes: 12,
    parallelTurns: 8,
    batch: 1,
    leaseSeconds: LEASE_SECONDS,
    leases: MEDIA_LEASES,
    now: () => services().now(),
    due: (now) => workspacesWithMedia(services().store, now),
    claim: (workspaceId, claim) => claimMedia(services().store, workspaceId, claim),
    run: (row) => runMedia(options, row, settled),
  });

  const store: MediaStore = {
    async take(work, media) {
      const row = await createOutgoing(work, media);
      if (row.status === 'pending') work.tx.store.afterCommit(() => queue.wake(row.workspaceId));
      return row;
    },
    async receive(work, media) {
      const row = await createRemote(work, media);
      work.tx.store.afterCommit(() => queue.wake(row.workspaceId));
      return row;
    },
    async local({ id, workspaceId, instanceId, status, sha256, mimeType, size, filename }) {
      if (status !== 'ready' || sha256 === null) return undefined;
      const { config, store: database, now } = services();
      const path = mediaPath(config, workspaceId, sha256);
      if (!(await isThere(path, size))) return undefined;
      const upload = { workspaceId, instanceId, sha256, mimeType, now: now() };
      const providerMediaId = (await findMediaUpload(database, upload)) ?? null;
      return { id, path, mimeType, size, sha256, filename, providerMediaId };
    },
    async recordUpload({ id, workspaceId }, upload) {
      const { store: database, now } = services();
      const expiresAt = new Date(now().getTime() + UPLOAD_RETENTION_MS);
      await recordMediaUpload(database, { workspaceId, instanceId: id, ...upload, expiresAt });
    },
    async whenSettled(row, ms, signal) {
      const { store: database, now } = services();
      const db = scoped(database, row.workspaceId);
      if (row.status !== 'pending') return row;
      const isIdle = and(eq(waMedia.id, row.id), eq(waMedia.status, 'pending'), isNull(waMedia.nextTryAt));
      const demanded = await db.update(waMedia, isIdle, { nextTryAt: now() });
      if (demanded.length > 0) queue.wake(row.workspaceId);

      const until = performance.now() + ms;
      for (;;) {
        const isSettled = nextSettled(row.id, Math.min(ASK_AGAIN_MS, until - performance.now()), signal);
        const found = await db.get(waMedia, row.id);
        if (found?.status !== 'pending' || performance.now() >= until || signal?.aborted || isStopped) {
          return found;
        }
        await isSettled;
      }
    },
    wake: (workspaceId) => queue.wake(workspaceId),
    start() {
      const { log, store: database } = services();
      isStopped = false;
      queue.start();
      const retention = async (signal: AbortSignal): Promise<void> => {
        await expireOldMedia(services(), signal);
        await purgeMediaUploads(database, services().now());
      };
      repetitions = repeatAll(log, [
        { name: 'media retention', everyMs: RETENTION_EVERY_MS, jitter: 0.1, run: retention },
        {
          name: 'files of media',
          everyMs: SWEEP_EVERY_MS,
          jitter: 0.1,
          run: (signal) => sweepMedia(services(), signal),
        },
      ]);
    },
    async stop() {
      isStopped = true;
      for (const id of waiters.keys()) settled(id);
      await repetitions?.stop();
      await queue.stop();
    },
    async idle() {
      await queue.idle();
    },
  };

  /** Resolves when the file is settled, on timeout, or when the signal aborts. */
  function nextSettled(id: string, ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const of = waiters.get(id) ?? new Set();
    waiters.set(id, of.add(resolve));
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal?.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      of.delete(resolve);
      if (of.size === 0) waiters.delete(id);
    });
  }

  return store;
}
