import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { placeholders } from '../../../db/sql-text';
import type { ClickRecord } from '../journal/record';
import { createBatchOpener } from '../journal/sealed-batches';
import { BATCHES_FILE, type BatchesFile, isDamaged, openBatchesFile } from '../store/batches-file';
import type { DrainStore, DrainTx } from '../store/drain-store';

export interface SourceBatch {
  clicks: ClickRecord[];
  badBatches: number;
  claim(tx: DrainTx): Promise<boolean>;
  done(): void;
}

export interface DrainPosition {
  id: string;
  no: number;
}

interface DrainSource {
  next(max: number): Promise<SourceBatch | undefined>;
  /** Makes the read batches survive a power failure before their counts do. */
  sync(): Promise<void>;
  position(): DrainPosition | undefined;
  /** Forgets the position after a failed batch or a change of the draining process. */
  reset(): void;
  close(): void;
}

const MAX_ROWS = 500;
/** Each checkpoint syncs the log once. */
const CHECKPOINT_MS = 2000;
const MOVE_POSITION = `update click_positions set byte_offset = $1 where journal = $2 and byte_offset = $3 returning journal`;

export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
}

const readUndamaged = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw isDamaged(error) ? new JournalDamaged(String(error)) : error;
  }
};

export function createFileSource(store: DrainStore, folder: string, secretKey: Uint8Array): DrainSource {
  const path = join(folder, BATCHES_FILE);
  const opener = createBatchOpener(secretKey);
  let file: BatchesFile | undefined;
  let position: DrainPosition | undefined;
  let checkpointAt = 0;

  const close = (): void => {
    file?.close();
    file = undefined;
    position = undefined;
  };
  const current = (): BatchesFile | undefined => {
    // The writer may have moved the file aside.
    if (file?.isCurrent() === false) close();
    if (file === undefined && existsSync(path)) file = openBatchesFile(path);
    return file;
  };
  const positionIn = async ({ id }: BatchesFile): Promise<DrainPosition> => {
    if (position?.id === id) return position;
    await store.run(
      'insert into click_positions (journal, segment, byte_offset) values ($1, 0, 0) on conflict do nothing',
      [id],
    );
    const [row] = await store.run('select byte_offset from click_positions where journal = $1', [id]);
    return (position = { id, no: Number(row?.[0]) });
  };

  return {
    position: () => position,
    reset: () => (position = undefined),
    close,
    sync: async () => file?.sync(),

    async next(max) {
      const own = readUndamaged(current);
      if (own === undefined) return undefined;
      const from = await positionIn(own);
      const clicks: ClickRecord[] = [];
      let badBatches = 0;
      let no = from.no;
      const read = () => readUndamaged(() => own.after(no, MAX_ROWS));
      for (let rows = read(); rows.length > 0; rows = read()) {
        for (const { sealed } of rows) {
          const opened = opener.open(sealed);
          if (opened === undefined) badBatches += 1;
          for (const click of opened ?? []) clicks.push(click);
        }
        no = rows.at(-1)?.no ?? no;
        if (clicks.length >= max) break;
      }
      if (performance.now() - checkpointAt > CHECKPOINT_MS) {
        readUndamaged(() => own.checkpoint());
        checkpointAt = performance.now();
      }
      if (no === from.no) return undefined;
      return {
        clicks,
        badBatches,
        done: () => (position = { id: from.id, no }),
        claim: async (tx) => (await tx.run(MOVE_POSITION, [no, from.id, from.no])).length > 0,
      };
    },
  };
}

export function createRowSource(
  store: DrainStore,
  secretKey: Uint8Array,
  isMine: (tx: DrainTx) => Promise<boolean>,
): DrainSource {
  const opener = createBatchOpener(secretKey);
  return {
    position: () => undefined,
    reset: () => {},
    sync: async () => {},
    close: () => {},

    async next(max) {
      const rows = await store.run(`select id, sealed from click_journal order by id limit ${MAX_ROWS}`);
      const ids: string[] = [];
      const clicks: ClickRecord[] = [];
      let badBatches = 0;
      for (const [id, sealed] of rows) {
        if (clicks.length >= max) break;
        const opened = opener.open(Buffer.from(String(sealed), 'base64'));
        if (opened === undefined) badBatches += 1;
        for (const click of opened ?? []) clicks.push(click);
        ids.push(String(id));
      }
      if (ids.length === 0) return undefined;
      return {
        clicks,
        badBatches,
        done: () => {},
        async claim(tx) {
          if (!(await isMine(tx))) return false;
          const parameters = placeholders(ids);
          const deleted = await tx.run(`delete from click_journal where id in (${parameters}) returning id`, ids);
          if (deleted.length !== ids.length) throw new Error('Rows of the click journal went meanwhile.');
          return true;
        },
      };
    },
  };
}
