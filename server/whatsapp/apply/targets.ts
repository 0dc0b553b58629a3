import { and, eq, inArray } from 'drizzle-orm';

import type { EditNews, Place } from '../drivers/news';
import { addressesOf } from '../identity/addresses';
import { contactOf, type ContactRow } from '../identity/contact';
import { findGroup } from '../identity/group';
import { ME, type MessageRow } from '../present/messages';
import { findByProviderId } from '../queries/messages';
import { waMessages } from '../schema/messages';
import type { Work } from '../work';

interface Found {
  row: MessageRow;
  /** The try of the message that had the id. */
  attempt: number;
}

/** Messages of the provider’s id, held until the end, the oldest first. */
export async function messagesAt(work: Work, providerMessageId: string): Promise<Found[]> {
  const ids = await findByProviderId(work.tx.store, work.instance, providerMessageId);
  if (ids.length === 0) return [];
  const rows = await work.tx.select(waMessages, {
    where: and(
      eq(waMessages.instanceId, work.instance.id),
      inArray(
        waMessages.id,
        ids.map(({ messageId }) => messageId),
      ),
    ),
    lock: true,
  });
  return rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => ({ row, attempt: ids.find(({ messageId }) => messageId === row.id)?.attempt ?? row.attempt }));
}

/** Who of a message wrote it, as `senderKey` says it. */
export const keyOf = (contact: ContactRow | null): string => contact?.id ?? ME;

/** What somebody does something to. */
type Target = Pick<EditNews, 'providerMessageId' | 'place' | 'by' | 'isOurs'>;

interface Targets {
  /** Null for our own side. */
  by: ContactRow | null;
  /** Messages of that id which lie where it is done, the oldest first. */
  rows: MessageRow[];
}

/** Who does it, and the messages that it can be about. People first: what proves them to be one moves messages. */
export async function targetsOf(
  work: Work,
  { providerMessageId, place, by: person, isOurs }: Target,
): Promise<Targets> {
  const by = isOurs ? null : await contactOf(work, person);
  const isAt = await placed(work, place, by);
  const found = await messagesAt(work, providerMessageId);
  return { by, rows: found.map(({ row }) => row).filter(isAt) };
}

/** Whether a message lies in a place; where the provider names none, anywhere that `by` can see. */
async function placed(
  work: Work,
  place: Place | undefined,
  by: ContactRow | null,
): Promise<(row: MessageRow) => boolean> {
  if (place?.type === 'group') {
    const group = await findGroup(work, place.providerGroupId);
    return ({ groupId }) => group !== undefined && groupId === group.id;
  }
  if (place === undefined) return ({ groupId, contactId }) => !by || groupId !== null || contactId === by.id;
  const contact = addressesOf(place.person).length === 0 ? by : await contactOf(work, place.person);
  return ({ contactId, groupId }) => groupId === null && contactId === contact?.id;
}
