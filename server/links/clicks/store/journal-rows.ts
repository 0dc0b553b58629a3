import { DAY_MS } from '../../../../shared/durations';
import { runStatement, timeValue, type Database, type Store } from '../../../db/database';
import { uuidText } from '../../../db/uuid';

/** A delayed commit arrives within this time. */
const MAX_COMMIT_DELAY_MS = DAY_MS;
/** Segment number of a batch that was moved from the local disk; `byte_offset` is then the time of the move. */
const MOVED_SEGMENT = 1;

export interface LocalBatch {
  id: string;
  /** A commit of the batch was begun and may have succeeded without an answer. */
  wasTried: boolean;
  clicks: readonly { id: string; linkId: string; at: number }[];
  sealed: string;
}

export interface JournalRows {
  /** Commits a batch, unless it was moved from the local disk: then this is a delayed attempt. */
  insert(row: { id: string; sealed: string }): Promise<void>;
  position(file: string): Promise<number>;
  /** One transaction. Returns false when another process moved the position. */
  moveBatches(file: string, from: number, to: number, batches: readonly LocalBatch[]): Promise<boolean>;
}

export const createJournalRows = (database: Database): JournalRows => ({
  async insert({ id, sealed }) {
    await runStatement(
      database,
      `insert into click_journal (id, sealed, created_at) select $1, $2, $3
       where not exists (select from click_positions where journal = $1)`,
      [id, sealed, timeValue(Date.now())],
    );
  },

  async position(file) {
    const [row] = await runStatement(database, 'select byte_offset from click_positions where journal = $1', [file]);
    return Number(row?.[0] ?? 0);
  },

  moveBatches: (file, from, to, batches) =>
    database.transaction(async (tx) => {
      const moved = await runStatement(
        tx,
        `insert into click_positions (journal, segment, byte_offset) values ($1, 0, $2)
         on conflict (journal) do update set byte_offset = $2 where click_positions.byte_offset = $3
         returning journal`,
        [file, to, from],
      );
      if (moved.length === 0) return false;
      await runStatement(tx, 'delete from click_positions where segment = $1 and byte_offset < $2', [
        MOVED_SEGMENT,
        Date.now() - MAX_COMMIT_DELAY_MS,
      ]);
      for (const batch of batches) {
        if (batch.wasTried) {
          if (await isSaved(tx, batch)) continue;
          await runStatement(tx, 'insert into click_positions (journal, segment, byte_offset) values ($1, $2, $3)', [
            batch.id,
            MOVED_SEGMENT,
            Date.now(),
          ]);
        }
        await save(tx, batch);
      }
      return true;
    }),
});

async function save(tx: Store, { id, sealed }: LocalBatch): Promise<void> {
  await runStatement(
    tx,
    'insert into click_journal (id, sealed, created_at) values ($1, $2, $3) on conflict do nothing',
    [id, sealed, timeValue(Date.now())],
  );
}

async function isSaved(tx: Store, { id, clicks }: LocalBatch): Promise<boolean> {
  // The lock waits for a drain that is deleting the row, so that its clicks are visible afterwards.
  const rows = await runStatement(tx, 'select id from click_journal where id = $1 for update', [id]);
  if (rows.length > 0) return true;
  const [row] = await runStatement(
    tx,
    `select count(*) from link_clicks join unnest(
       string_to_array($1, ',')::uuid[], string_to_array($2, ',')::timestamptz[], string_to_array($3, ',')::uuid[]
     ) as tried (link_id, created_at, id) using (link_id, created_at, id)`,
    [
      clicks.map(({ linkId }) => uuidText(linkId)).join(),
      clicks.map(({ at }) => timeValue(at)).join(),
      clicks.map((click) => uuidText(click.id)).join(),
    ],
  );
  return Number(row?.[0]) > 0;
}
