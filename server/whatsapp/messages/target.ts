import { and, desc, eq, isNotNull } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { MessageTarget } from '../drivers/driver';
import type { Address, Place } from '../drivers/driver-events';
import { addressFor } from '../identity/addresses';
import { ME, type MessageRow } from '../present/messages';
import { IS_INBOUND, waMessages } from '../schema/messages';
import { waContacts, waGroups } from '../schema/people';

/** Throws 409 `invalid_state` without an address at the provider. */
export async function providerTargetOf(
  db: ScopedDb,
  { contactId, groupId }: { contactId: string | null; groupId: string | null },
): Promise<Place> {
  if (groupId !== null) {
    const group = await db.get(waGroups, groupId);
    if (group?.providerGroupId) return { type: 'group', providerGroupId: group.providerGroupId };
  } else if (contactId !== null) {
    const contact = await db.get(waContacts, contactId);
    if (contact) return { type: 'direct', person: addressFor(contact) };
  }
  throw new ApiError('invalid_state', 'The chat does not exist at the provider.');
}

/** Throws 409 `invalid_state` for a message without a provider id. */
export async function targetOf(db: ScopedDb, row: MessageRow): Promise<MessageTarget> {
  const { providerMessageId, senderKey } = row;
  if (providerMessageId === null) throw new ApiError('invalid_state', 'The message does not exist at the provider.');
  const isOurs = senderKey === ME;
  const author = isOurs ? undefined : await db.get(waContacts, senderKey);
  const sender: Address = author ? addressFor(author) : {};
  return { place: await providerTargetOf(db, row), providerMessageId, isOurs, sender };
}

export async function lastInbound(db: ScopedDb, chatId: string): Promise<MessageRow | undefined> {
  const [row] = await db.select(waMessages, {
    where: and(eq(waMessages.chatId, chatId), IS_INBOUND, isNotNull(waMessages.providerMessageId)),
    orderBy: [desc(waMessages.id)],
    limit: 1,
  });
  return row;
}
