import { and, asc, desc, gt, lt, type InferSelectModel, type SQL } from 'drizzle-orm';

import type { Page } from '../shared/page';
import type { ScopedDb, TenantTable } from './db/scoped';
import { ApiError } from './errors';
import { sha256Hex } from './secrets/tokens';
import { isStorable } from './storable';

interface PageRequest {
  limit: number;
  cursor?: string | undefined;
  /** Newest first unless `asc`. Ids sort by creation. */
  order?: 'asc' | 'desc';
  where?: SQL | undefined;
  /** Every parameter except `limit` and `cursor`: a cursor is valid for the same values only. */
  filters: Record<string, unknown>;
}

/** Throws 400 `invalid_cursor`. */
export async function pageOfRows<T extends TenantTable, Item>(
  db: ScopedDb,
  table: T,
  request: PageRequest,
  present: (row: InferSelectModel<T>) => Item,
): Promise<Page<Item>> {
  const { limit, cursor, order = 'desc', where, filters } = request;
  const seal = sealOf(db.workspaceId, order, filters);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, seal);
  const beyond = after === undefined ? undefined : order === 'desc' ? lt(table.id, after) : gt(table.id, after);

  const rows = await db.select(table, {
    where: and(where, beyond),
    orderBy: [order === 'desc' ? desc(table.id) : asc(table.id)],
    limit: limit + 1,
  });
  return pageOfList(rows as (InferSelectModel<T> & { id: string })[], limit, seal, present);
}

/** `rows` has up to `limit + 1` entries, ordered by id. */
export function pageOfList<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  seal: string,
  present: (row: Row) => Item,
): Page<Item> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(present),
    has_more: last !== undefined,
    next_cursor: last ? writeCursor(last.id, seal) : null,
  };
}

/** Binds a cursor to its workspace, order and filters. */
export const sealOf = (workspaceId: string, order: string, filters: Record<string, unknown>): string =>
  sha256Hex(JSON.stringify([workspaceId, order, definedOf(filters)])).slice(0, 8);

const definedOf = (filters: Record<string, unknown>) =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

export const writeCursor = (position: string, seal: string): string =>
  Buffer.from(JSON.stringify([1, position, seal])).toString('base64url');

export function decodeCursor(cursor: string, seal: string): string {
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

export function readNumberCursor(cursor: string, seal: string): number {
  const position = decodeCursor(cursor, seal);
  if (!/^\d{1,15}$/.test(position)) throw new ApiError('invalid_cursor');
  return Number(position);
}
