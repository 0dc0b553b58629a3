import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { MINUTE_MS } from '../../../../shared/durations';
import type { Log } from '../../../log';
import { BATCHES_FILE, type BatchesFile, isDamaged, moveAside, createBatchesFile } from '../store/batches-file';
import { createBatchOpener, createBatchSealer } from './sealed-batches';
import type { Backlog } from './types';

const SYNC_MS = 200;
const MEASURE_MS = 1000;
/** Pause after a refused write, since each attempt costs more than a click. */
const REFUSED_MS = 100;
const REPORT_MS = 10_000;
const RETRY_MS = 1000;
const SHRINK_MS = MINUTE_MS;
const SHRINK_BYTES = 16 * 1024 * 1024;

interface LocalJournalOptions {
  folder: string;
  secretKey: Uint8Array;
  /** `power` syncs clicks before they are acknowledged. */
  durability: 'process' | 'power';
  maxBytes: number;
  log: Log;
  countBad: (batches: number) => void;
}

export type LocalJournal = ReturnType<typeof createLocalJournal>;

/** Clicks are dropped while the disk refuses writes. */
export function createLocalJournal({ folder, secretKey, durability, maxBytes, log, countBad }: LocalJournalOptions) {
  const path = join(folder, BATCHES_FILE);
  const sealer = createBatchSealer(secretKey);
  const opener = createBatchOpener(secretKey);
  let file: BatchesFile | undefined;
  let counted = 0;
  let bytes = 0;
  let measuredAt = -Infinity;
  let refusedAt = -Infinity;
  let hasRefused = false;
  let reportedAt = -Infinity;
  let shrunkAt = Date.now();
  let syncTimer: ReturnType<typeof setTimeout> | undefined;
  let deleteTimer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const report = (message: string, error?: unknown): void => {
    const now = performance.now();
    if (now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    log.error({ err: error, folder }, message);
  };
  const close = (): void => {
    clearTimeout(deleteTimer);
    deleteTimer = undefined;
    file?.close();
    file = undefined;
  };
  const setAside = (error?: unknown): void => {
    const isOwn = file?.isCurrent() ?? true;
    close();
    counted = 0;
    if (!isOwn) return;
    moveAside(path);
    countBad(1);
    log.error({ err: error, path }, 'the click journal is unreadable and was moved aside');
  };
  const open = (): BatchesFile => {
    if (file !== undefined) return file;
    file = createBatchesFile(path, () => sealer.seal('[]'));
    if (opener.open(file.proof) !== undefined) return file;
    setAside();
    return (file = createBatchesFile(path, () => sealer.seal('[]')));
  };
  const attempt = <T>(work: (file: BatchesFile) => T): T | undefined => {
    if (performance.now() - refusedAt < REFUSED_MS) return undefined;
    try {
      return work(open());
    } catch (error) {
      if (isDamaged(error)) setAside(error);
      else {
        refusedAt = performance.now();
        hasRefused = true;
        report('the click journal cannot be written; clicks are dropped', error);
      }
      return undefined;
    }
  };
  const isFull = (own: BatchesFile): boolean => {
    const now = performance.now();
    if (bytes >= maxBytes || now - measuredAt > MEASURE_MS) {
      bytes = own.usedBytes();
      measuredAt = now;
    }
    if (bytes < maxBytes) return false;
    report('the click journal is full; clicks are dropped');
    return true;
  };
  const startSync = (): Promise<void> => {
    next = undefined;
    running = (file?.sync() ?? Promise.resolve()).finally(() => (running = undefined));
    return running;
  };
  const sync = (): Promise<void> => {
    if (running === undefined) return startSync();
    next ??= running.catch(() => {}).then(startSync);
    return next;
  };
  const syncSafely = (): Promise<boolean> =>
    sync().then(
      () => true,
      (error: unknown) => {
        report('the click journal cannot be synced', error);
        return false;
      },
    );
  /** In slices, so that redirects run in between. */
  const deleteCounted = (): void => {
    deleteTimer = undefined;
    const delayMs = attempt((own) => {
      if (own.deleteSlice(counted)) return 0;
      if (own.oldestAt(0) !== undefined) return Infinity;
      const isUrgent = hasRefused || own.fileBytes() > SHRINK_BYTES;
      const untilShrinkMs = isUrgent ? 0 : shrunkAt + SHRINK_MS - Date.now();
      if (untilShrinkMs > 0) return untilShrinkMs;
      own.shrink();
      shrunkAt = Date.now();
      hasRefused = false;
      return Infinity;
    });
    if (delayMs !== Infinity) scheduleDelete(delayMs ?? RETRY_MS);
  };
  const scheduleDelete = (milliseconds: number): void => {
    clearTimeout(deleteTimer);
    deleteTimer = setTimeout(deleteCounted, milliseconds).unref();
  };
  const isPresent = (): boolean => file !== undefined || existsSync(path);

  return {
    append(text: string, triedAs?: string): boolean | Promise<boolean> {
      const isStored = attempt((own) => {
        if (isFull(own)) return false;
        const sealed = sealer.seal(text);
        own.add(sealed, Date.now(), triedAs);
        bytes += sealed.length;
        return true;
      });
      if (isStored !== true) return false;
      if (durability === 'power') return syncSafely();
      syncTimer ??= setTimeout(() => {
        syncTimer = undefined;
        void syncSafely();
      }, SYNC_MS);
      return true;
    },
    read: <T>(work: (file: BatchesFile) => T): T | undefined => (isPresent() ? attempt(work) : undefined),
    backlog(): Backlog {
      const none = { bytes: 0, oldestAt: null };
      const found = isPresent()
        ? attempt((own) => ({ bytes: own.usedBytes(), oldestAt: own.oldestAt(counted) }))
        : none;
      return found?.oldestAt ? { bytes: found.bytes, oldestAt: found.oldestAt } : none;
    },
    isWaiting: () => isPresent() && attempt((own) => own.oldestAt(counted) === undefined) !== true,
    /** Call it once the batches are durably counted. */
    countedTo(id: string, no: number): void {
      if (file?.id !== id || no <= counted) return;
      counted = no;
      scheduleDelete(0);
    },
    setAside,
    start: () => void attempt(open),
    async stop(): Promise<void> {
      clearTimeout(syncTimer);
      if (file !== undefined) await syncSafely();
      close();
    },
  };
}
