import { and, asc, desc, eq } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { insertNew } from '../../db/insert-new';
import type { ScopedDb } from '../../db/scoped';
import { waEarlyEvents, waMessageProviderIds, waMessages } from '../schema/messages';
import type { Owner } from './people';

type MessageRow = typeof waMessages.$inferSelect;
type NewMessageRow = typeof waMessages.$inferInsert;
type ProviderIdRow = typeof waMessageProviderIds.$inferSelect;
type EarlyEventRow = typeof waEarlyEvents.$inferSelect;

/** Inserts a message unless chat, sender and provider’s id exist. */
export async function insertMessage(tx: Store, row: NewMessageRow): Promise<MessageRow | undefined> {
  const [made] = await insertNew(tx, waMessages, [row]);
  return made;
}

export const findByProviderId = (
  db: ScopedDb,
  instanceId: string,
  providerMessageId: string,
): Promise<ProviderIdRow[]> =>
  db.select(waMessageProviderIds, {
    where: and(
      eq(waMessageProviderIds.instanceId, instanceId),
      eq(waMessageProviderIds.providerMessageId, providerMessageId),
    ),
  });

const isWaitingFor = ({ workspaceId, id }: Owner, providerMessageId: string) =>
  and(
    eq(waEarlyEvents.workspaceId, workspaceId),
    eq(waEarlyEvents.instanceId, id),
    eq(waEarlyEvents.providerMessageId, providerMessageId),
  );

/** False when it is saved already. Times of the same millisecond are adjusted to keep their order. */
export async function insertEarlyEvent(tx: Store, row: EarlyEventRow): Promise<boolean> {
  const [latest] = await queries(tx)
    .select({ at: waEarlyEvents.createdAt })
    .from(waEarlyEvents)
    .where(isWaitingFor({ workspaceId: row.workspaceId, id: row.instanceId }, row.providerMessageId))
    .orderBy(desc(waEarlyEvents.createdAt))
    .limit(1);
  const createdAt = new Date(Math.max(row.createdAt.getTime(), latest ? latest.at.getTime() + 1 : 0));
  const made = await queries(tx)
    .insert(waEarlyEvents)
    .values({ ...row, createdAt })
    .onConflictDoNothing()
    .returning({ hash: waEarlyEvents.hash });
  return made.length > 0;
}

/** Takes waiting statuses of a provider’s id, the oldest first. */
export async function takeEarlyEvents(tx: Store, instance: Owner, providerMessageId: string): Promise<EarlyEventRow[]> {
  const place = isWaitingFor(instance, providerMessageId);
  const rows = await queries(tx).select().from(waEarlyEvents).where(place).orderBy(asc(waEarlyEvents.createdAt));
  if (rows.length > 0) await queries(tx).delete(waEarlyEvents).where(place);
  return rows;
}
