import { and, eq, inArray } from 'drizzle-orm';

import type { Place } from '../drivers/driver-events';
import { findAddresses } from '../queries/people';
import { waChats, waGroups } from '../schema/people';
import { lockInstance } from '../work';
import type { Work } from '../work-types';
import { addressesOf } from './addresses';
import type { ChatRow } from './chat';

/** Unlike `chatWith` and `chatOfGroup`, it creates none. */
export async function findChatAt(work: Work, place: Place): Promise<ChatRow | undefined> {
  await lockInstance(work);
  const { tx, instance } = work;
  const isThere = place.type === 'group' ? await ofGroup(work, place.providerGroupId) : await ofPerson(work, place);
  const where = and(eq(waChats.instanceId, instance.id), isThere);
  const [found] = isThere ? await tx.select(waChats, { where, limit: 1, lock: true }) : [];
  return found;
}

async function ofGroup({ tx, instance }: Work, providerGroupId: string) {
  const where = and(eq(waGroups.instanceId, instance.id), eq(waGroups.providerGroupId, providerGroupId));
  const [group] = await tx.select(waGroups, { where, limit: 1 });
  return group && eq(waChats.groupId, group.id);
}

async function ofPerson({ tx, instance }: Work, { person }: Extract<Place, { type: 'direct' }>) {
  const known = await findAddresses(tx.store, instance, addressesOf(person));
  if (known.length === 0) return undefined;
  const ids = known.map(({ contact }) => contact.id);
  return and(inArray(waChats.contactId, ids), eq(waChats.type, 'direct'));
}
