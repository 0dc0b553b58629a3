import { and, desc, eq } from 'drizzle-orm';

import { queries, runStatement, type Store } from '../../db/database';
import { FOR_UPDATE } from '../../db/dialect';
import { insertNew, insertRows } from '../../db/insert-new';
import type { ScopedDb } from '../../db/scoped';
import { rowOf, shapeOf } from '../../db/table-shape';
import { waEarlyEvents, waMessageProviderIds, waMessages } from '../schema/messages';
import type { Owner } from './people';

type MessageRow = typeof waMessages.$inferSelect;
type NewMessageRow = typeof waMessages.$inferInsert;
type ProviderIdRow = typeof waMessageProviderIds.$inferSelect;
type EarlyEventRow = typeof waEarlyEvents.$inferSelect;

/** Undefined if chat, sender and provider’s id exist already. */
export async function insertMessage(tx: Store, row: NewMessageRow): Promise<MessageRow | undefined> {
  const [made] = await insertNew(tx, waMessages, [row]);
  return made;
}

export async function findByProviderId(
  { store, workspaceId }: ScopedDb,
  instanceId: string,
  providerMessageId: string,
): Promise<ProviderIdRow[]> {
  const rows = await runStatement(store, BY_PROVIDER_ID, [workspaceId, instanceId, providerMessageId]);
  return rows.map((row) => rowOf(PROVIDER_IDS, row) as ProviderIdRow);
}

const PROVIDER_IDS = shapeOf(waMessageProviderIds);
const BY_PROVIDER_ID = `select ${PROVIDER_IDS.names} from "wa_message_provider_ids"
  where "workspace_id" = $1 and instance_id = $2 and provider_message_id = $3`;

export const insertProviderId = ({ store, workspaceId }: ScopedDb, row: Omit<ProviderIdRow, 'workspaceId'>) =>
  insertRows(store, waMessageProviderIds, [{ ...row, workspaceId }], { skipsConflicts: true });

const MESSAGES = shapeOf(waMessages);
const MESSAGE = `select (select 1 from wa_messages other
    where other.instance_id = wa_messages.instance_id and other.chat_id = wa_messages.chat_id
      and other.sender_key = wa_messages.sender_key and other.provider_message_id = $3
      and other.provider_message_id is not null and other.id <> wa_messages.id), ${MESSAGES.names}
  from "wa_messages" where "workspace_id" = $1 and id = $2${FOR_UPDATE}`;

/** Locks the message. `isTaken`: another one of its sender and chat has this provider’s id. */
export async function lockWithProviderId(
  { store, workspaceId }: ScopedDb,
  messageId: string,
  providerMessageId: string | null,
): Promise<{ row: MessageRow; isTaken: boolean } | undefined> {
  const [found] = await runStatement(store, MESSAGE, [workspaceId, messageId, providerMessageId]);
  if (found === undefined) return undefined;
  const [taken, ...row] = found;
  return { row: rowOf(MESSAGES, row) as MessageRow, isTaken: taken !== null };
}

const isWaitingFor = ({ workspaceId, id }: Owner, providerMessageId: string) =>
  and(
    eq(waEarlyEvents.workspaceId, workspaceId),
    eq(waEarlyEvents.instanceId, id),
    eq(waEarlyEvents.providerMessageId, providerMessageId),
  );

/** False when the event is saved already. Times of the same millisecond are adjusted to keep their order. */
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

export async function consumeEarlyEvents(
  tx: Store,
  instance: Owner,
  providerMessageId: string,
): Promise<EarlyEventRow[]> {
  const found = await runStatement(tx, EARLY_EVENTS, [instance.workspaceId, instance.id, providerMessageId]);
  if (found.length > 0) await queries(tx).delete(waEarlyEvents).where(isWaitingFor(instance, providerMessageId));
  return found.map((row) => rowOf(EARLY, row) as EarlyEventRow);
}

const EARLY = shapeOf(waEarlyEvents);
const EARLY_EVENTS = `select ${EARLY.names} from "wa_early_events"
  where "workspace_id" = $1 and instance_id = $2 and provider_message_id = $3 order by created_at`;
