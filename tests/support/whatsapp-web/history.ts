import { deflateSync } from 'node:zlib';

import { proto } from 'baileys';

import { isGroup } from './address';
import type { Companion } from './companion';
import type { FileReference } from './media/encryption';
import { uploadFile } from './media/files';
import { freshMessageId, sendToOwnDevice } from './send';
import type { World } from './world';

export interface HistoryMessage {
  id?: string;
  /** Phone number of the sender. */
  from: string;
  text: string;
  /** Seconds since 1970. */
  at: number;
  message?: proto.IMessage;
}

export interface HistoryChat {
  /** A phone number or the id of a group. */
  with: string;
  messages: HistoryMessage[];
  isArchived?: boolean;
  /** Seconds since 1970. */
  pinnedAt?: number;
  mutedUntil?: number;
  unread?: number;
}

/** What the phone sends to a device that was just linked. */
export interface History {
  chats: HistoryChat[];
  /** Names that people gave themselves, by phone number. */
  pushNames: Record<string, string>;
  /** In how many parts the chats come after the first. */
  parts: number;
  /** Null: it never says that it is complete. */
  finalProgress: number | null;
  /** It comes as files of the media store, referred to with these changes, and not in the messages themselves. */
  files?: Partial<FileReference>;
  /** Bytes that are compressed in the place of every part. */
  bytes?: Uint8Array;
}

export const emptyHistory = (): History => ({ chats: [], pushNames: {}, parts: 1, finalProgress: 100 });

type SyncType = 'INITIAL_BOOTSTRAP' | 'RECENT' | 'PUSH_NAME';

export async function sendHistory(world: World, companion: Companion, history: History): Promise<void> {
  const { chats, parts, finalProgress } = history;
  const sendPart = partSender(world, companion, history);
  const present = (part: HistoryChat[]) => part.map((chat) => presentChat(world, companion, chat));
  const size = Math.ceil(chats.length / (parts + 1)) || 1;
  const pushnames = Object.entries(history.pushNames).map(([phone, pushname]) => ({
    id: world.person(phone).jid,
    pushname,
  }));
  await sendPart('INITIAL_BOOTSTRAP', 1, 100, {
    conversations: present(chats.slice(0, size)),
    phoneNumberToLidMappings: world.everyone().map(({ jid, lidJid }) => ({ pnJid: jid, lidJid })),
  });
  if (pushnames.length > 0) await sendPart('PUSH_NAME', 1, 100, { pushnames });
  for (let part = 1; part <= parts; part += 1) {
    const isLast = part === parts;
    const progress = isLast ? finalProgress : Math.floor((100 * part) / (parts + 1));
    if (progress === null) return;
    const conversations = present(chats.slice(size * part, isLast ? undefined : size * (part + 1)));
    await sendPart('RECENT', part, progress, { conversations });
  }
}

const partSender =
  (world: World, companion: Companion, { files, bytes }: History) =>
  async (type: SyncType, chunkOrder: number, progress: number, content: Omit<proto.IHistorySync, 'syncType'>) => {
    const syncType = proto.HistorySync.HistorySyncType[type];
    const history = proto.HistorySync.fromObject({ syncType, chunkOrder, progress, ...content });
    const payload = deflateSync(bytes ?? proto.HistorySync.encode(history).finish());
    await sendToOwnDevice(companion.owner, companion, {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType: proto.Message.HistorySyncType[type],
          chunkOrder,
          progress,
          ...(files === undefined
            ? { initialHistBootstrapInlinePayload: payload }
            : { ...(await uploadFile(world, payload, 'md-msg-hist')), ...files }),
        },
      },
    });
  };

function presentChat(world: World, companion: Companion, chat: HistoryChat): proto.IConversation {
  const other = isGroup(chat.with) ? null : world.person(chat.with);
  const id = other?.addressed(world.addressing) ?? chat.with;
  const messages = chat.messages.map(({ id: messageId = freshMessageId(), from, text, at, message }) => {
    const author = world.person(from);
    const fromMe = author === companion.owner;
    const participant = other === null && !fromMe ? { participant: author.addressed(world.addressing) } : {};
    const content = message ?? { conversation: text };
    const key = { remoteJid: id, id: messageId, fromMe, ...participant };
    const status = fromMe ? proto.WebMessageInfo.Status.READ : proto.WebMessageInfo.Status.DELIVERY_ACK;
    return { message: { key, messageTimestamp: at, message: content, pushName: author.name, status, ...participant } };
  });
  const last = Math.max(0, ...chat.messages.map(({ at }) => at));
  return {
    id,
    ...(other === null ? { name: world.groups.get(chat.with)?.subject ?? 'Group' } : {}),
    ...(other !== null && world.addressing === 'lid' ? { pnJid: other.jid } : {}),
    ...(other !== null && world.addressing === 'phone' ? { lidJid: other.lidJid } : {}),
    messages,
    conversationTimestamp: last,
    unreadCount: chat.unread ?? 0,
    archived: chat.isArchived ?? false,
    pinned: chat.pinnedAt ?? 0,
    muteEndTime: chat.mutedUntil ?? 0,
    endOfHistoryTransferType:
      proto.Conversation.EndOfHistoryTransferType.COMPLETE_AND_NO_MORE_MESSAGE_REMAIN_ON_PRIMARY,
  };
}
