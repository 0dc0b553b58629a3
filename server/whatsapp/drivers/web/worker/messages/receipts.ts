import type { MessageUserReceiptUpdate, WAMessageUpdate } from 'baileys';

import type { DriverStatusEvent } from '../../../driver-events';
import { personAt } from '../addresses';
import type { WebSession } from '../session-types';
import { wireNumber, wireTime } from './values';

function statusesOf({ library }: WebSession): ReadonlyMap<number, DriverStatusEvent['status']> {
  const { DELIVERY_ACK, READ, PLAYED } = library.proto.WebMessageInfo.Status;
  return new Map([
    [DELIVERY_ACK, 'delivered'],
    [READ, 'read'],
    [PLAYED, 'played'],
  ]);
}

/** Direct messages only. What the library reports about sending is left to the acknowledgement. */
export function handleUpdates(session: WebSession, updates: readonly WAMessageUpdate[]): void {
  const statuses = statusesOf(session);
  const events = updates.flatMap(({ key, update }): DriverStatusEvent[] => {
    const status = statuses.get(update.status ?? 0);
    if (!status || !key.id || key.fromMe !== true) return [];
    return [{ kind: 'status', providerMessageId: key.id, status, at: wireTime(update.messageTimestamp) }];
  });
  session.report(...events);
}

export function handleGroupReceipts(session: WebSession, updates: readonly MessageUserReceiptUpdate[]): void {
  const events = updates.flatMap(({ key, receipt }): DriverStatusEvent[] => {
    const participant = personAt(receipt.userJid);
    if (!key.id || key.fromMe !== true || !participant) return [];
    const read = wireNumber(receipt.readTimestamp);
    const status = read === undefined ? 'delivered' : 'read';
    const at = wireTime(read ?? receipt.receiptTimestamp);
    return [{ kind: 'status', providerMessageId: key.id, status, at, participant }];
  });
  session.report(...events);
}
