import { within } from '../../../deadline';
import type { Log } from '../../../log';
import type { JournalRows, LocalBatch } from '../store/journal-rows';
import type { FileJournal } from './file';
import { createJournalReader, type ReadBatch } from './reader';
import type { ClickRecord } from './record';
import { clickText } from './record-fields';
import { createRowSealer, newRowId } from './sealed-rows';
import { MOST_CHARACTERS, type Position } from './types';

/** Clicks of one transaction. */
const MOST_CLICKS = 4000;
const ANSWER_MS = 2000;

interface ShipperOptions {
  file: FileJournal;
  rows: JournalRows;
  folder: string;
  secretKey: Uint8Array;
  log: Log;
  countBad: (frames: number) => void;
}

/** Makes rows of `click_journal` of what stands in local files, those of ended processes too, each batch once. */
interface Shipper {
  /** Takes over what there is. False: the database does not answer. */
  ship(): Promise<boolean>;
  /** After the end of the own file: removes it, if all of it is taken over. */
  clear(): Promise<void>;
}

export function createShipper({ file, rows, folder, secretKey, log, countBad }: ShipperOptions): Shipper {
  const reader = createJournalReader({ folder, secretKey });
  const sealer = createRowSealer(secretKey);
  const positions = new Map<string, Position>();

  /** One transaction’s worth; returns whether there is more. */
  const step = async (journal: string): Promise<boolean> => {
    const from = positions.get(journal) ?? (await inTime(rows.position(journal)));
    positions.set(journal, from);
    const { batches, position, badFrames, hasMore, ended } = reader.readBatches(journal, from, MOST_CLICKS);
    if (position.segment !== from.segment || position.offset !== from.offset) {
      const local = groupsOf(batches).map(({ triedAs, clicks, text }): LocalBatch => {
        const sealed = sealer.seal(`[${text}]`);
        return { id: triedAs ?? newRowId(), wasTried: triedAs !== undefined, clicks, sealed };
      });
      if (!(await inTime(rows.takeOver(journal, from, position, local)))) {
        positions.delete(journal);
        return true;
      }
      positions.set(journal, position);
      countBad(badFrames);
    }
    if (journal === file.id) file.drainedTo(position);
    if (!ended) return hasMore;
    reader.remove(journal);
    positions.delete(journal);
    await inTime(rows.end(journal));
    return false;
  };
  const shipAll = async (): Promise<void> => {
    for (const journal of reader.journals()) {
      while (await step(journal));
    }
  };
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      log.debug({ err: error }, 'local clicks are not taken over yet');
      positions.clear();
      return false;
    }
  };

  return {
    ship: () => attempt(shipAll),
    async clear() {
      if (file.backlog().bytes > 0 || !reader.journals().includes(file.id)) return;
      reader.remove(file.id);
      await attempt(() => inTime(rows.end(file.id)));
    },
  };
}

interface Group {
  triedAs: string | undefined;
  clicks: ClickRecord[];
  text: string;
}

/** Batches that are one row each: tried ones by themselves, others together as long as there is room. */
function groupsOf(batches: readonly ReadBatch[]): Group[] {
  const groups: Group[] = [];
  for (const { triedAs, clicks } of batches) {
    const text = clicks.map(clickText).join();
    const last = groups.at(-1);
    if (last && last.triedAs === undefined && triedAs === undefined) {
      if (last.text.length + text.length < MOST_CHARACTERS) {
        last.clicks.push(...clicks);
        last.text += `,${text}`;
        continue;
      }
    }
    groups.push({ triedAs, clicks, text });
  }
  return groups;
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  within(work, ANSWER_MS, () => new Error('The database takes too long.'));
