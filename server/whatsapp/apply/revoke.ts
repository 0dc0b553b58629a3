import { changeMessage, presentIn } from '../connections/move';
import type { RevokeNews } from '../drivers/news';
import type { ContactRow } from '../identity/contact';
import type { MessageRow } from '../present/messages';
import { readParticipants } from '../queries/people';
import type { Work } from '../work';
import { keyOf, targetsOf } from './targets';

/** Who wrote a message, or an admin of the group, deleted it for everyone; false where it is not known (yet). */
export async function applyRevoke(work: Work, news: RevokeNews): Promise<boolean> {
  const { by, rows } = await targetsOf(work, news);
  const row = rows.find(({ senderKey }) => senderKey === keyOf(by)) ?? (await governed(work, rows, by));
  if (!row) return false;
  await revokeMessage(work, row, news.at);
  return true;
}

/** Somebody else’s message in a group that `by` is an admin of. */
async function governed(
  work: Work,
  rows: readonly MessageRow[],
  by: ContactRow | null,
): Promise<MessageRow | undefined> {
  const row = rows.find(({ groupId }) => groupId !== null);
  if (!row?.groupId) return undefined;
  // The network lets our own side do it only where it may.
  if (!by) return row;
  const participants = await readParticipants(work.tx.store, work.tx.workspaceId, [row.groupId]);
  const isAdmin = participants.some(({ contactId, role }) => contactId === by.id && role !== 'member');
  return isAdmin ? row : undefined;
}

/** Marks a message, which the transaction holds, as deleted for everyone, and tells of it. Undefined where it is. */
export async function revokeMessage(work: Work, row: MessageRow, at: Date): Promise<MessageRow | undefined> {
  if (row.deletedAt !== null) return undefined;
  const after = await changeMessage(work, row, { deletedAt: at });
  work.raise('whatsapp.message.deleted', { ...(await presentIn(work, after)), previous: { deleted_at: null } });
  return after;
}
