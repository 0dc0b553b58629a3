import { queries, type Store } from '../../server/db/database';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { waChats, waContacts } from '../../server/whatsapp/schema/people';
import { newId } from '../../shared/ids';
import { database } from '../support/app';

type MessageColumns = Partial<typeof waMessages.$inferInsert>;
const DAY = 86_400_000;

/** A chat with messages of every kind, straight in the database. */
export async function addMessagesFixtures(workspaceId: string, instanceId: string, on: Store = database) {
  const db = queries(on);
  const [contact, chat, now] = [newId('cnt'), newId('cht'), new Date()];
  const times = { createdAt: now, updatedAt: now };
  const place = { workspaceId, instanceId, ...times };
  const phone = '+15550100000';
  await db.insert(waContacts).values({ ...place, id: contact, phone, metadata: {}, search: phone });
  const chatWith = { ...place, type: 'direct', title: phone, lastMessageAt: now } as const;
  await db.insert(waChats).values({ ...chatWith, id: chat, providerChatId: phone.slice(1), contactId: contact });
  /** A chat without messages. */
  const freshChat = async (): Promise<string> => {
    const id = newId('cht');
    await db.insert(waChats).values({ ...chatWith, id, providerChatId: id });
    return id;
  };

  const later = new Date(now.getTime() + DAY);
  const seed = async (columns: MessageColumns): Promise<string> => {
    const id = newId('msg');
    await db.insert(waMessages).values({
      ...place,
      id,
      chatId: chat,
      contactId: contact,
      direction: 'outbound',
      origin: 'api',
      type: 'text',
      status: 'read',
      statusHistory: [],
      senderKey: 'me',
      mentions: [],
      content: { type: 'text', text: 'Hello' },
      reactions: [],
      metadata: {},
      edits: [],
      search: 'Hello',
      ...columns,
    });
    return id;
  };
  const make = {
    sent: () => seed({ providerMessageId: newId('sbx'), sentAt: now }),
    received: () =>
      seed({
        direction: 'inbound',
        origin: 'sandbox',
        status: 'received',
        senderKey: contact,
        providerMessageId: newId('sbx'),
      }),
    scheduled: () => seed({ status: 'scheduled', scheduledAt: later, dueAt: later, expiresAt: null }),
    failed: () => seed({ status: 'failed' }),
  };
  return {
    contact,
    chat,
    message: await make.sent(),
    spare: await make.sent(),
    spareChat: await freshChat(),
    freshChat,
    received: await make.received(),
    scheduled: await make.scheduled(),
    failed: await make.failed(),
    /** A further message that the request can be about. */
    fresh(request: string): Promise<string> {
      if (/\/messages\/\w+\/read['"]/.test(request)) return make.received();
      if (/\/messages\/\w+\/cancel['"]/.test(request)) return make.scheduled();
      return /\/messages\/\w+\/retry['"]/.test(request) ? make.failed() : make.sent();
    },
  };
}

/** Ids that exist, by the names of parameters. */
export const knownMessageIds = (of: Awaited<ReturnType<typeof addMessagesFixtures>>) => ({
  chat_id: [of.chat],
  'whatsapp_chats_delete.chat_id': [of.spareChat],
  message_id: [of.message],
  'whatsapp_messages_delete.message_id': [of.spare],
  'whatsapp_messages_mark_read.message_id': [of.received],
  'whatsapp_messages_cancel.message_id': [of.scheduled],
  'whatsapp_messages_retry.message_id': [of.failed],
});
