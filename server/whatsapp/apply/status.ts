import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';

import { STATUS_RANK } from '../../../shared/whatsapp/message';
import { moveMessage } from '../connections/move';
import type { StatusNews } from '../drivers/news';
import { addressesOf } from '../identity/addresses';
import { contactOf, type ContactRow } from '../identity/contact';
import { findContact } from '../identity/recipient';
import { party } from '../present/contacts';
import type { MessageRow } from '../present/messages';
import { findByProviderId, insertReceipt } from '../queries/messages';
import { waMessages } from '../schema/messages';
import { waChats } from '../schema/people';
import type { Work } from '../work';
import { WINDOW_MS } from './chat';
import { changeOptOut } from './contact';
import { noteOwnReaction } from './own-reaction';
import { messagesAt } from './targets';

interface Found {
  row: MessageRow;
  attempt: number;
}

/** Notes an id that the provider gave to a message, and applies what waits for it. */
type Learn = (work: Work, message: MessageRow, providerMessageId: string) => Promise<void>;

/** Word of a message of ours; false where it is not known (yet). */
export async function applyStatus(work: Work, news: StatusNews, learn: Learn): Promise<boolean> {
  const known = await find(work, news);
  if (!known) return false;
  const recipient = await recipientOf(work, known.row, news);
  const participant = await participantOf(work, known.row, news);

  // Anew: where two contacts proved to be one, their messages moved.
  let found = recipient || participant ? await find(work, news) : known;
  if (!found) return true;
  const { providerMessageId } = news;
  if (providerMessageId !== undefined && found.row.providerMessageId !== providerMessageId) {
    await healProviderId(work, found.row, providerMessageId, learn);
    found = (await find(work, news)) ?? found;
  }
  const { row, attempt } = found;
  if (participant && !(await isNewReceipt(work, row, news, participant))) return true;

  const { status, at, error } = news;
  const source = work.instance.driver === 'sandbox' ? 'sandbox' : 'provider';
  const told = { status, at, source, error, isOlderTry: attempt < row.attempt } as const;
  const moved = await moveMessage(work, row, told, {}, { participant: participant ? party(participant) : null });
  if (moved) await noteOwnReaction(work, moved);
  if (moved?.status === 'failed' && row.status !== 'failed') await applyRefusal(work, moved, at);
  return true;
}

/** By our own id, where the provider carries it, else by its own. */
async function find(work: Work, { messageId, providerMessageId }: StatusNews): Promise<Found | undefined> {
  if (messageId !== undefined) {
    const row = await work.tx.get(waMessages, messageId, { lock: true });
    if (row?.instanceId === work.instance.id) return { row, attempt: await attemptOf(work, row, providerMessageId) };
  }
  if (providerMessageId === undefined) return undefined;
  return (await messagesAt(work, providerMessageId)).find(({ row }) => row.direction === 'outbound');
}

/** The try that had the provider’s id; the present one where nobody noted it. */
async function attemptOf(work: Work, row: MessageRow, providerMessageId: string | undefined): Promise<number> {
  if (providerMessageId === undefined) return row.attempt;
  const tries = await findByProviderId(work.tx.store, work.instance, providerMessageId);
  return tries.find(({ messageId }) => messageId === row.id)?.attempt ?? row.attempt;
}

/** The answer that would have told the id was lost. */
async function healProviderId(work: Work, row: MessageRow, providerMessageId: string, learn: Learn): Promise<void> {
  const known = await messagesAt(work, providerMessageId);
  if (known.some((one) => one.row.id === row.id)) return;
  const isTaken = known.some((one) => one.row.chatId === row.chatId && one.row.senderKey === row.senderKey);
  if (row.providerMessageId === null && !isTaken) {
    await work.tx.update(waMessages, eq(waMessages.id, row.id), { providerMessageId });
  }
  await learn(work, row, providerMessageId);
}

/** Who got a direct message, where that is told; an address that was not known is theirs from now on. */
async function recipientOf(work: Work, row: MessageRow, { recipient }: StatusNews): Promise<ContactRow | undefined> {
  if (row.contactId === null || row.groupId !== null) return undefined;
  if (recipient === undefined || addressesOf(recipient).length === 0) return undefined;
  const same = await findContact(work, row.contactId);
  return same && contactOf(work, recipient, { same, keepsAddresses: true });
}

async function participantOf(
  work: Work,
  row: MessageRow,
  { participant }: StatusNews,
): Promise<ContactRow | undefined> {
  if (row.groupId === null || participant === undefined || addressesOf(participant).length === 0) return undefined;
  return contactOf(work, participant);
}

/** Each participant of a group tells of each status once; for the message the first one counts. */
async function isNewReceipt(
  work: Work,
  row: MessageRow,
  { status, at }: StatusNews,
  participant: ContactRow,
): Promise<boolean> {
  const receipt = { workspaceId: row.workspaceId, messageId: row.id, contactId: participant.id, status, createdAt: at };
  const isNew = await insertReceipt(work.tx.store, receipt);
  if (status === 'failed') return false;
  const isKnown = row.statusHistory.some((entry) => entry.status === status);
  return isNew && !(isKnown && rankOf(row.status) >= STATUS_RANK[status]);
}

const rankOf = (status: MessageRow['status']): number =>
  status in STATUS_RANK ? STATUS_RANK[status as keyof typeof STATUS_RANK] : -1;

/** What a refusal of the provider says of the chat and the person. */
export async function applyRefusal(
  work: Work,
  { chatId, contactId, groupId, error }: MessageRow,
  at: Date,
): Promise<void> {
  if (error?.code === 'reengagement_window_closed') {
    // Unless they wrote after it was refused.
    const latest = new Date(at.getTime() + WINDOW_MS);
    const isOpen = and(gt(waChats.windowExpiresAt, work.now), lte(waChats.windowExpiresAt, latest));
    const isUnknown = isNull(waChats.windowExpiresAt);
    await work.tx.update(waChats, and(eq(waChats.id, chatId), or(isOpen, isUnknown)), {
      windowExpiresAt: work.now,
      updatedAt: work.now,
    });
  }
  if (error?.code === 'recipient_opted_out' && contactId !== null && groupId === null) {
    const contact = await findContact(work, contactId);
    if (contact?.optOut === 'none') await changeOptOut(work, contact, 'marketing');
  }
}
