import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { insertNew } from '../../db/insert-new';
import { PURGE_ROWS } from '../../db/purge';
import { waEarlyNews, waMessageProviderIds, waMessageReceipts, waMessages } from '../schema/messages';
import type { Owner } from './people';

export type MessageRow = typeof waMessages.$inferSelect;
export type NewMessageRow = typeof waMessages.$inferInsert;
export type ProviderIdRow = typeof waMessageProviderIds.$inferSelect;
export type EarlyNewsRow = typeof waEarlyNews.$inferSelect;

/** Inserts a message unless chat, sender and provider’s id exist. */
export async function insertMessage(tx: Store, row: NewMessageRow): Promise<MessageRow | undefined> {
  const [made] = await insertNew(tx, waMessages, [row]);
  return made;
}

export async function putProviderIds(tx: Store, rows: readonly ProviderIdRow[]): Promise<void> {
  if (rows.length === 0) return;
  await queries(tx)
    .insert(waMessageProviderIds)
    .values([...rows])
    .onConflictDoNothing();
}

/** Messages with an attempt that has the provider’s id. */
export async function findByProviderId(
  store: Store,
  instance: Owner,
  providerMessageId: string,
): Promise<ProviderIdRow[]> {
  return queries(store)
    .select()
    .from(waMessageProviderIds)
    .where(
      and(
        eq(waMessageProviderIds.workspaceId, instance.workspaceId),
        eq(waMessageProviderIds.instanceId, instance.id),
        eq(waMessageProviderIds.providerMessageId, providerMessageId),
      ),
    );
}

/** True when the receipt is new. */
export async function insertReceipt(tx: Store, row: typeof waMessageReceipts.$inferInsert): Promise<boolean> {
  const made = await queries(tx)
    .insert(waMessageReceipts)
    .values(row)
    .onConflictDoNothing()
    .returning({ messageId: waMessageReceipts.messageId });
  return made.length > 0;
}

const isWaitingFor = ({ workspaceId, id }: Owner, providerMessageId: string) =>
  and(
    eq(waEarlyNews.workspaceId, workspaceId),
    eq(waEarlyNews.instanceId, id),
    eq(waEarlyNews.providerMessageId, providerMessageId),
  );

/**
 * Keeps news of a message that is not there; false where the same news waits already. Two that come within one
 * millisecond, or while the clock is set back, get times that keep their order: the caller holds the instance.
 */
export async function insertEarlyNews(tx: Store, row: EarlyNewsRow): Promise<boolean> {
  const [latest] = await queries(tx)
    .select({ at: waEarlyNews.createdAt })
    .from(waEarlyNews)
    .where(isWaitingFor({ workspaceId: row.workspaceId, id: row.instanceId }, row.providerMessageId))
    .orderBy(desc(waEarlyNews.createdAt))
    .limit(1);
  const createdAt = new Date(Math.max(row.createdAt.getTime(), latest ? latest.at.getTime() + 1 : 0));
  const made = await queries(tx)
    .insert(waEarlyNews)
    .values({ ...row, createdAt })
    .onConflictDoNothing()
    .returning({ hash: waEarlyNews.hash });
  return made.length > 0;
}

/** Takes waiting statuses of a provider’s id, the oldest first. */
export async function takeEarlyNews(tx: Store, instance: Owner, providerMessageId: string): Promise<EarlyNewsRow[]> {
  const place = isWaitingFor(instance, providerMessageId);
  const rows = await queries(tx).select().from(waEarlyNews).where(place).orderBy(asc(waEarlyNews.createdAt));
  if (rows.length > 0) await queries(tx).delete(waEarlyNews).where(place);
  return rows;
}

/** Deletes statuses whose message never arrived. Returns how many. */
export async function purgeEarlyNews(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { hash, createdAt } = waEarlyNews;
  const isOld = lt(createdAt, before);
  const oldest = db.select({ hash }).from(waEarlyNews).where(isOld).orderBy(asc(createdAt)).limit(PURGE_ROWS);
  const gone = await db
    .delete(waEarlyNews)
    .where(and(isOld, inArray(hash, oldest)))
    .returning({ hash });
  return gone.length;
}
