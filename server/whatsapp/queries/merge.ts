import { and, eq, inArray, sql } from 'drizzle-orm';

import { queries, runStatement, timeValue, type Store } from '../../db/database';
import { waMessages } from '../schema/messages';
import {
  waChats,
  waContactAddresses,
  waContacts,
  waGroupJoinRequests,
  waGroupParticipants,
  waGroups,
} from '../schema/people';
import type { Owner } from './people';

export interface MergeIds {
  workspaceId: string;
  instanceId: string;
  survivorId: string;
  loserId: string;
}

/*
 * Keeps the older row of a message that both contacts have. `$1` instance, `$2` chat, `$3` its twin, `$4` and `$5` the
 * contacts, `$6` workspace. Ids sort by creation.
 */
const DROP_TWINS = `delete from wa_messages where workspace_id = $6 and instance_id = $1 and chat_id = $2
  and sender_key in ('me', $4, $5) and provider_message_id is not null and exists (
    select 1 from wa_messages twin where twin.instance_id = $1 and twin.chat_id = $3
      and twin.sender_key in ('me', $4, $5) and twin.provider_message_id = wa_messages.provider_message_id
      and twin.direction = wa_messages.direction and twin.id < wa_messages.id)
  returning direction`;

const MOVE_MESSAGES = `update wa_messages set chat_id = $2, contact_id = $4,
  sender_key = case when sender_key = $5 then $4 else sender_key end, version = version + 1, updated_at = $7
  where workspace_id = $6 and instance_id = $1 and chat_id in ($2, $3)
    and (chat_id = $3 or contact_id = $5 or sender_key = $5)`;

/** Moves messages of two direct chats to `keepId`; returns the number of duplicate inbound ones. */
export async function mergeMessages(
  tx: Store,
  { workspaceId, instanceId, survivorId, loserId }: MergeIds,
  { keepId, dropId, now }: { keepId: string; dropId: string; now: Date },
): Promise<number> {
  const whose = [survivorId, loserId, workspaceId];
  const dropped = [
    ...(await runStatement(tx, DROP_TWINS, [instanceId, dropId, keepId, ...whose])),
    ...(await runStatement(tx, DROP_TWINS, [instanceId, keepId, dropId, ...whose])),
  ];
  await runStatement(tx, MOVE_MESSAGES, [instanceId, keepId, dropId, ...whose, timeValue(now.getTime())]);
  return dropped.filter(([direction]) => direction === 'inbound').length;
}

const DROP_IN_GROUPS = `delete from wa_messages where workspace_id = $4 and instance_id = $1 and chat_id in
    (select id from wa_chats where workspace_id = $4 and instance_id = $1 and type = 'group')
  and sender_key in ($2, $3) and provider_message_id is not null and exists (
    select 1 from wa_messages twin where twin.instance_id = $1 and twin.chat_id = wa_messages.chat_id
      and twin.sender_key in ($2, $3) and twin.provider_message_id = wa_messages.provider_message_id
      and twin.id < wa_messages.id)`;

const MOVE_IN_GROUPS = `update wa_messages set sender_key = $2, version = version + 1, updated_at = $5
  where workspace_id = $4 and instance_id = $1 and sender_key = $3
    and chat_id in (select id from wa_chats where workspace_id = $4 and instance_id = $1 and type = 'group')`;

export async function mergeGroupMessages(
  tx: Store,
  { workspaceId, instanceId, survivorId, loserId }: MergeIds,
  now: Date,
): Promise<void> {
  const place = [instanceId, survivorId, loserId, workspaceId];
  await runStatement(tx, DROP_IN_GROUPS, place);
  await runStatement(tx, MOVE_IN_GROUPS, [...place, timeValue(now.getTime())]);
}

export async function mergePlaces(tx: Store, ids: MergeIds): Promise<void> {
  const { workspaceId, instanceId, survivorId, loserId } = ids;
  const db = queries(tx);
  const contactId = survivorId;
  const isLosers = (table: typeof waContactAddresses | typeof waGroupJoinRequests) =>
    and(eq(table.workspaceId, workspaceId), eq(table.contactId, loserId));

  await db.update(waContactAddresses).set({ contactId }).where(isLosers(waContactAddresses));
  await db.update(waGroupJoinRequests).set({ contactId }).where(isLosers(waGroupJoinRequests));
  await db
    .update(waContacts)
    .set({ mergedIntoId: survivorId })
    .where(and(eq(waContacts.workspaceId, workspaceId), eq(waContacts.mergedIntoId, loserId)));
  await db
    .update(waGroups)
    .set({ ownerContactId: survivorId })
    .where(
      and(
        eq(waGroups.workspaceId, workspaceId),
        eq(waGroups.instanceId, instanceId),
        eq(waGroups.ownerContactId, loserId),
      ),
    );
  await mergeParticipants(tx, ids);
}

/** In groups of both contacts, the survivor’s row stays. */
async function mergeParticipants(tx: Store, { workspaceId, survivorId, loserId }: MergeIds): Promise<void> {
  const db = queries(tx);
  const isIn = eq(waGroupParticipants.workspaceId, workspaceId);
  const isLoser = and(isIn, eq(waGroupParticipants.contactId, loserId));
  const both = await db
    .select({ groupId: waGroupParticipants.groupId })
    .from(waGroupParticipants)
    .where(and(isIn, inArray(waGroupParticipants.contactId, [survivorId, loserId])))
    .groupBy(waGroupParticipants.groupId)
    .having(sql`count(*) > 1`);
  if (both.length > 0) {
    const groupIds = both.map(({ groupId }) => groupId);
    await db.delete(waGroupParticipants).where(and(isLoser, inArray(waGroupParticipants.groupId, groupIds)));
    await db
      .update(waGroups)
      .set({ size: sql`case when ${waGroups.size} > 0 then ${waGroups.size} - 1 else 0 end` })
      .where(and(eq(waGroups.workspaceId, workspaceId), inArray(waGroups.id, groupIds)));
  }
  await db.update(waGroupParticipants).set({ contactId: survivorId }).where(isLoser);
}

export async function deleteChatRow(tx: Store, { id, workspaceId }: Owner): Promise<void> {
  await queries(tx)
    .delete(waChats)
    .where(and(eq(waChats.workspaceId, workspaceId), eq(waChats.id, id)));
}

export async function mergeGroup(tx: Store, keepId: string, { id: dropId, workspaceId }: Owner): Promise<void> {
  const db = queries(tx);
  const isItsChat = and(eq(waChats.workspaceId, workspaceId), eq(waChats.groupId, dropId));
  const chats = db.select({ id: waChats.id }).from(waChats).where(isItsChat);
  await db
    .update(waMessages)
    .set({ groupId: keepId })
    .where(and(eq(waMessages.workspaceId, workspaceId), inArray(waMessages.chatId, chats)));
  await db.update(waChats).set({ groupId: keepId }).where(isItsChat);
  await db.delete(waGroups).where(and(eq(waGroups.workspaceId, workspaceId), eq(waGroups.id, dropId)));
}
