import { changeMessage, presentIn } from '../connections/move';
import type { DriverRevokeEvent } from '../drivers/driver-events';
import type { ContactRow } from '../identity/contact';
import type { MessageRow } from '../present/messages';
import { readParticipants } from '../queries/people';
import type { Work } from '../work-types';
import { reactorKey, messageTargets } from './targets';

export async function applyRevoke(work: Work, driverEvent: DriverRevokeEvent): Promise<boolean> {
  const { by, rows } = await messageTargets(work, driverEvent);
  const row = rows.find(({ senderKey }) => senderKey === reactorKey(by)) ?? (await governed(work, rows, by));
  if (!row) return false;
  await revokeMessage(work, row, driverEvent.at);
  return true;
}

async function governed(
  work: Work,
  rows: readonly MessageRow[],
  by: ContactRow | null,
): Promise<MessageRow | undefined> {
  const row = rows.find(({ groupId }) => groupId !== null);
  if (!row?.groupId) return undefined;
  // The network allows deletions by this account only where they are permitted.
  if (!by) return row;
  const participants = await readParticipants(work.tx, [row.groupId]);
  const isAdmin = participants.some(({ contactId, role }) => contactId === by.id && role !== 'member');
  return isAdmin ? row : undefined;
}

/** Expects a locked message. Undefined when it is already deleted. */
export async function revokeMessage(work: Work, row: MessageRow, at: Date): Promise<MessageRow | undefined> {
  if (row.deletedAt !== null) return undefined;
  const after = await changeMessage(work, row, { deletedAt: at });
  work.raise('whatsapp.message.deleted', { ...(await presentIn(work, after)), previous: { deleted_at: null } });
  return after;
}
