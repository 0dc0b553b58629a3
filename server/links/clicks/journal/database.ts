import { within } from '../../../deadline';
import type { Log } from '../../../log';
import { repeat, type Repetition } from '../../../schedule';
import type { JournalRows } from '../store/journal-rows';
import type { FileJournal } from './file';
import { createRowSealer, newRowId } from './sealed-rows';
import { createShipper } from './shipper';
import { MOST_CHARACTERS, type Batch, type Sink } from './types';

/** Rows whose commits are under way at a time. */
const MOST_COMMITS = 2;
/** A database that takes longer is away. */
const COMMIT_MS = 2000;
const SHIP_MS = 200;

interface DatabaseSinkOptions {
  file: FileJournal;
  rows: JournalRows;
  folder: string;
  secretKey: Uint8Array;
  /** Batches go to the database first; else to the file, and from there to the database. */
  isFirst: boolean;
  log: Log;
  countBad: (frames: number) => void;
}

interface Waiting extends Batch {
  settle: (isSafe: boolean | Promise<boolean>) => void;
}

/**
 * PostgreSQL: a batch is a row of `click_journal`. While the database is away batches go to the local file, which is
 * taken over when it returns, so that the drain reads rows alone.
 */
export function createDatabaseSink(options: DatabaseSinkOptions): Sink {
  const { file, rows, secretKey, isFirst, log } = options;
  const sealer = createRowSealer(secretKey);
  const shipper = createShipper(options);
  let shipping: Repetition | undefined;
  let isAway = false;
  let commits = 0;
  /** As `click_positions` has it, or behind. */
  let epoch = 0;
  let waiting: Waiting[] = [];

  const keepLocally = (text: string): boolean | Promise<boolean> => file.append(text);

  const insert = async (id: string, text: string, state: { isGivenUp: boolean }): Promise<void> => {
    const sealed = sealer.seal(text);
    while (!(await rows.insert({ id, sealed, journal: file.id, epoch }))) {
      epoch = Math.max(epoch, await rows.epoch(file.id));
      // It stands in the local file by now.
      if (state.isGivenUp) return;
    }
  };
  const commit = async (text: string): Promise<boolean> => {
    const id = newRowId();
    const state = { isGivenUp: false };
    commits += 1;
    try {
      await within(insert(id, text, state), COMMIT_MS, () => new Error('The commit takes too long.'));
      return true;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'the database is away; clicks go to local files');
      isAway = true;
      state.isGivenUp = true;
      // Perhaps it was committed all the same: whoever takes it over looks for that row.
      return await keepLocally(`["${id}",${text.slice(1)}`);
    } finally {
      commits -= 1;
      proceed();
    }
  };
  const proceed = (): void => {
    if (waiting.length === 0 || (commits >= MOST_COMMITS && !isAway)) return;
    const group = takeGroup(waiting);
    waiting = waiting.slice(group.length);
    const text = `[${group.map((batch) => batch.text.slice(1, -1)).join()}]`;
    const isSafe = isAway ? keepLocally(text) : commit(text);
    for (const batch of group) batch.settle(isSafe);
    proceed();
  };
  const ship = async (): Promise<void> => {
    if (!(await shipper.ship())) return;
    if (isAway) log.info('the database is back');
    isAway = false;
  };

  return {
    write({ text, count }) {
      if (!isFirst || isAway) return keepLocally(text);
      if (commits < MOST_COMMITS && waiting.length === 0) return commit(text);
      return new Promise((settle) => waiting.push({ text, count, settle }));
    },
    async start() {
      shipping = repeat({ name: 'click journal', everyMs: SHIP_MS, firstMs: 0, run: ship }, log);
    },
    async stop() {
      await shipping?.stop();
      await shipper.ship();
      await file.stop();
      await shipper.clear();
    },
  };
}

/** The first batches that have room in one frame together. */
function takeGroup(waiting: readonly Waiting[]): Waiting[] {
  let characters = 0;
  const end = waiting.findIndex(({ text }, index) => {
    characters += text.length + 1;
    return index > 0 && characters > MOST_CHARACTERS;
  });
  return end < 0 ? [...waiting] : waiting.slice(0, end);
}
