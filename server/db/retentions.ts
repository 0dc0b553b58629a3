import { and, asc, eq, exists, gt, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { nextTurn } from '../next-turn';
import { queries, type Store } from './database';
import { workspaces } from './workspaces';

/** On SQLite a query blocks the event loop, so each covers few workspaces. */
const WORKSPACES = 20;

interface RetentionDays {
  logDays: number;
  eventDays: number | null;
  deliveryDays: number | null;
}
type Retention = RetentionDays & { id: string };

/** Workspaces that have outdated rows; one query finds those of all that keep their rows equally long. */
export async function* listRetentions(store: Store, outdated: (days: RetentionDays) => SQL | undefined) {
  for (let after = ''; ;) {
    const page = await queries(store)
      .select({
        id: workspaces.id,
        logDays: workspaces.logRetentionDays,
        eventDays: workspaces.eventRetentionDays,
        deliveryDays: workspaces.deliveryRetentionDays,
      })
      .from(workspaces)
      .where(gt(workspaces.id, after))
      .orderBy(asc(workspaces.id))
      .limit(WORKSPACES);
    const alike = Map.groupBy(page, ({ logDays, eventDays, deliveryDays }) =>
      [logDays, eventDays, deliveryDays].join(),
    );
    for (const group of alike.values()) yield* await withOutdated(store, group, outdated);
    if (page.length < WORKSPACES) return;
    after = page.at(-1)?.id ?? '';
    await nextTurn();
  }
}

async function withOutdated(
  store: Store,
  group: Retention[],
  outdated: (days: RetentionDays) => SQL | undefined,
): Promise<Retention[]> {
  const ids = group.map(({ id }) => id);
  const rows = await queries(store)
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(inArray(workspaces.id, ids), group[0] && outdated(group[0])));
  const found = new Set(rows.map(({ id }) => id));
  return group.filter(({ id }) => found.has(id));
}

/** Whether a workspace of the query around it has such rows, without the `skip` first ones by `by`. */
export function workspaceHas(
  store: Store,
  table: PgTable & { workspaceId: PgColumn },
  where?: SQL,
  beyond?: { by: SQL; skip: number },
): SQL {
  const rows = queries(store)
    .select({ workspaceId: table.workspaceId })
    .from(table)
    .where(and(eq(table.workspaceId, workspaces.id), where));
  return exists(beyond ? rows.orderBy(beyond.by).limit(1).offset(beyond.skip) : rows);
}
