import { and, asc, desc, gt, lte, sql, type SQL } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import { events } from '../schema';

type EventRow = typeof events.$inferSelect;

/** Numbers per query: SQLite runs one query at a time, so a long one delays every other request. */
export const EVENT_SLICE = 2048;
const SEARCHED = 500_000;

interface Stretch {
  order: 'asc' | 'desc';
  after: number;
  until: number;
  most: number;
  where: SQL | undefined;
  /** `where` is selective and has an index, so one slice covers the whole range. */
  isFew?: boolean;
  keep?: (row: EventRow) => boolean;
  signal?: AbortSignal | undefined;
}

/** `end` is the number at which the scan stopped when more may follow. */
export async function scanEvents(db: ScopedDb, stretch: Stretch): Promise<{ rows: EventRow[]; end?: number }> {
  const { order, most, where, isFew = false, keep = () => true, signal } = stretch;
  const slice = isFew ? Infinity : EVENT_SLICE;
  const rows: EventRow[] = [];
  let { after, until } = stretch;
  for (let searched = 0; after < until; searched += slice) {
    if (searched >= SEARCHED || signal?.aborted) return { rows, end: order === 'asc' ? after : until + 1 };
    const last = order === 'asc' ? Math.min(until, after + slice) : Math.max(after + 1, until - slice + 1);
    const wanted = most - rows.length;
    const found = await db.select(events, {
      where: and(where, order === 'asc' ? within(after, last, isFew) : within(last - 1, until, isFew)),
      orderBy: [order === 'asc' ? asc(events.sequence) : desc(events.sequence)],
      limit: wanted,
    });
    rows.push(...found.filter(keep));

    const end = found.length === wanted ? (found.at(-1)?.sequence ?? last) : last;
    if (order === 'asc') after = end;
    else until = end - 1;
    if (rows.length >= most) return after < until ? { rows, end } : { rows };
    await nextTurn();
  }
  return { rows };
}

/** The unary `+` keeps SQLite from using the index of numbers instead of a better one. */
const within = (after: number, until: number, isFew: boolean): SQL | undefined =>
  isFew
    ? sql`+${events.sequence} > ${after} and +${events.sequence} <= ${until}`
    : and(gt(events.sequence, after), lte(events.sequence, until));
