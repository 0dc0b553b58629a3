import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { MessageContent } from '../../../shared/whatsapp/content';
import { MEDIA_TYPES, type MediaType } from '../../../shared/whatsapp/content-media';
import { changeMessage, presentIn } from '../connections/move';
import type { MessageNews } from '../drivers/news';
import { addressesOf } from '../identity/addresses';
import { chatOfGroup, type ChatRow, chatWith } from '../identity/chat';
import { contactOf, type ContactRow } from '../identity/contact';
import type { MediaStore } from '../media/types';
import type { MessageRow } from '../present/messages';
import { insertMessage } from '../queries/messages';
import { waMessages } from '../schema/messages';
import { previewOf, searchTextOf } from '../text-of';
import type { Work } from '../work';
import { noteInChat } from './chat';
import { learnProviderId } from './early';
import { groupTold } from './group';
import { keyOf, messagesAt } from './targets';

/** Puts down a file that is still with the provider. */
export type Receive = MediaStore['receive'];

interface Where {
  chat: ChatRow;
  /** The other side of a direct chat. */
  contact: ContactRow | null;
  /** Null for our own side. */
  sender: ContactRow | null;
  groupId: string | null;
}

const MOST_MENTIONS = 256;

/**
 * A message that came in, or was written on the handset. Undefined where it is known already, or the instance wants
 * none of its kind; whether it is new the database decides.
 */
export async function applyMessage(work: Work, news: MessageNews, receive: Receive): Promise<MessageRow | undefined> {
  if (news.place.type === 'group' && work.instance.settings.ignore_groups) return undefined;
  // First: what they tell may prove that the sender is somebody who was known already.
  const mentions = await mentionsOf(work, news);
  const where = await whereOf(work, news);
  const row = await insertMessage(work.tx.store, await rowOf(work, news, where, mentions));
  if (!row) return recover(work, news, where, receive);

  const full = await withMedia(work, row, news, receive);
  const chat = await noteInChat(work, where.chat, full, news.at);
  const message = await presentIn(work, full);
  work.raise(news.isEcho ? 'whatsapp.message.echoed' : 'whatsapp.message.received', message);
  chat.tell(message);
  await learnProviderId(work, full, news.providerMessageId);
  return full;
}

async function whereOf(work: Work, { place, sender, isEcho }: MessageNews): Promise<Where> {
  if (place.type === 'group') {
    const group = await groupTold(work, place.providerGroupId);
    const from = isEcho ? null : await contactOf(work, sender);
    return { chat: await chatOfGroup(work, group), contact: null, sender: from, groupId: group.id };
  }
  // Both name the other side; each may know an address more.
  const contact = await contactOf(work, isEcho ? place.person : { ...place.person, ...given(sender) });
  return { chat: await chatWith(work, contact), contact, sender: isEcho ? null : contact, groupId: null };
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>;

async function rowOf(work: Work, news: MessageNews, where: Where, mentions: string[]) {
  const { isEcho, at, providerMessageId, context, forwarded } = news;
  const content = contentOf(news, null);
  const status = isEcho ? ('sent' as const) : ('received' as const);
  const source = work.instance.driver === 'sandbox' ? ('sandbox' as const) : ('provider' as const);
  return {
    id: newId(ID_PREFIXES.message),
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    chatId: where.chat.id,
    direction: isEcho ? ('outbound' as const) : ('inbound' as const),
    origin: isEcho ? ('phone' as const) : source === 'sandbox' ? ('sandbox' as const) : ('phone' as const),
    type: content.type,
    status,
    statusHistory: [{ status, at: at.toISOString(), source, error: null, applied: true }],
    attempt: 1,
    providerMessageId,
    senderKey: keyOf(where.sender),
    contactId: where.contact?.id ?? null,
    groupId: where.groupId,
    replyTo: await replyOf(work, news.replyTo, where.chat),
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
    createdAt: work.now,
    updatedAt: work.now,
    version: 1,
  };
}

async function mentionsOf(work: Work, { mentions = [] }: MessageNews): Promise<string[]> {
  const ids: string[] = [];
  for (const address of mentions.slice(0, MOST_MENTIONS)) {
    if (addressesOf(address).length > 0) ids.push((await contactOf(work, address)).id);
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

/** The content as it is kept: of a file, with the id that it has here. */
function contentOf({ content }: MessageNews, mediaId: string | null): MessageContent {
  if (!isMediaType(content.type) || mediaId === null) return content as MessageContent;
  return { ...content, media: { media_id: mediaId } } as MessageContent;
}

/** With the file that it brings. */
async function withMedia(work: Work, row: MessageRow, news: MessageNews, receive: Receive): Promise<MessageRow> {
  const { media, content } = news;
  if (!media || !isMediaType(content.type)) return row;
  const file = await receive(work, { remote: media, kind: content.type, messageId: row.id });
  return changeMessage(work, row, { mediaId: file.id, content: contentOf(news, file.id) });
}

/** The same message again: its content, if it could not be read before. */
async function recover(
  work: Work,
  news: MessageNews,
  { chat, sender }: Where,
  receive: Receive,
): Promise<MessageRow | undefined> {
  if (news.content.type === 'undecryptable') return undefined;
  const [row] = await work.tx.select(waMessages, {
    where: and(
      eq(waMessages.instanceId, work.instance.id),
      eq(waMessages.chatId, chat.id),
      eq(waMessages.senderKey, keyOf(sender)),
      eq(waMessages.providerMessageId, news.providerMessageId),
    ),
    limit: 1,
    lock: true,
  });
  if (row?.type !== 'undecryptable') return undefined;

  const content = contentOf(news, null);
  const { type } = content;
  const changed = await changeMessage(work, row, { type, content, search: searchTextOf(content) });
  const full = await withMedia(work, changed, news, receive);
  const previous = { type: row.type, content: row.content };
  work.raise('whatsapp.message.recovered', { ...(await presentIn(work, full)), previous });
  return undefined;
}
