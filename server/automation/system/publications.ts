import { and, lt, sql } from 'drizzle-orm';

import { type Store, runStatement, timeValue } from '../../db/database';
import { purgeOldest } from '../../db/purge';
import { publications } from '../schema/publications';

const ENDED = "status in ('published', 'partially_published', 'failed', 'expired', 'canceled')";

export async function purgeSlots(store: Store, before: Date, limit: number): Promise<number> {
  const rows = await runStatement(
    store,
    `delete from publication_slots where (workspace_id, slot_group, slot_at) in (
       select workspace_id, slot_group, slot_at from publication_slots where slot_at < $1 limit $2
     ) returning publication_id`,
    [timeValue(before.getTime()), limit],
  );
  return rows.length;
}

export function purgePublications(store: Store, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { id, createdAt } = publications;
  const where = and(lt(createdAt, before), sql.raw(ENDED));
  return purgeOldest(store, publications, { key: id, by: createdAt, where, limit });
}

export async function purgePublicationDeliveries(store: Store, of: { before: Date; limit: number }): Promise<number> {
  const rows = await runStatement(
    store,
    `delete from publication_deliveries where id in (
       select d.id from publication_deliveries d
       join publications p on p.id = d.publication_id
       where d.created_at < $1 and p.${ENDED}
       order by d.created_at limit $2
     ) returning id`,
    [timeValue(of.before.getTime()), of.limit],
  );
  return rows.length;
}
