import type { MessageUserReceiptUpdate, WAMessageUpdate } from 'baileys';

import type { DriverStatusEvent } from '../../../driver-events';
import { personAt } from '../addresses';
import type { Session } from '../session-types';
import { numberOf, timeOf } from './values';

function statusesOf({ library }: Session): ReadonlyMap<number, DriverStatusEvent['status']> {
  const { DELIVERY_ACK, READ, PLAYED } = library.proto.WebMessageInfo.Status;
  return new Map([
    [DELIVERY_ACK, 'delivered'],
    [READ, 'read'],
    [PLAYED, 'played'],
  ]);
}

/** Receipts of direct messages. What the library says about sending is left to the acknowledgement. */
export function handleUpdates(session: Session, updates: readonly WAMessageUpdate[]): void {
  const statuses = statusesOf(session);
  const events = updates.flatMap(({ key, update }): DriverStatusEvent[] => {
    const status = statuses.get(update.status ?? 0);
    if (!status || !key.id || key.fromMe !== true) return [];
    return [{ kind: 'status', providerMessageId: key.id, status, at: timeOf(update.messageTimestamp) }];
  });
  if (events.length > 0) session.report(...events);
}

export function handleGroupReceipts(session: Session, updates: readonly MessageUserReceiptUpdate[]): void {
  const events = updates.flatMap(({ key, receipt }): DriverStatusEvent[] => {
    const participant = personAt(receipt.userJid);
    if (!key.id || key.fromMe !== true || !participant) return [];
    const read = numberOf(receipt.readTimestamp);
    const status = read === undefined ? 'delivered' : 'read';
    const at = timeOf(read ?? receipt.receiptTimestamp);
    return [{ kind: 'status', providerMessageId: key.id, status, at, participant }];
  });
  if (events.length > 0) session.report(...events);
}
