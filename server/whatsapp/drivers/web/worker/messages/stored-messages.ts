import type { proto, WAMessage, WAMessageKey } from 'baileys';

import { DAY_MS } from '../../../../../../shared/durations';
import type { Address } from '../../../driver-events';
import { addressOf, completed, isGroupJid, isSamePerson } from '../addresses';
import type { WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';
import { wireTime } from './values';

/** Sent messages are separate, since a contact may send a message with the id of one. */
const SENT = 'message_sent';
const RECEIVED = 'message_received';
const MAX_AGE_MS = 30 * DAY_MS;
const MAX_BYTES = 16_384;

interface StoredMessage {
  key: WAMessageKey;
  message?: proto.IMessage | null | undefined;
  messageTimestamp?: WAMessage['messageTimestamp'] | undefined;
}

export async function saveSent(session: WebSession, jid: string, id: string, message: proto.IMessage): Promise<void> {
  const key = { remoteJid: jid, fromMe: true, id };
  await session.store.put(SENT, id, encode(session, { key, message, messageTimestamp: Math.floor(Date.now() / 1000) }));
}

export const findSent = (session: WebSession, id: string): Promise<StoredMessage | undefined> =>
  read(session, SENT, id);

/** Quotes and poll votes need them. Pictures that are too large are left out. */
export async function saveReceived(
  session: WebSession,
  chat: string,
  { key, message, messageTimestamp }: StoredMessage,
) {
  if (!message || !key.id) return;
  const whole = encode(session, { key, message, messageTimestamp });
  const bytes = whole.length <= MAX_BYTES ? whole : encode(session, { key, message: bare(message), messageTimestamp });
  if (bytes.length <= MAX_BYTES) await session.store.put(RECEIVED, idIn(chat, key.id), bytes);
}

/** The chat may be known under several JIDs. */
export async function findMessage(session: WebSession, jids: readonly string[], id: string) {
  for (const jid of jids) {
    const found = await read(session, RECEIVED, idIn(jid, id));
    if (found) return found;
  }
  const sent = await findSent(session, id);
  return sent && (await isOf(session, sent, jids)) ? sent : undefined;
}

/** Only recipients in the same chat may ask for a message again. */
export async function storedMessage(session: WebSession, key: WAMessageKey): Promise<proto.IMessage | undefined> {
  if (!key.id || !key.remoteJid || key.fromMe === false) return undefined;
  const sent = await findSent(session, key.id);
  return sent && (await isOf(session, sent, [key.remoteJid])) ? (sent.message ?? undefined) : undefined;
}

async function isOf(session: WebSession, { key }: StoredMessage, jids: readonly string[]): Promise<boolean> {
  const { remoteJid } = key;
  if (!remoteJid) return false;
  if (jids.includes(remoteJid)) return true;
  const recipient = addressOf(remoteJid);
  if (isGroupJid(remoteJid) || !recipient) return false;
  const all: Address = await completed(session, recipient);
  return jids.some((jid) => isSamePerson(all, addressOf(jid) ?? {}));
}

/** Once per socket is often enough, since older messages are never read. */
export function forgetOldMessages(session: WebSession): void {
  const before = new Date(Date.now() - MAX_AGE_MS);
  for (const kind of [SENT, RECEIVED]) {
    session.store
      .deleteOlder(kind, before)
      .catch((error: unknown) => session.log.warn(errorFields(error), 'old messages not deleted'));
  }
}

const idIn = (chat: string, id: string): string => `${chat}/${id}`;

const encode = ({ library }: WebSession, { key, message, messageTimestamp }: StoredMessage): Uint8Array =>
  library.proto.WebMessageInfo.encode({
    key,
    message: message ?? null,
    messageTimestamp: messageTimestamp ?? null,
  }).finish();

async function read(session: WebSession, kind: string, id: string): Promise<StoredMessage | undefined> {
  const bytes = await session.store.get(kind, id);
  if (!bytes) return undefined;
  const { key, message, messageTimestamp } = session.library.proto.WebMessageInfo.decode(bytes);
  if (!key || Date.now() - wireTime(messageTimestamp).getTime() > MAX_AGE_MS) return undefined;
  return { key, message: message ?? null, messageTimestamp: messageTimestamp ?? null };
}

function bare(message: proto.IMessage): proto.IMessage {
  const { imageMessage, videoMessage, documentMessage, locationMessage, extendedTextMessage } = message;
  const jpegThumbnail = null;
  return {
    ...message,
    ...(imageMessage && { imageMessage: { ...imageMessage, jpegThumbnail } }),
    ...(videoMessage && { videoMessage: { ...videoMessage, jpegThumbnail } }),
    ...(documentMessage && { documentMessage: { ...documentMessage, jpegThumbnail } }),
    ...(locationMessage && { locationMessage: { ...locationMessage, jpegThumbnail } }),
    ...(extendedTextMessage && { extendedTextMessage: { ...extendedTextMessage, jpegThumbnail } }),
  };
}
