import { desc, eq } from 'drizzle-orm';

import type { RuleChat } from '../../../../shared/automation/rule-chat';
import type { RuleSilence } from '../../../../shared/automation/rule-run';
import { MINUTE_MS } from '../../../../shared/durations';
import type { Message } from '../../../../shared/whatsapp/message';
import { type Party, phoneDigits } from '../../../../shared/whatsapp/party';
import type { ScopedDb } from '../../../db/scoped';
import { parseRecipient, type Recipient, waGroups, waMessages } from '../../../whatsapp';
import { ruleRuns } from '../../schema/rules';
import type { RunContext, RunRow } from './types';

/** Newest first. */
const MAX_MESSAGES = 300;
const NOT_SENT: ReadonlySet<string> = new Set(['scheduled', 'failed', 'canceled']);

type ReceivedMessage = Pick<Message, 'id' | 'chat_id' | 'group_id' | 'from' | 'sender' | 'content' | 'media'> & {
  instance: { id: string };
};
type MessageRow = typeof waMessages.$inferSelect;

/** The WhatsApp message that triggered the run; undefined for other triggers. */
export function receivedMessage({ event }: RunContext): ReceivedMessage | undefined {
  if (event?.['type'] !== 'whatsapp.message.received') return undefined;
  const data = event['data'] as Partial<ReceivedMessage>;
  const isWhole = data.id !== undefined && data.chat_id !== undefined && data.instance !== undefined;
  return isWhole ? (data as ReceivedMessage) : undefined;
}

/** Oldest first. */
async function messagesOfChat(db: ScopedDb, chatId: string): Promise<MessageRow[]> {
  const where = eq(waMessages.chatId, chatId);
  const rows = await db.select(waMessages, { where, orderBy: [desc(waMessages.id)], limit: MAX_MESSAGES });
  return rows.toReversed();
}

const timeOf = ({ providerAt, createdAt }: MessageRow): number => (providerAt ?? createdAt).getTime();

/** A session begins after the other side was quiet for its length. */
export function sessionOf(messages: readonly MessageRow[], { session_minutes: minutes }: RuleChat): MessageRow[] {
  const times = messages.filter(({ direction }) => direction === 'inbound').map(timeOf);
  const newestFirst = times.toSorted((a, b) => b - a);
  const end = newestFirst.findIndex((time, index) => time - (newestFirst[index + 1] ?? 0) >= minutes * MINUTE_MS);
  const start = newestFirst[end] ?? 0;
  return messages.filter((row) => timeOf(row) >= start);
}

interface ChatRun {
  run: Pick<RunRow, 'id' | 'ruleId'>;
  received: ReceivedMessage;
  chat: RuleChat;
}

export async function silenceOf(db: ScopedDb, of: ChatRun, now: Date): Promise<RuleSilence | undefined> {
  const { chat, received } = of;
  if (await isIgnored(db, chat, received)) return 'ignored';
  const messages = await messagesOfChat(db, received.chat_id);
  const pausedSince = now.getTime() - chat.pause_minutes * MINUTE_MS;
  if (messages.some((row) => isByPerson(row) && timeOf(row) > pausedSince)) return 'person_answers';

  const session = sessionOf(messages, chat);
  const stopWords = new Set(chat.stop_words.map(plainWords));
  if (session.some((row) => row.direction === 'inbound' && stopWords.has(plainWords(textOf(row))))) return 'stop_word';
  if (chat.max_replies === null) return undefined;
  return (await countReplies(db, of, session)) >= chat.max_replies ? 'session_limit' : undefined;
}

async function isIgnored(db: ScopedDb, { ignore }: RuleChat, received: ReceivedMessage): Promise<boolean> {
  if (ignore.some((entry) => isFrom(entry, received))) return true;
  if (received.group_id === null || !ignore.some((entry) => entry.includes('@g.us'))) return false;
  const group = await db.get(waGroups, received.group_id);
  return group !== undefined && group.providerGroupId !== null && ignore.includes(group.providerGroupId);
}

function isFrom(entry: string, { from, sender, chat_id: chatId, group_id: groupId }: ReceivedMessage): boolean {
  const recipient = parseRecipient(entry);
  if (recipient === undefined || recipient.kind === 'provider_group') return false;
  const people = [from, sender].filter((party) => party !== null);
  if (recipient.kind !== 'address') {
    return [chatId, groupId, ...people.map(({ contact_id: id }) => id)].includes(recipient.id);
  }
  return people.some((party) => hasAddress(party, recipient.address));
}

type AddressParts = Extract<Recipient, { kind: 'address' }>['address'];

const hasAddress = (party: Party, address: AddressParts): boolean =>
  (address.phone !== undefined && party.phone !== null && phoneDigits(party.phone) === address.phone) ||
  (address.lid !== undefined && party.lid === address.lid) ||
  (address.bsuid !== undefined && party.bsuid === address.bsuid);

/** From the phone, the console or an API call, but neither by a rule nor in a batch. */
const isByPerson = ({ direction, origin, status, causeRunId, batchId }: MessageRow): boolean =>
  direction === 'outbound' &&
  (origin === 'phone' || origin === 'api') &&
  causeRunId === null &&
  batchId === null &&
  !NOT_SENT.has(status);

async function countReplies(db: ScopedDb, { run }: ChatRun, session: readonly MessageRow[]): Promise<number> {
  const ids = new Set(session.flatMap(({ causeRunId }) => causeRunId ?? []));
  ids.delete(run.id);
  const runs = await db.getEach(ruleRuns, [...ids]);
  return runs.filter(({ ruleId }) => ruleId === run.ruleId).length;
}

const textOf = ({ content }: MessageRow): string => (content.type === 'text' ? content.text : '');

/** Removes case and punctuation. */
export function plainWords(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().trim();
  const plain = words.replaceAll(/[\p{P}\p{S}\s]+/gu, ' ').trim();
  return plain === '' ? words : plain;
}

/** Texts before a message, oldest first, as turns of a conversation with a model. */
export async function historyOf(
  db: ScopedDb,
  received: ReceivedMessage,
  { chat, limit }: { chat: RuleChat | null; limit: number },
): Promise<{ role: 'user' | 'assistant'; content: string }[]> {
  if (limit === 0) return [];
  const messages = await messagesOfChat(db, received.chat_id);
  const session = chat === null ? messages : sessionOf(messages, chat);
  return session
    .filter((row) => row.id < received.id && row.deletedAt === null && !NOT_SENT.has(row.status) && textOf(row) !== '')
    .slice(-limit)
    .map((row) => ({
      role: row.direction === 'inbound' ? ('user' as const) : ('assistant' as const),
      content: textOf(row),
    }));
}
