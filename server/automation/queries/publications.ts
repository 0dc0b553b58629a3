import { NO_DELIVERIES, type PublicationCounters } from '../../../shared/automation/publication';
import type { PublicationDeliveryStatus } from '../../../shared/automation/publication-states';
import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { unsought } from '../../db/dialect';
import { insertNew } from '../../db/insert-new';
import { waitForLock } from '../../db/locks';
import { placeholders } from '../../db/sql-text';
import { publicationDeliveries } from '../schema/publications';

type NewDelivery = typeof publicationDeliveries.$inferInsert;

export const insertPublicationDeliveries = (tx: Store, rows: readonly NewDelivery[]) =>
  insertNew(tx, publicationDeliveries, rows);

/** Publications without deliveries are left out. */
export async function countPublicationDeliveries(
  store: Store,
  workspaceId: string,
  publicationIds: readonly string[],
): Promise<Map<string, PublicationCounters>> {
  const counted = new Map<string, PublicationCounters>();
  if (publicationIds.length === 0) return counted;
  const params = placeholders(publicationIds, 2);
  const rows = await runStatement(
    store,
    `select publication_id, status, count(*) from publication_deliveries
     where ${unsought('workspace_id')} = $1 and publication_id in (${params}) group by publication_id, status`,
    [workspaceId, ...publicationIds],
  );
  for (const [id, status, count] of rows) {
    const counters = counted.get(String(id)) ?? { ...NO_DELIVERIES };
    counters[status as PublicationDeliveryStatus] = Number(count);
    counters.total += Number(count);
    counted.set(String(id), counters);
  }
  return counted;
}

export async function countScheduled(store: Store, workspaceId: string, max: number): Promise<number> {
  const [row] = await runStatement(
    store,
    `select count(*) from (
       select 1 from publications where workspace_id = $1 and status = 'scheduled' limit $2
     ) as found`,
    [workspaceId, max],
  );
  return Number(row?.[0] ?? 0);
}

/** Created since an id, and upcoming ones; both from indexes alone. */
export async function countPublications(
  store: Store,
  workspaceId: string,
  sinceId: string,
): Promise<{ made: number; waiting: number }> {
  const [row] = await runStatement(
    store,
    `select
       (select count(*) from publications where workspace_id = $1 and id >= $2),
       (select count(*) from publications where workspace_id = $1
        and status in ('pending_approval', 'scheduled', 'queued', 'publishing', 'paused'))`,
    [workspaceId, sinceId],
  );
  return { made: Number(row?.[0] ?? 0), waiting: Number(row?.[1] ?? 0) };
}

interface Slot {
  workspaceId: string;
  group: string;
  at: Date;
  publicationId: string;
}

/** False when another publication has the instant. */
export async function reserveSlot(tx: Store, { workspaceId, group, at, publicationId }: Slot): Promise<boolean> {
  const rows = await runStatement(
    tx,
    `insert into publication_slots (workspace_id, slot_group, slot_at, publication_id) values ($1, $2, $3, $4)
     on conflict do nothing returning publication_id`,
    [workspaceId, group, timeValue(at.getTime()), publicationId],
  );
  return rows.length > 0;
}

/** From `from` on, in milliseconds since 1970. */
export async function reservedSlots(
  store: Store,
  of: { workspaceId: string; group: string; from: Date },
): Promise<Set<number>> {
  const rows = await runStatement(
    store,
    'select slot_at from publication_slots where workspace_id = $1 and slot_group = $2 and slot_at >= $3',
    [of.workspaceId, of.group, timeValue(of.from.getTime())],
  );
  return new Set(rows.map(([at]) => timeFromDatabase(at)));
}

export async function freeSlot(tx: Store, workspaceId: string, publicationId: string): Promise<void> {
  await runStatement(tx, 'delete from publication_slots where workspace_id = $1 and publication_id = $2', [
    workspaceId,
    publicationId,
  ]);
}

/** Excludes transactions with the same `thing`, each of which looks for rows that another may be about to write. */
export const lockByName = (tx: Store, workspaceId: string, thing: string): Promise<void> =>
  waitForLock(tx, `${workspaceId} ${thing}`);

/** Includes planned deliveries. */
export async function sentBefore(
  store: Store,
  of: { workspaceId: string; hashes: readonly string[]; since: Date; except: string },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (of.hashes.length === 0) return found;
  const params = placeholders(of.hashes, 4);
  const rows = await runStatement(
    store,
    `select d.content_hash, d.publication_id from publication_deliveries d
     join publications p on p.id = d.publication_id and p.workspace_id = $1 and p.status <> 'draft'
     where d.workspace_id = $1 and d.created_at >= $2 and d.publication_id <> $3 and d.content_hash in (${params})
       and d.status not in ('failed', 'skipped', 'canceled', 'expired')`,
    [of.workspaceId, timeValue(of.since.getTime()), of.except, ...of.hashes],
  );
  for (const [hash, publicationId] of rows) found.set(String(hash), String(publicationId));
  return found;
}
