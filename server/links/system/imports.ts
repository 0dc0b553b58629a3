import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';

import { queries, runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { withDistinctValues } from '../../db/sql-text';
import { linkImports, type ImportRow } from '../schema/links';

const OPEN = ['queued', 'running'] as const;
/** Must repeat the condition of the partial index, or SQLite does not use it. */
const IS_OPEN = "status in ('queued', 'running')";

const DUE = `${withDistinctValues({ table: 'link_imports', column: 'workspace_id', where: IS_OPEN })}
  select t.value, coalesce(
    (select max(i.lease_until) from link_imports i
      where i.workspace_id = t.value and i.${IS_OPEN} and i.lease_until > $1 and i.lease_owner <> $2),
    (select min(i.created_at) from link_imports i where i.workspace_id = t.value and i.${IS_OPEN}))
  from t join workspaces w on w.id = t.value where w.state = 'active'`;

/** With the time from which one of the imports may run. */
export async function workspacesWithImports(store: Store, now: number, owner: string) {
  const rows = await runStatement(store, DUE, [timeValue(now), owner]);
  return rows.map(([id, at]) => ({ lane: String(id), at: timeFromDatabase(at) }));
}

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
  return rows.map(([id, at]) => ({ id: String(id), workspaceId, createdAt: new Date(timeFromDatabase(at)) }));
}

export async function findOpenImports(store: Store, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ id: linkImports.id })
    .from(linkImports)
    .where(and(inArray(linkImports.id, [...ids]), inArray(linkImports.status, [...OPEN])));
  return new Set(rows.map(({ id }) => id));
}

/** Undefined when the import has ended, or a process has it or another import of the workspace. */
export async function leaseImport(
  store: Store,
  { id, workspaceId }: Pick<ImportRow, 'id' | 'workspaceId'>,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<ImportRow | undefined> {
  const isAlone = sql`not exists (select 1 from link_imports other where other.workspace_id = ${workspaceId}
    and other.id <> ${id} and other.status = 'running' and other.lease_until > ${sql.param(now, linkImports.leaseUntil)})`;
  const isFree = or(
    isNull(linkImports.leaseUntil),
    lte(linkImports.leaseUntil, now),
    eq(linkImports.leaseOwner, owner),
  );
  const [row] = await queries(store)
    .update(linkImports)
    .set({ status: 'running', leaseOwner: owner, leaseUntil: until })
    .where(and(eq(linkImports.id, id), inArray(linkImports.status, [...OPEN]), isFree, isAlone))
    .returning();
  return row;
}
