import { eq, sql } from 'drizzle-orm';

import { changedColumns } from '../../changed-columns';
import { defined } from '../../defined';
import { presentIn } from '../connections/move';
import type { DriverChatEvent, Place } from '../drivers/driver-events';
import { chatOfGroup, type ChatRow, chatWith } from '../identity/chat';
import { contactFor } from '../identity/contact';
import { findChatAt } from '../identity/find-chat';
import { waMessages } from '../schema/messages';
import { waChats } from '../schema/people';
import type { Work } from '../work-types';
import { publishChat } from './chat';
import { requireKnownGroup } from './group';
import { labelIdsAt } from './label';

const DELETED = { archived: true, pinned: false, mutedUntil: null, unread: false } as const;

/** Messages of a chat that was deleted on the phone are kept here, and the chat is archived. */
export async function applyChatState(work: Work, driverEvent: DriverChatEvent): Promise<void> {
  if (driverEvent.deleted) {
    const known = await findChatAt(work, driverEvent.place);
    if (known) await changeChat(work, known, DELETED);
    return;
  }
  const { archived, pinned, mutedUntil, unread, labels } = driverEvent;
  const chat = await chatAt(work, driverEvent.place);
  const labelIds = labels && (await labelIdsAt(work, labels));
  await changeChat(work, chat, { archived, pinned, mutedUntil, unread, labelIds });
}

type ChatState = Pick<DriverChatEvent, 'archived' | 'pinned' | 'mutedUntil' | 'unread'> & {
  labelIds?: string[] | undefined;
};

/** Requires the lock of the instance. */
export async function changeChat(
  work: Work,
  before: ChatRow,
  { unread, labelIds, ...given }: ChatState,
): Promise<void> {
  const changes: Partial<ChatRow> = defined({
    ...given,
    unreadCount: unreadAfter(before, unread),
    labelIds: labelIds?.length === 0 ? null : labelIds,
  });
  if (Object.keys(changedColumns(before, changes)).length === 0) return;
  const [after] = await work.tx.update(waChats, eq(waChats.id, before.id), {
    ...changes,
    updatedAt: work.now,
    version: sql`${waChats.version} + 1`,
  });
  if (!after) return;
  const last = after.lastMessageId === null ? undefined : await work.tx.get(waMessages, after.lastMessageId);
  await publishChat(work, before, after, last ? await presentIn(work, last) : null);
}

async function chatAt(work: Work, place: Place): Promise<ChatRow> {
  return place.type === 'group'
    ? chatOfGroup(work, await requireKnownGroup(work, place.providerGroupId))
    : chatWith(work, await contactFor(work, place.person));
}

/** A chat that was marked as unread has at least one unread message. */
function unreadAfter({ unreadCount }: ChatRow, unread: DriverChatEvent['unread']): number | undefined {
  if (unread === true) return Math.max(1, unreadCount);
  return unread === false ? 0 : unread;
}
