import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';

import { queries, runStatement, type Store, timeOf } from '../../db/database';
import { linkImports } from '../schema/links';

type ImportRow = typeof linkImports.$inferSelect;

const OPEN = ['queued', 'running'] as const;
/** As the partial index spells it: SQLite uses it for nothing else. */
const IS_OPEN = "status in ('queued', 'running')";

/** A loose index scan: one step for each workspace. */
const WITH_IMPORTS = `with recursive t(w) as (
    select min(workspace_id) from link_imports where ${IS_OPEN} and workspace_id > $1
    union all
    select (select min(workspace_id) from link_imports where ${IS_OPEN} and workspace_id > t.w) from t
      where t.w is not null
  )
  select t.w, w.state from t join workspaces w on w.id = t.w limit $2`;

/** A page of the workspaces with open imports, in the order of their ids. */
export async function workspacesWithImports(
  store: Store,
  after: string,
  limit: number,
): Promise<{ id: string; isActive: boolean }[]> {
  const rows = await runStatement(store, WITH_IMPORTS, [after, limit]);
  return rows.map(([id, state]) => ({ id: String(id), isActive: state === 'active' }));
}

/** The oldest open imports of a workspace. */
export async function openImports(
  store: Store,
  workspaceId: string,
  limit: number,
): Promise<Pick<ImportRow, 'id' | 'workspaceId' | 'createdAt'>[]> {
  const rows = await runStatement(
    store,
    `select id, created_at from link_imports where workspace_id = $1 and ${IS_OPEN} order by id limit $2`,
    [workspaceId, limit],
  );
  return rows.map(([id, at]) => ({ id: String(id), workspaceId, createdAt: new Date(timeOf(at)) }));
}

export async function findOpenImports(store: Store, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ id: linkImports.id })
    .from(linkImports)
    .where(and(inArray(linkImports.id, [...ids]), inArray(linkImports.status, [...OPEN])));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Leases an import; undefined when it ended, or another process has it or another one of the workspace. Leases up to
 * `free` have expired.
 */
export async function leaseImport(
  store: Store,
  { id, workspaceId }: Pick<ImportRow, 'id' | 'workspaceId'>,
  { owner, free, until }: { owner: string; free: Date; until: Date },
): Promise<ImportRow | undefined> {
  const isAlone = sql`not exists (select 1 from link_imports other where other.workspace_id = ${workspaceId}
    and other.id <> ${id} and other.status = 'running' and other.lease_until > ${sql.param(free, linkImports.leaseUntil)})`;
  const isFree = or(
    isNull(linkImports.leaseUntil),
    lte(linkImports.leaseUntil, free),
    eq(linkImports.leaseOwner, owner),
  );
  const [row] = await queries(store)
    .update(linkImports)
    .set({ status: 'running', leaseOwner: owner, leaseUntil: until })
    .where(and(eq(linkImports.id, id), inArray(linkImports.status, [...OPEN]), isFree, isAlone))
    .returning();
  return row;
}
