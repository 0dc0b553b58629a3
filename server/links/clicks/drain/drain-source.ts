import { createJournalReader } from '../journal/reader';
import type { ClickRecord } from '../journal/record';
import { createRowOpener } from '../journal/sealed-rows';
import { type Position, START } from '../journal/types';
import type { DrainStore, DrainTx } from '../store/drain-store';

/** What was read, and how it is marked as read within the transaction that counts it. */
export interface SourceBatch {
  clicks: ClickRecord[];
  badFrames: number;
  claim(tx: DrainTx): Promise<boolean>;
  /** It is counted: the next reading goes on behind it. */
  done(): void;
}

/** Where the drain reads. */
interface DrainSource {
  next(most: number): Promise<SourceBatch | undefined>;
  /** Journals as far as they are counted. */
  positions(): ReadonlyMap<string, Position>;
  /** What is counted will survive a power cut: removes journals that have ended. */
  safe(): Promise<void>;
  /** Forgets how far it read: a batch failed, or somebody else drained. */
  reset(): void;
}

const MOVE = `update click_positions set segment = $1, byte_offset = $2
  where journal = $3 and segment = $4 and byte_offset = $5 returning journal`;

/** SQLite: the journals of all processes of the file. */
export function createFileSource(store: DrainStore, folder: string, secretKey: Uint8Array): DrainSource {
  const reader = createJournalReader({ folder, secretKey });
  const positions = new Map<string, Position>();
  const ended = new Set<string>();

  const positionOf = async (journal: string): Promise<Position> => {
    const known = positions.get(journal);
    if (known) return known;
    await store.run(
      'insert into click_positions (journal, segment, byte_offset) values ($1, $2, $3) on conflict do nothing',
      [journal, START.segment, START.offset],
    );
    const [row] = await store.run('select segment, byte_offset from click_positions where journal = $1', [journal]);
    const position = row ? { segment: Number(row[0]), offset: Number(row[1]) } : START;
    positions.set(journal, position);
    return position;
  };

  return {
    positions: () => positions,
    reset: () => positions.clear(),

    async next(most) {
      for (const journal of reader.journals()) {
        if (ended.has(journal)) continue;
        const from = await positionOf(journal);
        const { clicks, position, badFrames, hasMore, ended: isOver } = reader.read(journal, from, most);
        const done = (): void => {
          positions.set(journal, position);
          if (isOver && !hasMore) ended.add(journal);
        };
        if (position.segment === from.segment && position.offset === from.offset) {
          done();
          continue;
        }
        return {
          clicks,
          badFrames,
          done,
          claim: async (tx) => {
            const values = [position.segment, position.offset, journal, from.segment, from.offset];
            return (await tx.run(MOVE, values)).length > 0;
          },
        };
      }
      return undefined;
    },

    async safe() {
      for (const journal of ended) {
        reader.remove(journal);
        await store.run('delete from click_positions where journal = $1', [journal]);
        ended.delete(journal);
        positions.delete(journal);
      }
    },
  };
}

const MOST_ROWS = 500;

/** PostgreSQL: the rows of `click_journal`; `isMine` holds the right to drain until the commit. */
export function createRowSource(
  store: DrainStore,
  secretKey: Uint8Array,
  isMine: (tx: DrainTx) => Promise<boolean>,
): DrainSource {
  const opener = createRowOpener(secretKey);
  return {
    positions: () => new Map(),
    reset: () => {},
    safe: async () => {},

    async next(most) {
      const rows = await store.run(`select id, sealed from click_journal order by id limit ${MOST_ROWS}`);
      const ids: string[] = [];
      const clicks: ClickRecord[] = [];
      let badFrames = 0;
      for (const [id, sealed] of rows) {
        if (clicks.length >= most) break;
        const opened = opener.open(String(sealed));
        if (opened === undefined) badFrames += 1;
        for (const click of opened ?? []) clicks.push(click);
        ids.push(String(id));
      }
      if (ids.length === 0) return undefined;
      return {
        clicks,
        badFrames,
        done: () => {},
        async claim(tx) {
          if (!(await isMine(tx))) return false;
          const places = ids.map((_, index) => `$${index + 1}`).join();
          const gone = await tx.run(`delete from click_journal where id in (${places}) returning id`, ids);
          if (gone.length !== ids.length) throw new Error('Rows of the click journal went meanwhile.');
          return true;
        },
      };
    },
  };
}
