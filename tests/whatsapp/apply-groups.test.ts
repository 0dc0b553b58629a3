import { expect, test } from 'bun:test';

import type { DriverGroupEvent } from '../../server/whatsapp/drivers/driver-events';
import { presentGroups } from '../../server/whatsapp/present/groups';
import { readJoinRequests } from '../../server/whatsapp/queries/people';
import { waGroups } from '../../server/whatsapp/schema/people';
import { newId } from '../../shared/ids';
import { seedInstance, type SeededInstance, textFrom, workContext } from './driver-events';

const ADA = { phone: '15550100001', name: 'Ada' };
const EVE = { phone: '15550100002', name: 'Eve' };
const US = { phone: '15550109999' };
const at = new Date(Date.UTC(2026, 10, 21, 9, 30));
const GROUP_ID = '120363025246125486@g.us';

const driverEvent = (change: DriverGroupEvent['change'], more: Partial<DriverGroupEvent> = {}): DriverGroupEvent => ({
  kind: 'group',
  providerGroupId: GROUP_ID,
  change,
  at,
  ...more,
});
const member = (person: typeof ADA, role: 'member' | 'admin' = 'member') => ({ person, role });

async function groups(instance: SeededInstance) {
  const rows = await instance.db.select(waGroups);
  return presentGroups(workContext, instance.db, rows);
}

async function told(instance: SeededInstance) {
  const events = await instance.events();
  return events
    .filter(({ type }) => type.startsWith('whatsapp.group.'))
    .map(({ type, data }) => [type.slice('whatsapp.group.'.length), data['action'], data['previous']]);
}

test('a reported group is added once, and emits another event only when it changes', async () => {
  const instance = await seedInstance();
  const details = { subject: 'Crew', adminsOnlyMessages: true, participants: [member(ADA, 'admin'), member(EVE)] };
  await instance.report(driverEvent({ action: 'details', details }), driverEvent({ action: 'details', details }));
  await instance.report(driverEvent({ action: 'details', details: { subject: 'The crew' } }, { actor: ADA }));
  expect(await groups(instance)).toMatchObject([
    {
      subject: 'The crew',
      admins_only_messages: true,
      status: 'active',
      size: 2,
      participants: [
        { party: { name: 'Ada' }, role: 'admin' },
        { party: { name: 'Eve' }, role: 'member' },
      ],
    },
  ]);
  expect(await told(instance)).toEqual([
    ['created', 'created', {}],
    ['updated', 'updated', { subject: 'Crew' }],
  ]);
  const [, updated] = await instance.events('whatsapp.group.updated').then((events) => [null, ...events]);
  expect(updated?.data['actor']).toMatchObject({ name: 'Ada' });
});

test('each participant added, promoted, demoted or removed is one event', async () => {
  const instance = await seedInstance();
  const people = [ADA, EVE];
  const steps = (['added', 'promoted', 'demoted', 'removed'] as const).map((action) => driverEvent({ action, people }));
  await instance.report(...steps.flatMap((step) => [step, step]));
  const events = await instance.events('whatsapp.group.participants_changed');
  expect(events.map(({ data }) => [data['action'], (data['affected'] as unknown[]).length, data['size']])).toEqual([
    ['added', 2, 2],
    ['promoted', 2, 2],
    ['demoted', 2, 2],
    ['removed', 2, 0],
  ]);
});

test('an instance that is removed from a group has left it', async () => {
  const instance = await seedInstance();
  await instance.report(
    driverEvent({ action: 'added', people: [US, ADA] }),
    driverEvent({ action: 'removed', people: [US] }),
  );
  expect(await groups(instance)).toMatchObject([{ status: 'left', size: 1 }]);
  expect((await told(instance)).at(-1)).toEqual(['left', 'left', { status: 'active' }]);
  await instance.report(driverEvent({ action: 'left' }));
  expect(await instance.events('whatsapp.group.left')).toHaveLength(1);
});

test('a message from an unknown group creates the group; its name becomes the title of the chat', async () => {
  const instance = await seedInstance();
  const place = { type: 'group', providerGroupId: GROUP_ID } as const;
  const [row] = await instance.report(textFrom(ADA, 'Hi', { place }));
  await instance.report(driverEvent({ action: 'details', details: { subject: 'Crew' } }));
  expect(row).toMatchObject({ contactId: null, direction: 'inbound' });
  expect(await instance.chats()).toMatchObject([{ type: 'group', title: 'Crew', providerChatId: GROUP_ID }]);
  const [event] = await instance.events('whatsapp.message.received');
  expect(event?.data).toMatchObject({
    to: null,
    sender: { name: 'Ada' },
    from: { name: 'Ada' },
    group_id: row?.groupId,
  });
});

test('each request to join is one event, and so is its end', async () => {
  const instance = await seedInstance();
  const request = { requestId: 'r1', person: EVE, at };
  const asked = driverEvent({ action: 'join_requested', requests: [request] });
  await instance.report(asked, asked);
  const [group] = await groups(instance);
  const events = await instance.events('whatsapp.group.join_requested');
  expect(events.map(({ data }) => data['join_requests'])).toMatchObject([[{ id: 'r1', party: { name: 'Eve' } }]]);
  await instance.report(driverEvent({ action: 'join_request_ended', requestIds: ['r1'] }));
  expect(await readJoinRequests(instance.db, group?.id ?? '')).toEqual([]);
});

/** A group that was asked for; the provider answers later. */
const pending = (instance: SeededInstance) =>
  instance.db.insert(waGroups, {
    id: newId('grp'),
    instanceId: instance.id,
    providerRequestId: 'request-1',
    status: 'pending',
    subject: 'Asked for',
    createdAt: at,
    updatedAt: at,
  });

test('a requested group gets its provider id, even when a message in it arrived first', async () => {
  const instance = await seedInstance();
  const group = await pending(instance);
  await instance.report(textFrom(ADA, 'First!', { place: { type: 'group', providerGroupId: GROUP_ID } }));
  await instance.report(
    driverEvent({ action: 'details', details: { inviteLink: 'https://chat' } }, { requestId: 'request-1' }),
  );
  expect(await groups(instance)).toMatchObject([
    { id: group.id, provider_group_id: GROUP_ID, status: 'active', subject: 'Asked for', invite_link: 'https://chat' },
  ]);
  expect(await instance.messages()).toMatchObject([{ groupId: group.id }]);
  expect(await instance.chats()).toMatchObject([{ groupId: group.id }]);
});

test('a group that the provider fails to create emits an event', async () => {
  const instance = await seedInstance();
  await pending(instance);
  const error = { code: 'group_not_eligible', message: 'No.', retryable: false, retry_after_ms: null, provider: null };
  const failed = driverEvent({ action: 'creation_failed', error } as DriverGroupEvent['change'], {
    requestId: 'request-1',
  });
  await instance.report({ ...failed, providerGroupId: '' }, { ...failed, providerGroupId: '' });
  expect(await told(instance)).toEqual([['deleted', 'creation_failed', { status: 'pending' }]]);
});
