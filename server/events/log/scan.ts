import { and, asc, desc, gt, lte, sql, type SQL } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import { nextTurn } from '../../next-turn';
import { events } from '../schema';

type EventRow = typeof events.$inferSelect;

/** Numbers per query: SQLite runs one query at a time, so a long one delays every other request. */
export const SEQUENCES_PER_SCAN = 2048;
const MAX_SEARCHED_SEQUENCES = 500_000;

interface ScanRange {
  order: 'asc' | 'desc';
  after: number;
  until: number;
  maxRows: number;
  where: SQL | undefined;
  /** `where` is selective and has an index, so one slice covers the whole range. */
  isSelective?: boolean;
  keep?: (row: EventRow) => boolean;
  signal?: AbortSignal | undefined;
}

/** `end` is the number at which the scan stopped when more may follow. */
export async function scanEvents(db: ScopedDb, scanRange: ScanRange): Promise<{ rows: EventRow[]; end?: number }> {
  const { order, maxRows, where, isSelective = false, keep = () => true, signal } = scanRange;
  const slice = isSelective ? Infinity : SEQUENCES_PER_SCAN;
  const rows: EventRow[] = [];
  let { after, until } = scanRange;
  for (let searched = 0; after < until; searched += slice) {
    if (searched >= MAX_SEARCHED_SEQUENCES || signal?.aborted)
      return { rows, end: order === 'asc' ? after : until + 1 };
    const last = order === 'asc' ? Math.min(until, after + slice) : Math.max(after + 1, until - slice + 1);
    const wanted = maxRows - rows.length;
    const found = await db.select(events, {
      where: and(where, order === 'asc' ? within(after, last, isSelective) : within(last - 1, until, isSelective)),
      orderBy: [order === 'asc' ? asc(events.sequence) : desc(events.sequence)],
      limit: wanted,
    });
    rows.push(...found.filter(keep));

    const end = found.length === wanted ? (found.at(-1)?.sequence ?? last) : last;
    if (order === 'asc') after = end;
    else until = end - 1;
    if (rows.length >= maxRows) return after < until ? { rows, end } : { rows };
    await nextTurn();
  }
  return { rows };
}

/** The unary `+` keeps SQLite from using the index of numbers instead of a better one. */
const within = (after: number, until: number, isSelective: boolean): SQL | undefined =>
  isSelective
    ? sql`+${events.sequence} > ${after} and +${events.sequence} <= ${until}`
    : and(gt(events.sequence, after), lte(events.sequence, until));
