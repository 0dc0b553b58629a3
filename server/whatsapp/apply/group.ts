import { and, eq } from 'drizzle-orm';

import type { GroupAction } from '../../../shared/whatsapp/event-data';
import type { Group } from '../../../shared/whatsapp/group';
import type { Party } from '../../../shared/whatsapp/party';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { DriverGroupEvent, Person } from '../drivers/driver-events';
import { addressesOf } from '../identity/addresses';
import type { GroupRow } from '../identity/chat';
import { contactFor, type ContactRow, differenceOf } from '../identity/contact';
import { findGroup, groupOf } from '../identity/group';
import { party } from '../present/contacts';
import { presentGroups } from '../present/groups';
import { deleteJoinRequests } from '../queries/people';
import { waChats, waGroupJoinRequests, waGroups } from '../schema/people';
import { lockInstance } from '../work';
import type { Work } from '../work-types';
import { writeDetails } from './group-details';
import { changePeople, isUs } from './group-people';
import { adoptGroup, saveFailedRequest } from './group-request';

interface GroupUpdate {
  action: GroupAction;
  affected?: Party[];
  actor: Party | null;
}

export async function applyGroup(work: Work, driverEvent: DriverGroupEvent): Promise<void> {
  await lockInstance(work);
  const { change } = driverEvent;
  const actor = await actorOf(work, driverEvent.actor);
  if (change.action === 'creation_failed') return creationFailed(work, driverEvent, change, actor);

  const { group, isNew } = await located(work, driverEvent);
  const [before] = await presentGroups(work.ctx, work.tx, [group]);
  if (!before) throw new Error('One row is one group.');

  switch (change.action) {
    case 'details':
      await writeDetails(work, group, change.details);
      return publishDetails(work, group.id, { before, isNew }, actor);
    case 'listed':
      if (!isNew) return undefined;
      await writeDetails(work, group, change.details);
      return undefined;
    case 'join_requested':
      return joinRequested(work, group, change.requests, actor);
    case 'join_request_ended':
      return deleteJoinRequests(work.tx, group.id, change.requestIds);
    case 'left':
    case 'deleted':
    case 'suspended':
    case 'resumed':
      return changeStatus(work, group, change.action, actor);
    default: {
      const people = await peopleOf(work, change.people);
      const affected = await changePeople(work, group, change.action, people, driverEvent.at);
      if (isNew) await emitChange(work, 'whatsapp.group.created', group.id, undefined, { action: 'created', actor });
      if (affected.length === 0) return undefined;
      const payload = { action: change.action, affected: affected.map(party), actor };
      await emitChange(work, 'whatsapp.group.participants_changed', group.id, before, payload);
      const isOut = change.action === 'removed' && affected.some((person) => isUs(work, person));
      return isOut ? changeStatus(work, group, 'left', actor) : undefined;
    }
  }
}

/** An unknown group is added with its event. */
export async function requireKnownGroup(work: Work, providerGroupId: string): Promise<GroupRow> {
  const { group, isNew } = await groupOf(work, providerGroupId);
  if (isNew) await emitChange(work, 'whatsapp.group.created', group.id, undefined, { action: 'created', actor: null });
  return group;
}

async function located(work: Work, { requestId, providerGroupId }: DriverGroupEvent) {
  const adopted = requestId === undefined ? undefined : await adoptGroup(work, requestId, providerGroupId);
  if (adopted) return { group: adopted, isNew: true };
  const found = await groupOf(work, providerGroupId);
  if (requestId === undefined || !found.isNew) return found;
  // The caller that creates the group learns the request id now and finds the group by it.
  await work.tx.update(waGroups, eq(waGroups.id, found.group.id), { providerRequestId: requestId });
  return found;
}

const actorOf = async (work: Work, actor: Person | undefined): Promise<Party | null> =>
  actor === undefined || addressesOf(actor).length === 0 ? null : party(await contactFor(work, actor));

async function peopleOf(work: Work, people: readonly Person[]): Promise<ContactRow[]> {
  const contacts = new Map<string, ContactRow>();
  for (const person of people) {
    if (addressesOf(person).length === 0) continue;
    const contact = await contactFor(work, person);
    contacts.set(contact.id, contact);
  }
  return [...contacts.values()];
}

