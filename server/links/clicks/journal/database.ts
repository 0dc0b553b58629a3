import { within } from '../../../deadline';
import type { Log } from '../../../log';
import { repeat, type Repetition } from '../../../schedule';
import type { JournalRows } from '../store/journal-rows';
import type { LocalJournal } from './local';
import { createBatchSealer, MAX_CHARACTERS } from './sealed-batches';
import { createShipper, newRowId } from './shipper';
import type { JournalBatch, Sink } from './types';

const MAX_COMMITS = 2;
/** A slower database counts as unavailable. */
const COMMIT_MS = 2000;
const SHIP_MS = 200;

interface DatabaseSinkOptions {
  local: LocalJournal;
  rows: JournalRows;
  secretKey: Uint8Array;
  isFirst: boolean;
  log: Log;
  countBad: (frames: number) => void;
}

interface WaitingBatch extends JournalBatch {
  settle: (isSafe: boolean | Promise<boolean>) => void;
}

/** Uses the local disk while the database is unavailable; those batches are moved to the database later. */
export function createDatabaseSink(options: DatabaseSinkOptions): Sink {
  const { local, rows, secretKey, isFirst, log } = options;
  const sealer = createBatchSealer(secretKey);
  const shipAll = createShipper(options);
  let shipping: Repetition | undefined;
  let isUnavailable = false;
  let commits = 0;
  let waiting: WaitingBatch[] = [];

  const commit = async (text: string): Promise<boolean> => {
    const id = newRowId();
    const sealed = sealer.seal(text).toString('base64');
    commits += 1;
    try {
      await within(rows.insert({ id, sealed }), COMMIT_MS, () => new Error('The commit takes too long.'));
      return true;
    } catch (error) {
      if (!isUnavailable) log.warn({ err: error }, 'the database is away; clicks go to the local disk');
      isUnavailable = true;
      // The commit may have succeeded, so the shipper checks for that row.
      return await local.append(text, id);
    } finally {
      commits -= 1;
      commitWaiting();
    }
  };
  const commitWaiting = (): void => {
    if (waiting.length === 0 || (commits >= MAX_COMMITS && !isUnavailable)) return;
    const group = nextGroup(waiting);
    waiting = waiting.slice(group.length);
    const text = `[${group.map((batch) => batch.text.slice(1, -1)).join()}]`;
    const isSafe = isUnavailable ? local.append(text) : commit(text);
    for (const batch of group) batch.settle(isSafe);
    commitWaiting();
  };
  const isIdle = (): boolean => isFirst && !isUnavailable;
  const ship = async (): Promise<void> => {
    if (!(await shipAll())) return;
    if (isUnavailable) log.info('database available again');
    isUnavailable = false;
  };

  return {
    write({ text, count }) {
      if (!isFirst || isUnavailable) return local.append(text);
      if (commits < MAX_COMMITS && waiting.length === 0) return commit(text);
      return new Promise((settle) => waiting.push({ text, count, settle }));
    },
    async start() {
      shipping = repeat({ name: 'click journal', everyMs: SHIP_MS, firstMs: 0, isIdle, run: ship }, log);
    },
    async stop() {
      await shipping?.stop();
      await shipAll();
      await local.stop();
    },
  };
}

function nextGroup(waiting: readonly WaitingBatch[]): WaitingBatch[] {
  let characters = 0;
  const end = waiting.findIndex(({ text }, index) => {
    characters += text.length + 1;
    return index > 0 && characters > MAX_CHARACTERS;
  });
  return end < 0 ? [...waiting] : waiting.slice(0, end);
}
