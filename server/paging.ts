import { and, asc, desc, gt, lt, type InferSelectModel, type SQL } from 'drizzle-orm';

import type { Page } from '../shared/page';
import type { ScopedDb, TenantTable } from './db/scoped';
import { ApiError } from './errors';
import { sha256Hex } from './secrets/tokens';

interface PageRequest {
  limit: number;
  cursor?: string | undefined;
  /** Newest first unless `asc`. Ids sort by creation, so the id alone is the key of the order. */
  order?: 'asc' | 'desc';
  where?: SQL | undefined;
  /** All that shaped the list besides `limit` and `cursor`: a cursor fits only the same. */
  filters: Record<string, unknown>;
}

/** One page of a table of the workspace, in order of creation. Throws 400 `invalid_cursor`. */
export async function pageOfRows<T extends TenantTable, Item>(
  db: ScopedDb,
  table: T,
  request: PageRequest,
  present: (row: InferSelectModel<T>) => Item,
): Promise<Page<Item>> {
  const { limit, cursor, order = 'desc', where, filters } = request;
  const seal = sealOf(db.workspaceId, order, filters);
  const after = cursor === undefined ? undefined : readCursor(cursor, seal);
  const beyond = after === undefined ? undefined : order === 'desc' ? lt(table.id, after) : gt(table.id, after);

  const rows = await db.select(table, {
    where: and(where, beyond),
    orderBy: [order === 'desc' ? desc(table.id) : asc(table.id)],
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = page.at(-1) as { id: string } | undefined;
  return { data: page.map(present), has_more: hasMore, next_cursor: hasMore && last ? writeCursor(last.id, seal) : null };
}

/** A hash that binds a cursor to its workspace, order and filters. */
export const sealOf = (workspaceId: string, order: string, filters: Record<string, unknown>): string =>
  sha256Hex(JSON.stringify([workspaceId, order, Object.entries(filters).filter(([, value]) => value !== undefined).sort()])).slice(0, 8);

/** An opaque text of the last item’s sort value, readable only with the same seal. */
export const writeCursor = (position: string, seal: string): string =>
  Buffer.from(JSON.stringify([1, position, seal])).toString('base64url');

/** The position in a cursor. Throws 400 `invalid_cursor` for any that was not made for this list. */
export function readCursor(cursor: string, seal: string): string {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && parsed.length === 3 && parsed[0] === 1 && parsed[2] === seal && typeof parsed[1] === 'string') {
      return parsed[1];
    }
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw new ApiError('invalid_cursor');
}
