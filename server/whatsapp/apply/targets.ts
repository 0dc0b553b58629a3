import { and, eq, inArray } from 'drizzle-orm';

import type { DriverEditEvent, Place } from '../drivers/driver-events';
import { addressesOf } from '../identity/addresses';
import { contactFor, type ContactRow } from '../identity/contact';
import { findGroup } from '../identity/group';
import { ME, type MessageRow } from '../present/messages';
import { findByProviderId } from '../queries/messages';
import { waMessages } from '../schema/messages';
import type { Work } from '../work-types';

export interface FoundTarget {
  row: MessageRow;
  attempt: number;
}

export async function messagesAt(work: Work, providerMessageId: string): Promise<FoundTarget[]> {
  const ids = await findByProviderId(work.tx, work.instance.id, providerMessageId);
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

export const reactorKey = (contact: ContactRow | null): string => contact?.id ?? ME;

type Target = Pick<DriverEditEvent, 'providerMessageId' | 'place' | 'by' | 'isOurs'>;

interface Targets {
  by: ContactRow | null;
  rows: MessageRow[];
}

/** The actor is read first, since merging contacts moves messages. */
export async function messageTargets(
  work: Work,
  { providerMessageId, place, by: person, isOurs }: Target,
): Promise<Targets> {
  const by = isOurs ? null : await contactFor(work, person);
  const isAt = await placed(work, place, by);
  const found = await messagesAt(work, providerMessageId);
  return { by, rows: found.map(({ row }) => row).filter(isAt) };
}

/** Without a chat, the message may be in any chat that `by` can see. */
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
  const contact = addressesOf(place.person).length === 0 ? by : await contactFor(work, place.person);
  return ({ contactId, groupId }) => groupId === null && contactId === contact?.id;
}
