import { and, eq, type InferSelectModel } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { ContactRow } from '../present/contacts';
import { insertChat, lockDirectChat } from '../queries/people';
import { waChats, type waGroups } from '../schema/people';
import { lockInstance } from '../work';
import type { Work } from '../work-types';
import { addressFor, addressesOf, initialChatAddress } from './addresses';
import { titleOf } from './contact-text';

export type ChatRow = InferSelectModel<typeof waChats>;
export type GroupRow = InferSelectModel<typeof waGroups>;

export async function chatWith(work: Work, contact: ContactRow): Promise<ChatRow> {
  await lockInstance(work);
  const found = await lockDirectChat(work.tx.store, contact);
  if (found) return found;
  const place = initialChatAddress(addressesOf(addressFor(contact)));
  const values = { type: 'direct', contactId: contact.id, title: titleOf(contact) } as const;
  // The address may belong to the chat of a previous owner.
  return (
    (place === undefined ? undefined : await createChat(work, place, values)) ??
    required(await createChat(work, contact.id, values))
  );
}

export async function chatOfGroup(work: Work, group: GroupRow): Promise<ChatRow> {
  await lockInstance(work);
  const [found] = await work.tx.select(waChats, { where: eq(waChats.groupId, group.id), limit: 1, lock: true });
  if (found) return found;
  const values = { type: 'group', groupId: group.id, title: group.subject } as const;
  return (
    (await createChat(work, group.providerGroupId ?? group.id, values)) ??
    required(await createChat(work, group.id, values))
  );
}

/** No provider id begins with it. */
export const NOBODY_PREFIX = 'nobody:';

/** The chat of messages to an invalid recipient, excluded from lists. Locks the instance. */
export async function chatOfNobody(work: Work, text: string): Promise<ChatRow> {
  await lockInstance(work);
  const place = `${NOBODY_PREFIX}${text}`;
  const where = and(eq(waChats.instanceId, work.instance.id), eq(waChats.providerChatId, place));
  const [found] = await work.tx.select(waChats, { where, limit: 1 });
  return found ?? required(await createChat(work, place, { type: 'direct', title: text, archived: true }));
}

type ChatValues = Pick<ChatRow, 'type' | 'title'> & Partial<Pick<ChatRow, 'contactId' | 'groupId' | 'archived'>>;

/** Undefined when another chat has this address. */
const createChat = (work: Work, providerChatId: string, values: ChatValues): Promise<ChatRow | undefined> =>
  insertChat(work.tx.store, {
    id: newId(ID_PREFIXES.chat),
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    providerChatId,
    unreadCount: 0,
    archived: false,
    pinned: false,
    version: 1,
    lastMessageAt: work.now,
    createdAt: work.now,
    updatedAt: work.now,
    ...values,
  });

function required(chat: ChatRow | undefined): ChatRow {
  if (!chat) throw new Error('A chat of its own place is always free.');
  return chat;
}
