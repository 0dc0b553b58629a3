import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';

import { queries, type Store } from '../database';
import { engine } from '../engine';
import { linkImports, workspaces } from '../schema';

type ImportRow = typeof linkImports.$inferSelect;

const OPEN = ['queued', 'running'] as const;

/** Imports of all workspaces that have not ended, in the order in which they came. */
export function listOpenImports(store: Store): Promise<Pick<ImportRow, 'id' | 'workspaceId' | 'createdAt'>[]> {
  return (
    queries(store)
      .select({ id: linkImports.id, workspaceId: linkImports.workspaceId, createdAt: linkImports.createdAt })
      .from(linkImports)
      .innerJoin(workspaces, eq(workspaces.id, linkImports.workspaceId))
      // As the partial index spells it.
      .where(and(sql`${linkImports.status} in ('queued', 'running')`, eq(workspaces.state, 'active')))
      .orderBy(asc(linkImports.id))
  );
}

/** Which of the ids are imports that have not ended. */
export async function findOpenImports(store: Store, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ id: linkImports.id })
    .from(linkImports)
    .where(and(inArray(linkImports.id, [...ids]), inArray(linkImports.status, [...OPEN])));
  return new Set(rows.map(({ id }) => id));
}

/** Ends the leases of processes that are gone: on SQLite, which has one process, all of them at its start. */
export async function endLeases(store: Store): Promise<void> {
  if (engine !== 'sqlite') return;
  const isRunning = eq(linkImports.status, 'running');
  await queries(store).update(linkImports).set({ leaseOwner: null, leaseUntil: null }).where(isRunning);
}

/** Takes an import for a while; undefined when another process has it or another one of the workspace, or it has ended. */
export async function leaseImport(
  store: Store,
  { id, workspaceId }: Pick<ImportRow, 'id' | 'workspaceId'>,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<ImportRow | undefined> {
  const isAlone = sql`not exists (select 1 from link_imports other where other.workspace_id = ${workspaceId}
    and other.id <> ${id} and other.status = 'running' and other.lease_until > ${sql.param(now, linkImports.leaseUntil)})`;
  const free = or(isNull(linkImports.leaseUntil), lt(linkImports.leaseUntil, now), eq(linkImports.leaseOwner, owner));
  const [row] = await queries(store)
    .update(linkImports)
    .set({ status: 'running', leaseOwner: owner, leaseUntil: until })
    .where(and(eq(linkImports.id, id), inArray(linkImports.status, [...OPEN]), free, isAlone))
    .returning();
  return row;
}
