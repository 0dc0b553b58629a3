import { eq } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { ListMessageReceipts, MessageReceipt } from '../../../shared/whatsapp/message-receipts';
import { openPage, pageInMemory } from '../../paging';
import { timeText } from '../../times';
import type { WhatsAppContext } from '../context';
import { type ContactRow, party, UNKNOWN_PARTY } from '../present/contacts';
import type { MessageRow } from '../present/messages';
import { readContacts } from '../queries/people';
import { waMessageReceipts } from '../schema/messages';
import { requireMessage } from './find';

const REPORTED = ['delivered', 'read', 'played', 'failed'] as const;
type ReportedStatus = (typeof REPORTED)[number];

interface Receipt {
  contactId: string;
  status: MessageRow['status'];
  createdAt: Date;
}

interface PersonalReceipts {
  contactId: string;
  contact: ContactRow | undefined;
  times: Partial<Record<ReportedStatus, Date>>;
}

/** Groups are small, so people are sorted in memory. */
export async function listMessageReceipts(
  ctx: WhatsAppContext,
  { limit, cursor, instance_id, message_id }: ListMessageReceipts,
): Promise<Page<MessageReceipt>> {
  const { row } = await requireMessage(ctx, { instance_id, message_id });
  const page = openPage(ctx.workspaceId, 'asc', { limit, cursor, list: 'receipts', instance_id, message_id });
  const receipts =
    row.groupId === null
      ? receiptsOfDirect(row)
      : await ctx.db.select(waMessageReceipts, { where: eq(waMessageReceipts.messageId, row.id) });
  return pageInMemory(page, await byPerson(ctx, receipts), 'asc', 'contactId', (people) => people.map(present));
}

/** The recipient alone reports these statuses, so the message has their times. */
function receiptsOfDirect({ direction, contactId, deliveredAt, readAt, statusHistory }: MessageRow): Receipt[] {
  if (direction !== 'outbound' || contactId === null) return [];
  const played = statusHistory.find(({ status }) => status === 'played');
  const times = [
    ['delivered', deliveredAt],
    ['read', readAt],
    ['played', played ? new Date(played.at) : null],
  ] as const;
  return times.flatMap(([status, createdAt]) => (createdAt === null ? [] : [{ contactId, status, createdAt }]));
}

/** Merged contacts are one person, who has the earlier of two times. */
async function byPerson(ctx: WhatsAppContext, receipts: readonly Receipt[]): Promise<PersonalReceipts[]> {
  const ids = receipts.map(({ contactId }) => contactId);
  const contacts = await readContacts(ctx.store, ctx.workspaceId, ids);
  const people = new Map<string, PersonalReceipts>();
  for (const { contactId: reportedBy, status, createdAt } of receipts) {
    if (!isReported(status)) continue;
    const contact = contacts.get(reportedBy);
    const contactId = contact?.id ?? reportedBy;
    const person = people.get(contactId) ?? { contactId, contact, times: {} };
    people.set(contactId, person);
    const known = person.times[status];
    if (known === undefined || createdAt < known) person.times[status] = createdAt;
  }
  return [...people.values()];
}

const isReported = (status: MessageRow['status']): status is ReportedStatus => REPORTED.some((one) => one === status);

const present = ({ contact, times }: PersonalReceipts): MessageReceipt => ({
  party: contact ? party(contact) : UNKNOWN_PARTY,
  delivered_at: timeText(times.delivered ?? null),
  read_at: timeText(times.read ?? null),
  played_at: timeText(times.played ?? null),
  failed_at: timeText(times.failed ?? null),
});
