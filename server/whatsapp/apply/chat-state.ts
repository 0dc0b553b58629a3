import { eq, sql } from 'drizzle-orm';

import { defined } from '../../defined';
import type { DriverChatEvent, Place } from '../drivers/driver-events';
import { chatOfGroup, type ChatRow, chatWith } from '../identity/chat';
import { contactFor } from '../identity/contact';
import { waChats } from '../schema/people';
import type { Work } from '../work-types';
import { publishChat } from './chat';
import { requireKnownGroup } from './group';

const DELETED = { archived: true, pinned: false, mutedUntil: null, unreadCount: 0 } as const;

/** What was changed on the phone. Messages of a chat that was deleted there are kept here, and it is archived. */
export async function applyChatState(work: Work, driverEvent: DriverChatEvent): Promise<void> {
  const before = await chatAt(work, driverEvent.place);
  const { archived, pinned, mutedUntil } = driverEvent;
  const unreadCount = unreadAfter(before, driverEvent.unread);
  const changes: Partial<ChatRow> = driverEvent.deleted
    ? DELETED
    : defined({ archived, pinned, mutedUntil, unreadCount });
  const isNew = Object.entries(changes).some(([name, value]) => !Bun.deepEquals(before[name as keyof ChatRow], value));
  if (!isNew) return;
  const [after] = await work.tx.update(waChats, eq(waChats.id, before.id), {
    ...changes,
    updatedAt: work.now,
    version: sql`${waChats.version} + 1`,
  });
  if (after) publishChat(work, before, after, null);
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
