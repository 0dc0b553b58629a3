import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import type { WhatsAppContext } from '../context';
import type { ChatCalls, DriverInstance, LastMessage } from '../drivers/driver';
import type { Place } from '../drivers/driver-events';
import type { ChatRow } from '../identity/chat';
import { providerTargetOf, targetOf } from '../messages/target';
import { asking } from '../provider';
import { waMessages } from '../schema/messages';
import type { InstanceRow } from '../work-types';

interface ChatAtProvider {
  instance: DriverInstance;
  place: Place;
  last: LastMessage | null;
}

/** False when the driver was not asked, because the state of the chat is stored here only. */
export async function askForChat(
  ctx: WhatsAppContext,
  instance: InstanceRow,
  row: ChatRow,
  ask: (chats: ChatCalls, at: ChatAtProvider) => Promise<void>,
): Promise<boolean> {
  const isOfNobody = row.contactId === null && row.groupId === null;
  if (isOfNobody || ctx.whatsapp.driver(instance.driver)?.chats === undefined) return false;
  const [place, last] = [await providerTargetOf(ctx.db, row), await lastAtProvider(ctx.db, row.id)];
  await asking(
    ctx,
    instance,
    'chat.archive',
    (on) => on.driver.chats && ask(on.driver.chats, { instance: on.instance, place, last }),
  );
  return true;
}

async function lastAtProvider(db: ScopedDb, chatId: string): Promise<LastMessage | null> {
  const isKnownThere = and(isNotNull(waMessages.providerMessageId), ne(waMessages.type, 'reaction'));
  const where = and(eq(waMessages.chatId, chatId), isKnownThere);
  const [row] = await db.select(waMessages, { where, orderBy: [desc(waMessages.id)], limit: 1 });
  if (row === undefined) return null;
  const { providerMessageId, isOurs, sender } = await targetOf(db, row);
  return { providerMessageId, isOurs, sender, at: row.providerAt ?? row.sentAt ?? row.createdAt };
}
