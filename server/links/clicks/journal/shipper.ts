import { newId } from '../../../../shared/ids';
import { within } from '../../../deadline';
import type { Log } from '../../../log';
import type { StoredBatch } from '../store/batches-file';
import type { JournalRows, LocalBatch } from '../store/journal-rows';
import type { LocalJournal } from './local';
import type { ClickRecord } from './record';
import { clickText } from './record-fields';
import { createBatchOpener, createBatchSealer, MAX_CHARACTERS } from './sealed-batches';

const MAX_BATCHES = 500;
const ANSWER_MS = 2000;

interface ShipperOptions {
  local: LocalJournal;
  rows: JournalRows;
  secretKey: Uint8Array;
  log: Log;
  countBad: (batches: number) => void;
}

/** Ids of one process sort by time. */
export const newRowId = (): string => newId('clicks');

/** Moves each local batch once. Returns false when the database does not answer. */
export function createShipper({ local, rows, secretKey, log, countBad }: ShipperOptions): () => Promise<boolean> {
  const sealer = createBatchSealer(secretKey);
  const opener = createBatchOpener(secretKey);
  const positions = new Map<string, number>();

  const rowOf = ({ triedAs, clicks }: OpenBatch): LocalBatch => {
    const sealed = sealer.seal(`[${clicks.map(clickText).join()}]`).toString('base64');
    return { id: triedAs ?? newRowId(), wasTried: triedAs !== undefined, clicks, sealed };
  };
  const step = async (): Promise<boolean> => {
    const id = local.read((file) => file.id);
    if (id === undefined) return false;
    const from = positions.get(id) ?? (await withTimeout(rows.position(id)));
    positions.set(id, from);
    const batches = local.read((file) => (file.id === id ? file.after(from, MAX_BATCHES) : [])) ?? [];
    const to = batches.at(-1)?.no;
    if (to === undefined) return false;
    const opened = batches.flatMap(({ triedAs, sealed }: StoredBatch): OpenBatch[] => {
      const clicks = opener.open(sealed);
      return clicks === undefined ? [] : [{ triedAs, clicks }];
    });
    if (!(await withTimeout(rows.moveBatches(id, from, to, mergeBatches(opened).map(rowOf))))) {
      positions.delete(id);
      return true;
    }
    positions.set(id, to);
    countBad(batches.length - opened.length);
    local.countedTo(id, to);
    return batches.length === MAX_BATCHES;
  };

  return async () => {
    try {
      while (await step());
      return true;
    } catch (error) {
      log.debug({ err: error }, 'local clicks not taken over yet');
      positions.clear();
      return false;
    }
  };
}

interface OpenBatch {
  triedAs: string | undefined;
  clicks: ClickRecord[];
}

function mergeBatches(batches: readonly OpenBatch[]): OpenBatch[] {
  const rows: OpenBatch[] = [];
  let characters = 0;
  for (const { triedAs, clicks } of batches) {
    const own = clicks.reduce((sum, click) => sum + clickText(click).length + 1, 0);
    const last = rows.at(-1);
    if (last && last.triedAs === undefined && triedAs === undefined && characters + own < MAX_CHARACTERS) {
      last.clicks.push(...clicks);
      characters += own;
    } else {
      rows.push({ triedAs, clicks });
      characters = own;
    }
  }
  return rows;
}

const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  within(work, ANSWER_MS, () => new Error('The database takes too long.'));
