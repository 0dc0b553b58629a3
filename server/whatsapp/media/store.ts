import { and, eq, isNull } from 'drizzle-orm';

import { engine } from '../../db/engine';
import { scoped } from '../../db/scoped';
import { repeat, type Repetition } from '../../schedule';
import { waMedia } from '../schema/media';
import { claimMedia, findMediaUpload, noteMediaUpload, purgeMediaUploads } from '../system/media';
import { isThere, pathOf } from './disk';
import { PROVIDER_MS } from './fetch';
import { expireOldMedia, sweepMedia } from './retention';
import { runMedia } from './run';
import { noteRemote, takeOutgoing } from './take';
import type { MediaRow, MediaStore, MediaStoreOptions } from './types';

const LOOK_EVERY_MS = 1000;
const RETENTION_EVERY_MS = 600_000;
const SWEEP_EVERY_MS = 3_600_000;
const MAX_RUNNING = 8;
/** Longer than a download may take, so that nobody else begins the same one. */
const LEASE_MS = PROVIDER_MS + 60_000;
/** Another process may have fetched it. */
const ASK_AGAIN_MS = 1000;
/** What a provider keeps of an upload, less the time that a message may wait with it. */
const UPLOAD_KEPT_MS = 29 * 86_400_000;

export function createMediaStore(options: MediaStoreOptions): MediaStore {
  const { services, me } = options;
  const running = new Map<string, Promise<void>>();
  const waiters = new Map<string, Set<() => void>>();
  let repetitions: Repetition[] = [];
  let looking: Promise<void> = Promise.resolve();
  const ending = new AbortController();
  let startedAt = -Infinity;

  const settled = (id: string): void => {
    for (const wake of waiters.get(id) ?? []) wake();
  };

  /** Begins what is due, as long as there is room. */
  async function lookOnce(): Promise<void> {
    while (!ending.signal.aborted && running.size < MAX_RUNNING) {
      const { store: database, now } = services();
      const until = new Date(now().getTime() + LEASE_MS);
      const rows = await claimMedia(database, {
        owner: me,
        now: now(),
        until,
        free: freeBefore(now()),
        limit: MAX_RUNNING - running.size,
      });
      if (rows.length === 0) return;
      for (const row of rows) begin(row);
    }
  }

  function begin(row: MediaRow): void {
    const work = runMedia(options, row, settled)
      // Its lease ends by itself, and then it is tried again.
      .catch((error: unknown) => services().log.error({ err: error, media: row.id }, 'media could not be settled'))
      .finally(() => {
        running.delete(row.id);
        store.wake();
      });
    running.set(row.id, work);
  }

  /** On SQLite, which has one process, a lease from before the start has nobody. */
  const freeBefore = (now: Date): Date =>
    engine === 'sqlite' ? new Date(Math.max(now.getTime(), startedAt + LEASE_MS - 1)) : now;

  /** One after the other: two at once would leave less room than there is. */
  const look = (): Promise<void> => (looking = looking.catch(() => undefined).then(lookOnce));

  const store: MediaStore = {
    async take(work, media) {
      const row = await takeOutgoing(work, media);
      if (row.status === 'pending') work.tx.store.afterCommit(() => store.wake());
      return row;
    },
    async receive(work, media) {
      const row = await noteRemote(work, media);
      work.tx.store.afterCommit(() => store.wake());
      return row;
    },
    async local({ id, workspaceId, instanceId, status, sha256, mimeType, size, filename }) {
      if (status !== 'ready' || sha256 === null) return undefined;
      const { config, store: database, now } = services();
      const path = pathOf(config, workspaceId, sha256);
      if (!(await isThere(path, size))) return undefined;
      const upload = { workspaceId, instanceId, sha256, mimeType, now: now() };
      const providerMediaId = (await findMediaUpload(database, upload)) ?? null;
      return { id, path, mimeType, size, sha256, filename, providerMediaId };
    },
    async noteUpload({ id, workspaceId }, upload) {
      const { store: database, now } = services();
      const expiresAt = new Date(now().getTime() + UPLOAD_KEPT_MS);
      await noteMediaUpload(database, { workspaceId, instanceId: id, ...upload, expiresAt });
    },
    async whenSettled(row, ms, signal) {
      const { store: database, now } = services();
      const db = scoped(database, row.workspaceId);
      if (row.status !== 'pending') return row;
      const isIdle = and(eq(waMedia.id, row.id), eq(waMedia.status, 'pending'), isNull(waMedia.nextTryAt));
      const demanded = await db.update(waMedia, isIdle, { nextTryAt: now() });
      if (demanded.length > 0) store.wake();

      const until = performance.now() + ms;
      for (;;) {
        const told = nextSettled(row.id, Math.min(ASK_AGAIN_MS, until - performance.now()), signal);
        const found = await db.get(waMedia, row.id);
        if (found?.status !== 'pending' || performance.now() >= until || signal?.aborted) return found;
        await told;
      }
    },
    wake() {
      if (repetitions.length === 0 || ending.signal.aborted) return;
      look().catch((error: unknown) => services().log.error({ err: error }, 'looking for media failed'));
    },
    start() {
      const { log, store: database, now } = services();
      startedAt = now().getTime();
      const retention = async (signal: AbortSignal): Promise<void> => {
        await expireOldMedia(services(), signal);
        await purgeMediaUploads(database, services().now());
      };
      repetitions = [
        repeat({ name: 'media', everyMs: LOOK_EVERY_MS, run: look }, log),
        repeat({ name: 'media retention', everyMs: RETENTION_EVERY_MS, jitter: 0.1, run: retention }, log),
        repeat(
          {
            name: 'files of media',
            everyMs: SWEEP_EVERY_MS,
            jitter: 0.1,
            run: (signal) => sweepMedia(services(), signal),
          },
          log,
        ),
      ];
    },
    async stop() {
      ending.abort();
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      await looking.catch(() => undefined);
      await Promise.all(running.values());
    },
    async idle() {
      for (;;) {
        await look();
        if (running.size === 0) return;
        await Promise.all(running.values());
      }
    },
  };

  /** Resolves when the file is settled here, when the time is over, or when nobody waits any more. */
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
