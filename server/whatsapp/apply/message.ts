import { and, eq } from 'drizzle-orm';

import { earlierId, ID_PREFIXES, newId } from '../../../shared/ids';
import type { MessageContent } from '../../../shared/whatsapp/content';
import { MEDIA_TYPES, type MediaType } from '../../../shared/whatsapp/content-media';
import { changeMessage, presentIn } from '../connections/move';
import { inboundOriginOf, statusSourceOf } from '../connections/reported-by';
import type { DriverMessageEvent } from '../drivers/driver-events';
import { addressesOf } from '../identity/addresses';
import { chatOfGroup, type ChatRow, chatWith } from '../identity/chat';
import { contactFor, type ContactRow } from '../identity/contact';
import type { MediaStore } from '../media/types';
import type { MessageRow } from '../present/messages';
import { insertMessage } from '../queries/messages';
import { waMessages } from '../schema/messages';
import { previewOf, searchTextOf } from '../text-of';
import type { Work } from '../work-types';
import { recordHistoryInChat, recordInChat } from './chat';
import { learnProviderId } from './early';
import { requireKnownGroup } from './group';
import { reactorKey, messagesAt } from './targets';

export type Receive = MediaStore['receive'];

interface Where {
  chat: ChatRow;
  contact: ContactRow | null;
  /** Null for this account. */
  sender: ContactRow | null;
  groupId: string | null;
}

const MAX_MENTIONS = 256;

/** Undefined for a known or unwanted message; a unique index decides. */
export async function applyMessage(
  work: Work,
  driverEvent: DriverMessageEvent,
  receive: Receive,
): Promise<MessageRow | undefined> {
  if (driverEvent.place.type === 'group' && work.instance.settings.ignore_groups) return undefined;
  // First, because mentions may merge contacts.
  const mentions = await mentionsOf(work, driverEvent);
  const where = await whereOf(work, driverEvent);
  const row = await insertMessage(work.tx.store, await rowOf(work, driverEvent, where, mentions));
  if (!row) return recover(work, driverEvent, where, receive);

  const full = await withMedia(work, row, driverEvent, receive);
  if (driverEvent.isHistory) {
    await recordHistoryInChat(work, where.chat, full);
    await learnProviderId(work, full, driverEvent.providerMessageId);
    return undefined;
  }
  const chat = await recordInChat(work, where.chat, full, driverEvent.at);
  const message = await presentIn(work, full);
  work.raise(driverEvent.isEcho ? 'whatsapp.message.echoed' : 'whatsapp.message.received', message);
  await chat.publish(message);
  await learnProviderId(work, full, driverEvent.providerMessageId);
  return full;
}

async function whereOf(work: Work, { place, sender, isEcho }: DriverMessageEvent): Promise<Where> {
  if (place.type === 'group') {
    const group = await requireKnownGroup(work, place.providerGroupId);
    const from = isEcho ? null : await contactFor(work, sender);
    return { chat: await chatOfGroup(work, group), contact: null, sender: from, groupId: group.id };
  }
  // Both name the other side, with possibly different addresses.
  const contact = await contactFor(work, isEcho ? place.person : { ...place.person, ...given(sender) });
  return { chat: await chatWith(work, contact), contact, sender: isEcho ? null : contact, groupId: null };
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>;

async function rowOf(work: Work, driverEvent: DriverMessageEvent, where: Where, mentions: string[]) {
  const { isEcho, isHistory = false, at, providerMessageId, context, forwarded } = driverEvent;
  const content = contentOf(driverEvent, null);
  const status = isEcho ? ('sent' as const) : ('received' as const);
  const source = isHistory ? ('history' as const) : statusSourceOf(work.instance);
  // Lists are sorted by id.
  const createdAt = isHistory && at < work.now ? at : work.now;
  return {
    id: (createdAt === at ? earlierId : newId)(ID_PREFIXES.message, createdAt.getTime()),
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    chatId: where.chat.id,
    direction: isEcho ? ('outbound' as const) : ('inbound' as const),
    origin: isEcho ? ('phone' as const) : inboundOriginOf(work.instance),
    type: content.type,
    status,
    statusHistory: [{ status, at: at.toISOString(), source, error: null, applied: true }],
    attempt: 1,
    providerMessageId,
    senderKey: reactorKey(where.sender),
    contactId: where.contact?.id ?? null,
    groupId: where.groupId,
    replyTo: await replyOf(work, driverEvent.replyTo, where.chat),
    forwarded: forwarded ?? false,
    mentions,
    content,
    fallbackApplied: false,
    reactions: [],
    context: context ?? null,
    metadata: {},
    simulateTypingMs: 0,
    sentAt: isEcho ? at : null,
    edits: [],
    providerAt: at,
    priority: 0,
    retries: 0,
    search: searchTextOf(content),
    createdAt,
    updatedAt: work.now,
    version: 1,
  };
}

async function mentionsOf(work: Work, { mentions = [] }: DriverMessageEvent): Promise<string[]> {
  const ids: string[] = [];
  for (const address of mentions.slice(0, MAX_MENTIONS)) {
    if (addressesOf(address).length > 0) ids.push((await contactFor(work, address)).id);
  }
  return [...new Set(ids)];
}

async function replyOf(work: Work, providerMessageId: string | undefined, chat: ChatRow) {
  if (providerMessageId === undefined) return null;
  const found = (await messagesAt(work, providerMessageId)).find(({ row }) => row.chatId === chat.id);
  const preview = found ? previewOf(found.row.content) : null;
  return { message_id: found?.row.id ?? null, provider_message_id: providerMessageId, preview };
}

const isMediaType = (type: string): type is MediaType => (MEDIA_TYPES as readonly string[]).includes(type);

function contentOf({ content }: DriverMessageEvent, mediaId: string | null): MessageContent {
  if (!isMediaType(content.type) || mediaId === null) return content as MessageContent;
  return { ...content, media: { media_id: mediaId } } as MessageContent;
}

async function withMedia(
  work: Work,
  row: MessageRow,
  driverEvent: DriverMessageEvent,
  receive: Receive,
): Promise<MessageRow> {
  const { media, content, isHistory = false } = driverEvent;
  if (!media || !isMediaType(content.type)) return row;
  // An import has thousands of files, most of which are never viewed.
  const file = await receive(work, { remote: media, kind: content.type, messageId: row.id, isOnDemand: isHistory });
  return changeMessage(work, row, { mediaId: file.id, content: contentOf(driverEvent, file.id) });
}

/** A repeated message completes content that could not be read before. */
async function recover(
  work: Work,
  driverEvent: DriverMessageEvent,
  { chat, sender }: Where,
  receive: Receive,
): Promise<MessageRow | undefined> {
  if (driverEvent.content.type === 'undecryptable') return undefined;
  const [row] = await work.tx.select(waMessages, {
    where: and(
      eq(waMessages.instanceId, work.instance.id),
      eq(waMessages.chatId, chat.id),
      eq(waMessages.senderKey, reactorKey(sender)),
      eq(waMessages.providerMessageId, driverEvent.providerMessageId),
    ),
    limit: 1,
    lock: true,
  });
  if (row?.type !== 'undecryptable') return undefined;

  const content = contentOf(driverEvent, null);
  const { type } = content;
  const changed = await changeMessage(work, row, { type, content, search: searchTextOf(content) });
  const full = await withMedia(work, changed, driverEvent, receive);
  const previous = { type: row.type, content: row.content };
  work.raise('whatsapp.message.recovered', { ...(await presentIn(work, full)), previous });
  return undefined;
}
