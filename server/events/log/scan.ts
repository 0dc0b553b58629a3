import { and, asc, desc, gt, lte, sql, type SQL } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import { events } from '../schema';

export type EventRow = typeof events.$inferSelect;

/** Numbers that one slice covers, a few milliseconds of work: on SQLite a query holds up everybody. */
export const SLICE = 2048;
/** Numbers that one page looks at; the next goes on from there. */
const SEARCHED = 500_000;

interface Stretch {
  order: 'asc' | 'desc';
  /** The number before the first. */
  after: number;
  /** The last number. */
  until: number;
  /** Events to return at most. */
  most: number;
  where: SQL | undefined;
  /** An index leads from `where` to the few that there are: all of the stretch is one slice. */
  isFew?: boolean;
  /** What no condition can say. */
  keep?: (row: EventRow) => boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Events of a stretch of the log, found slice by slice, so that others get their turn. `end` is the number that it looked
 * up to when something of the stretch may be left.
 */
export async function scanEvents(db: ScopedDb, stretch: Stretch): Promise<{ rows: EventRow[]; end?: number }> {
  const { order, most, where, isFew = false, keep = () => true, signal } = stretch;
  const slice = isFew ? Infinity : SLICE;
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

/** Numbers above `after`, up to `until`. With the sign SQLite does not take their index instead of a better one. */
const within = (after: number, until: number, isFew: boolean): SQL | undefined =>
  isFew
    ? sql`+${events.sequence} > ${after} and +${events.sequence} <= ${until}`
    : and(gt(events.sequence, after), lte(events.sequence, until));
