import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';

import { STATUS_RANK } from '../../../shared/whatsapp/message';
import { moveMessage } from '../connections/move';
import { statusSourceOf } from '../connections/reported-by';
import type { DriverStatusEvent } from '../drivers/driver-events';
import { addressesOf } from '../identity/addresses';
import { contactFor, type ContactRow } from '../identity/contact';
import { findContact } from '../identity/recipient';
import { party } from '../present/contacts';
import { type MessageRow, peopleOf } from '../present/messages';
import { findByProviderId } from '../queries/messages';
import { readContacts } from '../queries/people';
import { waMessageReceipts, waMessages } from '../schema/messages';
import { waChats } from '../schema/people';
import type { Work } from '../work-types';
import { WINDOW_MS } from './chat';
import { changeOptOut } from './contact';
import { recordOwnReaction } from './own-reaction';
import { type FoundTarget, messagesAt } from './targets';

type Learn = (work: Work, message: MessageRow, providerMessageId: string) => Promise<void>;

/** False when the message is unknown. */
export async function applyStatus(work: Work, driverEvent: DriverStatusEvent, learn: Learn): Promise<boolean> {
  const known = await find(work, driverEvent);
  if (!known) return false;
  if (!changesMessageAlone(driverEvent, known.row)) work.known = undefined;
  const recipient = await recipientOf(work, known.row, driverEvent);
  const participant = await participantOf(work, known.row, driverEvent);

  // Read again, because merging two contacts moves their messages.
  let found = recipient || participant ? await find(work, driverEvent) : known;
  if (!found) return true;
  const { providerMessageId } = driverEvent;
  if (providerMessageId !== undefined && found.row.providerMessageId !== providerMessageId) {
    await healProviderId(work, found.row, providerMessageId, learn);
    found = (await find(work, driverEvent)) ?? found;
  }
  const { row, attempt } = found;
  if (participant && !(await isNewReceipt(work, row, driverEvent, participant))) return true;

  const { status, at, error } = driverEvent;
  const source = statusSourceOf(work.instance);
  const report = { status, at, source, error, isOlderTry: attempt < row.attempt } as const;
  const moved = await moveMessage(work, row, report, {}, { participant: participant ? party(participant) : null });
  if (moved) await recordOwnReaction(work, moved);
  if (moved?.status === 'failed' && row.status !== 'failed') await applyRefusal(work, moved, at);
  return true;
}

const changesMessageAlone = (
  { recipient, participant, providerMessageId, status }: DriverStatusEvent,
  row: MessageRow,
): boolean =>
  recipient === undefined &&
  participant === undefined &&
  status !== 'failed' &&
  (providerMessageId === undefined || providerMessageId === row.providerMessageId);

export async function readKnown(work: Work, messageIds: readonly string[]): Promise<void> {
  const rows = await work.tx.getEach(waMessages, [...new Set(messageIds)], { lock: true });
  const contacts = await readContacts(work.tx.store, work.tx.workspaceId, rows.flatMap(peopleOf));
  work.known = { messages: new Map(rows.map((row) => [row.id, row])), contacts };
}

async function find(work: Work, { messageId, providerMessageId }: DriverStatusEvent): Promise<FoundTarget | undefined> {
  if (messageId !== undefined) {
    const row = work.known?.messages.get(messageId) ?? (await work.tx.get(waMessages, messageId, { lock: true }));
    if (row?.instanceId === work.instance.id) return { row, attempt: await attemptOf(work, row, providerMessageId) };
  }
  if (providerMessageId === undefined) return undefined;
  return (await messagesAt(work, providerMessageId)).find(({ row }) => row.direction === 'outbound');
}

async function attemptOf(work: Work, row: MessageRow, providerMessageId: string | undefined): Promise<number> {
  if (providerMessageId === undefined || row.attempt === 1) return row.attempt;
  const tries = await findByProviderId(work.tx, work.instance.id, providerMessageId);
  return tries.find(({ messageId }) => messageId === row.id)?.attempt ?? row.attempt;
}

/** The response with the provider id was lost. */
async function healProviderId(work: Work, row: MessageRow, providerMessageId: string, learn: Learn): Promise<void> {
  const known = await messagesAt(work, providerMessageId);
  if (known.some((one) => one.row.id === row.id)) return;
  const isTaken = known.some((one) => one.row.chatId === row.chatId && one.row.senderKey === row.senderKey);
  if (row.providerMessageId === null && !isTaken) {
    await work.tx.update(waMessages, eq(waMessages.id, row.id), { providerMessageId });
  }
  await learn(work, row, providerMessageId);
}

/** The recipient of a direct message; new addresses are added to the contact. */
async function recipientOf(
  work: Work,
  row: MessageRow,
  { recipient }: DriverStatusEvent,
): Promise<ContactRow | undefined> {
  if (row.contactId === null || row.groupId !== null) return undefined;
  if (recipient === undefined || addressesOf(recipient).length === 0) return undefined;
  const same = await findContact(work, row.contactId);
  return same && contactFor(work, recipient, { same, keepsAddresses: true });
}

async function participantOf(
  work: Work,
  row: MessageRow,
  { participant }: DriverStatusEvent,
): Promise<ContactRow | undefined> {
  if (row.groupId === null || participant === undefined || addressesOf(participant).length === 0) return undefined;
  return contactFor(work, participant);
}

/** Each participant of a group reports each status once; the first one counts for the message. */
async function isNewReceipt(
  work: Work,
  row: MessageRow,
  { status, at }: DriverStatusEvent,
  participant: ContactRow,
): Promise<boolean> {
  const receipt = { messageId: row.id, contactId: participant.id, status, createdAt: at };
  const isNew = (await work.tx.upsert(waMessageReceipts, [receipt])).length > 0;
  if (status === 'failed') return false;
  const isKnown = row.statusHistory.some((entry) => entry.status === status);
  return isNew && !(isKnown && rankOf(row.status) >= STATUS_RANK[status]);
}

const rankOf = (status: MessageRow['status']): number =>
  status in STATUS_RANK ? STATUS_RANK[status as keyof typeof STATUS_RANK] : -1;

export async function applyRefusal(
  work: Work,
  { chatId, contactId, groupId, error }: MessageRow,
  at: Date,
): Promise<void> {
  if (error?.code === 'reengagement_window_closed') {
    // Unless they wrote after the refusal.
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