async function emitChange(
  work: Work,
  type:
    | 'whatsapp.group.created'
    | 'whatsapp.group.updated'
    | 'whatsapp.group.participants_changed'
    | 'whatsapp.group.left'
    | 'whatsapp.group.deleted',
  groupId: string,
  before: Group | undefined,
  { action, affected = [], actor }: GroupUpdate,
): Promise<void> {
  const group = await presented(work, groupId);
  const previous = before ? differenceOf(before, group).previous : {};
  work.raise(type, { ...group, previous, action, affected, actor });
}

async function presented(work: Work, groupId: string): Promise<Group> {
  const row = await work.tx.require(waGroups, groupId);
  const [group] = await presentGroups(work.ctx, work.tx, [row]);
  if (!group) throw new Error('One row is one group.');
  return group;
}

async function publishDetails(
  work: Work,
  groupId: string,
  { before, isNew }: { before: Group; isNew: boolean },
  actor: Party | null,
): Promise<void> {
  const group = await presented(work, groupId);
  await work.tx.update(waChats, eq(waChats.groupId, groupId), { title: group.subject });
  if (isNew) return emitChange(work, 'whatsapp.group.created', groupId, undefined, { action: 'created', actor });
  const { changed } = differenceOf(before, group);
  return changed
    ? emitChange(work, 'whatsapp.group.updated', groupId, before, { action: 'updated', actor })
    : undefined;
}

async function joinRequested(
  work: Work,
  group: GroupRow,
  requests: readonly { requestId: string; person: Person; at: Date }[],
  actor: Party | null,
): Promise<void> {
  const newRequests: { id: string; party: Party; created_at: string }[] = [];
  for (const { requestId, person, at } of requests) {
    if (addressesOf(person).length === 0) continue;
    const contact = await contactFor(work, person);
    const row = { groupId: group.id, requestId, contactId: contact.id, createdAt: at };
    const [added] = await work.tx.upsert(waGroupJoinRequests, [row]);
    if (added) newRequests.push({ id: requestId, party: party(contact), created_at: at.toISOString() });
  }
  if (newRequests.length === 0) return;
  work.raise('whatsapp.group.join_requested', {
    ...(await presented(work, group.id)),
    previous: {},
    action: 'join_requested',
    affected: newRequests.map((one) => one.party),
    actor,
    join_requests: newRequests,
  });
}

const STATUS_AFTER = { left: 'left', deleted: 'deleted', suspended: 'suspended', resumed: 'active' } as const;

async function changeStatus(
  work: Work,
  group: GroupRow,
  action: keyof typeof STATUS_AFTER,
  actor: Party | null,
): Promise<void> {
  const status = STATUS_AFTER[action];
  const before = await presented(work, group.id);
  if (before.status === status) return;
  await work.tx.update(waGroups, eq(waGroups.id, group.id), {
    status,
    updatedAt: work.now,
    version: group.version + 1,
  });
  const type = action === 'left' || action === 'deleted' ? (`whatsapp.group.${action}` as const) : undefined;
  await emitChange(work, type ?? 'whatsapp.group.updated', group.id, before, { action, actor });
}

async function creationFailed(
  work: Work,
  driverEvent: DriverGroupEvent,
  { error }: { error: SendError },
  actor: Party | null,
): Promise<void> {
  const [pending] = await work.tx.select(waGroups, {
    where: and(eq(waGroups.instanceId, work.instance.id), eq(waGroups.providerRequestId, driverEvent.requestId ?? '')),
    limit: 1,
    lock: true,
  });
  const group = pending ?? (await findGroup(work, driverEvent.providerGroupId));
  // The caller that creates the group learns the request id only now.
  if (group === undefined && driverEvent.requestId !== undefined)
    return saveFailedRequest(work, driverEvent.requestId, error);
  if (group?.status !== 'pending') return;
  const before = await presented(work, group.id);
  await work.tx.update(waGroups, eq(waGroups.id, group.id), {
    status: 'deleted',
    updatedAt: work.now,
    version: group.version + 1,
  });
  await emitChange(work, 'whatsapp.group.deleted', group.id, before, { action: 'creation_failed', actor });
}
