import { runStatement, timeValue, type Database, type Store } from '../../../db/database';
import { uuidText } from '../../../db/uuid';

/** The segment of a journal that no longer exists; its offset is the time of the end. */
const ENDED = Number.MAX_SAFE_INTEGER;
/** Longer than any batch can be on its way to the database. */
const ENDED_MS = 86_400_000;

interface Place {
  segment: number;
  offset: number;
}

export interface LocalBatch {
  id: string;
  /** A commit was begun, and may still succeed without an answer. */
  wasTried: boolean;
  clicks: readonly { id: string; linkId: string; at: number }[];
  sealed: string;
}

export interface JournalRows {
  /**
   * Commits a batch. False, with nothing written, if tried batches of this journal were taken over since its `epoch`.
   */
  insert(row: { id: string; sealed: string; journal: string; epoch: number }): Promise<boolean>;
  epoch(journal: string): Promise<number>;
  position(journal: string): Promise<Place>;
  /** Inserts local batches and moves the position in one step; false if another process has moved it. */
  takeOver(journal: string, from: Place, to: Place, batches: readonly LocalBatch[]): Promise<boolean>;
  /** Marks the journal as ended: nothing that was read from it before can be taken over any more. */
  end(journal: string): Promise<void>;
}

export const createJournalRows = (database: Database): JournalRows => ({
  async insert({ id, sealed, journal, epoch }) {
    const rows = await runStatement(
      database,
      `insert into click_journal (id, sealed, created_at) select $1, $2, $3
       where not exists (select from click_positions where journal = $4 and byte_offset > $5) returning id`,
      [id, sealed, timeValue(Date.now()), epochName(journal), epoch],
    );
    return rows.length > 0;
  },
  epoch: async (journal) => (await placeOf(database, epochName(journal))).offset,
  position: (journal) => placeOf(database, journal),

  takeOver: (journal, from, to, batches) =>
    database.transaction(async (tx) => {
      const moved = await runStatement(
        tx,
        `insert into click_positions (journal, segment, byte_offset) values ($1, $2, $3)
         on conflict (journal) do update set segment = $2, byte_offset = $3
         where click_positions.segment = $4 and click_positions.byte_offset = $5
         returning journal`,
        [journal, to.segment, to.offset, from.segment, from.offset],
      );
      if (moved.length === 0) return false;
      if (batches.some(({ wasTried }) => wasTried)) await nextEpoch(tx, journal);
      for (const batch of batches) {
        if (!batch.wasTried || !(await isKept(tx, batch))) await keep(tx, batch);
      }
      return true;
    }),

  async end(journal) {
    const now = Date.now();
    await runStatement(
      database,
      `insert into click_positions (journal, segment, byte_offset) values ($1, $2, $3)
       on conflict (journal) do update set segment = $2, byte_offset = $3`,
      [journal, ENDED, now],
    );
    await runStatement(
      database,
      `delete from click_positions where journal in (
         select unnest(array[journal, journal || '.epoch']) from click_positions
         where segment = $1 and byte_offset < $2)`,
      [ENDED, now - ENDED_MS],
    );
  },
});

const epochName = (journal: string): string => `${journal}.epoch`;

async function placeOf(store: Store, journal: string): Promise<Place> {
  const [row] = await runStatement(store, 'select segment, byte_offset from click_positions where journal = $1', [
    journal,
  ]);
  return { segment: Number(row?.[0] ?? 0), offset: Number(row?.[1] ?? 0) };
}

async function nextEpoch(tx: Store, journal: string): Promise<void> {
  await runStatement(
    tx,
    `insert into click_positions (journal, segment, byte_offset) values ($1, 0, 1)
     on conflict (journal) do update set byte_offset = click_positions.byte_offset + 1`,
    [epochName(journal)],
  );
}

async function keep(tx: Store, { id, sealed }: LocalBatch): Promise<void> {
  await runStatement(
    tx,
    'insert into click_journal (id, sealed, created_at) values ($1, $2, $3) on conflict do nothing',
    [id, sealed, timeValue(Date.now())],
  );
}

async function isKept(tx: Store, { id, clicks }: LocalBatch): Promise<boolean> {
  // The lock waits for a drain that is about to delete the row; only then its clicks are visible.
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
