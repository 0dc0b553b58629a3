import { and, asc, desc, getTableName, gt, lt, type InferSelectModel, type SQL } from 'drizzle-orm';

import type { Page } from '../shared/page';
import type { Awaitable } from './awaitable';
import type { ScopedDb, TenantTable } from './db/scoped';
import { ApiError } from './errors';
import { sha256Hex } from './secrets/tokens';
import { isStorable } from './storable';

type Order = 'asc' | 'desc';

interface PageRequest {
  limit: number;
  cursor?: string | undefined;
  /** Newest first unless `asc`. Ids sort by creation. */
  order?: Order;
  where?: SQL | undefined;
  /** Every parameter except `limit` and `cursor`: a cursor is valid for the same values only. */
  filters: Record<string, unknown>;
}

/** Throws 400 `invalid_cursor`. */
export async function pageOfRows<T extends TenantTable, Item>(
  db: ScopedDb,
  table: T,
  { limit, cursor, order = 'desc', where, filters }: PageRequest,
  present: (rows: InferSelectModel<T>[]) => Awaitable<Item[]>,
): Promise<Page<Item>> {
  const page = openPage(db.workspaceId, `${getTableName(table)} ${order}`, { ...filters, limit, cursor });
  const { after } = page;
  const beyond = after === undefined ? undefined : order === 'desc' ? lt(table.id, after) : gt(table.id, after);

  const rows = await db.select(table, {
    where: and(where, beyond),
    orderBy: [order === 'desc' ? desc(table.id) : asc(table.id)],
    limit: page.maxRows,
  });
  return page.answer(rows as (InferSelectModel<T> & { id: string })[], ({ id }) => id, present);
}

type Position = string | number;

/** The fields of a row that a cursor stores. */
type PositionOf<Row> = ((row: Row) => Position) | KeysOf<Row, Position>;
type KeysOf<Row, Value> = Row extends object
  ? { [Key in keyof Row]: Row[Key] extends Value ? Key : never }[keyof Row]
  : never;

interface OpenPage {
  /** The position of the last row of the previous page. */
  after: string | undefined;
  /** Throws 400 `invalid_cursor` if the position is not a number. */
  afterNumber: () => number | undefined;
  /** One more than the limit, to learn whether another page follows. */
  maxRows: number;
  /** `rows` has up to `maxRows` entries, in the order of the list. `end`: where a search stopped before its end. */
  cut: <Row>(rows: readonly Row[], position: PositionOf<Row>, end?: Position) => Page<Row>;
  answer: <Row, Item>(
    rows: readonly Row[],
    position: PositionOf<Row>,
    present: (rows: Row[]) => Awaitable<Item[]>,
    end?: Position,
  ) => Promise<Page<Item>>;
}

/** A cursor is valid for one list in one order, and the same filters only. Throws 400 `invalid_cursor`. */
export function openPage(
  workspaceId: string,
  list: string,
  { limit, cursor, ...filters }: { limit: number; cursor?: string | undefined; [filter: string]: unknown },
): OpenPage {
  const seal = sealOf(workspaceId, list, filters);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, seal);

  const cut: OpenPage['cut'] = (rows, position, end) => {
    const data = rows.slice(0, limit);
    const last = rows.length > limit ? data.at(-1) : undefined;
    const next = last === undefined ? end : positionIn(last, position);
    return {
      data,
      has_more: next !== undefined,
      next_cursor: next === undefined ? null : encodeCursor(String(next), seal),
    };
  };
  return {
    after,
    afterNumber: () => (after === undefined ? undefined : numberIn(after)),
    maxRows: limit + 1,
    cut,
    answer: async (rows, position, present, end) => {
      const page = cut(rows, position, end);
      return { ...page, data: await present(page.data) };
    },
  };
}

/** For short lists. `items` may have any order. */
export function pageInMemory<Row, Item>(
  page: OpenPage,
  items: readonly Row[],
  order: Order,
  position: PositionOf<Row>,
  present: (rows: Row[]) => Awaitable<Item[]>,
): Promise<Page<Item>> {
  const { after } = page;
  const isBefore = (a: Position, b: Position): boolean => (order === 'desc' ? a > b : a < b);
  const rows = items
    .map((item) => ({ item, position: positionIn(item, position) }))
    .filter((one) => after === undefined || isBefore(after, one.position))
    .toSorted((a, b) => (isBefore(a.position, b.position) ? -1 : 1));
  return page.answer(rows, 'position', (shown) => present(shown.map(({ item }) => item)));
}

const positionIn = <Row>(row: Row, position: PositionOf<Row>): Position =>
  typeof position === 'function' ? position(row) : (row[position] as Position);

const sealOf = (workspaceId: string, list: string, filters: Record<string, unknown>): string =>
  sha256Hex(JSON.stringify([workspaceId, list, definedOf(filters)])).slice(0, 8);

const definedOf = (filters: Record<string, unknown>) =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

const encodeCursor = (position: string, seal: string): string =>
  Buffer.from(JSON.stringify([1, position, seal])).toString('base64url');

function decodeCursor(cursor: string, seal: string): string {
  try {
    // The seal is not secret, so a cursor can contain anything.
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(parsed) &&
      parsed.length === 3 &&
      parsed[0] === 1 &&
      parsed[2] === seal &&
      typeof parsed[1] === 'string' &&
      isStorable(parsed[1])
    ) {
      return parsed[1];
    }
  } catch {}
  throw new ApiError('invalid_cursor');
}

function numberIn(position: string): number {
  if (!/^\d{1,15}$/.test(position)) throw new ApiError('invalid_cursor');
  return Number(position);
}
