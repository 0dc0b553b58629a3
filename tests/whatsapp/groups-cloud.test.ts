import { afterAll, beforeEach, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import type { DriverEvent } from '../../server/whatsapp/drivers/driver-events';
import { waGroups } from '../../server/whatsapp/schema/people';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { NUMBER, TOKEN, WABA } from './cloud';
import { startMetaGraphProcess } from './meta-graph';
import { whatsAppScenes } from './support';

const graph = await startMetaGraphProcess();
const server = await startServer(
  { whatsappAllowCustomGraphUrl: true, whatsappLoopbackGraph: true },
  { unlimited: true },
);
afterAll(async () => {
  await server.stop();
  await graph[Symbol.asyncDispose]();
});
const requests = [{ join_request_id: 'j-1', wa_id: '16505551230' }];
beforeEach(async () => {
  await graph.reset();
  const groups = [{ id: 'g-1', subject: 'Club', participants: ['16505551234'], requests }];
  await graph.seed({ waba_id: WABA, phone_number_id: NUMBER, access_token: TOKEN, groups });
});
const scene = whatsAppScenes(server);

async function onCloud() {
  const own = await scene();
  const cloud = {
    phone_number_id: NUMBER,
    waba_id: WABA,
    access_token: TOKEN,
    app_secret: 'app-secret',
    base_url: graph.url,
  };
  const { at, id } = await own.instance({ driver: 'cloud', cloud });
  const report = (...driverEvents: DriverEvent[]) => server.services.whatsapp.report(id, driverEvents);
  return { ...own, at, id, report };
}
const created = (requestId: string, providerGroupId = 'g-2'): DriverEvent => ({
  kind: 'group',
  providerGroupId,
  requestId,
  change: { action: 'details', details: { subject: 'Crew', inviteLink: 'https://chat.whatsapp.com/AbCdEfGhIjKl' } },
  at: new Date(),
});

test('a group is pending until Meta confirms it, whichever of answer and notification comes first', async () => {
  const { call, at, report, events } = await onCloud();
  const pending = await call('POST', `${at}/groups`, { subject: 'Crew' });
  expect([pending.status, pending.headers.get('location')]).toEqual([202, null]);
  expect(pending.body).toMatchObject({ status: 'pending', subject: 'Crew', provider_group_id: null });
  const path = `${at}/groups/${pending.body.id}`;
  expect((await call('PATCH', path, { subject: 'x' })).body.code).toBe('invalid_state');

  const requestIds = async () => {
    await graph.advance(1);
    const { deliveries } = await graph.log();
    return deliveries.flatMap(({ body }) => /"request_id":"([^"]+)"/.exec(body)?.[1] ?? []);
  };
  const [first = ''] = await requestIds();
  await report(created(first));
  const groups = async () => {
    const { data } = (await call('GET', `${at}/groups`)).body;
    // The stand-in lists those that it made by itself, too.
    return data.filter((group: { provider_group_id: string }) => ['g-2', 'g-3'].includes(group.provider_group_id));
  };
  expect(await groups()).toMatchObject([{ id: pending.body.id, status: 'active', provider_group_id: 'g-2' }]);

  // As if the notification were quicker than the answer.
  const { whatsapp } = server.services;
  const calls = whatsapp.driver('cloud')?.groups;
  const { create } = calls ?? {};
  if (!calls || !create) throw new Error('No driver.');
  calls.create = async (...given) => {
    const made = await create(...given);
    await report(created(made.requestId ?? '', 'g-3'));
    return made;
  };
  const told = await call('POST', `${at}/groups`, { subject: 'Crew' });
  calls.create = create;
  expect([told.status, told.body.status, told.body.provider_group_id]).toEqual([201, 'active', 'g-3']);
  expect(await groups()).toHaveLength(2);
  expect((await events('whatsapp.group.created')).length).toBe(2);
});

test('groups from before the connection are listed, without events', async () => {
  const { call, at, events, expectStatus } = await onCloud();
  expect((await call('GET', `${at}/groups`)).body.data).toMatchObject([
    { provider_group_id: 'g-1', subject: 'Club', status: 'active' },
  ]);
  await call('GET', `${at}/groups`);
  const asked = (await graph.log()).requests.filter(({ path }) => path.endsWith('/groups'));
  expect(asked).toHaveLength(1);
  expect(await events('whatsapp.group.created')).toEqual([]);

  // What comes with the next connection is seen with it.
  const groups = [{ id: 'g-5', subject: 'Late', participants: [] }];
  await graph.seed({ waba_id: WABA, phone_number_id: NUMBER, access_token: TOKEN, groups });
  await expectStatus(202, 'POST', `${at}/restart`);
  expect((await call('GET', `${at}/groups?q=Late`)).body.data).toHaveLength(1);
});

test('a failed list of groups is requested again', async () => {
  const { call, at } = await onCloud();
  await graph.fault({ match: { path: '/groups' }, times: 1, action: { http: 502, malformed: '<html>' } });
  expect(await call('GET', `${at}/groups`)).toMatchObject({ status: 200, body: { data: [] } });
  expect((await call('GET', `${at}/groups`)).body.data).toHaveLength(1);
});

test('a group whose creation had no answer appears once Meta confirms it, once', async () => {
  const { call, at, report, events } = await onCloud();
  await graph.fault({ match: { method: 'POST', path: '/groups' }, times: 1, action: { cut: 'after_accept' } });
  expect((await call('POST', `${at}/groups`, { subject: 'Crew' })).status).toBe(502);
  await report(created('request-of-nobody'), created('request-of-nobody'));
  const { data } = (await call('GET', `${at}/groups?q=Crew`)).body;
  expect(data.filter((group: { provider_group_id: string }) => group.provider_group_id === 'g-2')).toMatchObject([
    { subject: 'Crew', status: 'active' },
  ]);
  expect(await events('whatsapp.group.created')).toHaveLength(1);
});

test('a group that Meta fails to create is refused when the notification comes before the answer', async () => {
  const { call, at, report, events } = await onCloud();
  const calls = server.services.whatsapp.driver('cloud')?.groups;
  const { create } = calls ?? {};
  if (!calls || !create) throw new Error('No driver.');
  const error = { code: 'group_not_eligible', message: 'No.', retryable: false, retry_after_ms: null, provider: null };
  calls.create = async (...given) => {
    const made = await create(...given);
    const change = { action: 'creation_failed', error } as never;
    await report({ kind: 'group', providerGroupId: '', requestId: made.requestId ?? '', change, at: new Date() });
    return made;
  };
  const refused = await call('POST', `${at}/groups`, { subject: 'Failed' });
  calls.create = create;
  expect([refused.status, ...issuesOf(refused)]).toEqual([422, ' group_not_eligible']);
  expect((await call('GET', `${at}/groups?status=pending`)).body.data).toEqual([]);
  expect(await events('whatsapp.group.deleted')).toEqual([]);
});

test('a group whose notification was lost is found by its name', async () => {
  const { call, at, events } = await onCloud();
  const pending = await call('POST', `${at}/groups`, { subject: 'Lost' });
  expect(pending.body.status).toBe('pending');
  await graph.advance(1);
  expect((await call('GET', `${at}/groups?q=Lost`)).body.data).toMatchObject([{ status: 'pending' }]);

  const later = new Date(Date.now() - 600_000);
  await queries(database).update(waGroups).set({ createdAt: later }).where(eq(waGroups.id, pending.body.id));
  await call('POST', `${at}/restart`);
  expect((await call('GET', `${at}/groups?q=Lost`)).body.data).toMatchObject([
    { id: pending.body.id, status: 'active', provider_group_id: expect.any(String) },
  ]);
  expect(await events('whatsapp.group.created')).toHaveLength(1);
});

test('a group is read from Meta, and changed where Meta allows it', async () => {
  const { call, at, report, expectStatus } = await onCloud();
  await report(created('none', 'g-1'));
  const [group] = (await call('GET', `${at}/groups`)).body.data;
  const path = `${at}/groups/${group.id}`;
  const read = await expectStatus(200, 'GET', path);
  expect(read).toMatchObject({ subject: 'Club', participants: [{ party: { phone: '+16505551234' } }] });
  await graph.fault({ times: 3, action: { http: 502, malformed: '<html>' } });
  expect(await expectStatus(200, 'GET', path)).toEqual(read);
  await graph.reset();
  await graph.seed({
    waba_id: WABA,
    phone_number_id: NUMBER,
    access_token: TOKEN,
    groups: [{ id: 'g-1', subject: 'Club', participants: ['16505551234'], requests }],
  });

  expect(await expectStatus(200, 'PATCH', path, { subject: 'Guild' })).toMatchObject({ subject: 'Guild' });
  const mixed = await call('PATCH', path, { subject: 'Other', admins_only_messages: true });
  expect(mixed.body).toMatchObject({ code: 'unsupported_by_driver', capability: 'group.admins_only_messages' });
  const approval = await call('PATCH', path, { join_approval: true });
  expect([approval.status, ...issuesOf(approval)]).toEqual([422, '/join_approval invalid']);
  expect((await expectStatus(200, 'GET', path)).subject).toBe('Guild');

  const listed = await expectStatus(200, 'GET', `${path}/join-requests`);
  expect(listed.data).toMatchObject([{ id: 'j-1', party: { phone: '+16505551230' } }]);
  const { results } = await expectStatus(200, 'POST', `${path}/join-requests/approve`, { requests: ['j-1', 'j-2'] });
  expect(results.map(({ code }: { code: string }) => code)).toEqual(['ok', 'group_join_request_unknown']);
  const removed = await expectStatus(200, 'POST', `${path}/participants/remove`, { participants: ['+16505551234'] });
  expect(removed.results).toMatchObject([{ ok: true, code: 'ok' }]);
  expect((await expectStatus(200, 'GET', path)).participants).toMatchObject([{ party: { phone: '+16505551230' } }]);
  const { invite_link: link } = await expectStatus(200, 'POST', `${path}/invite-link/rotate`);
  expect((await expectStatus(200, 'GET', `${path}/invite-link`)).invite_link).toBe(link);
  expect((await call('DELETE', path)).status).toBe(204);
});

test('a person can be blocked only where Meta allows it', async () => {
  const { call, at, report, expectStatus } = await onCloud();
  await report({ kind: 'contact', person: { phone: '16505551234', name: 'Sheena' } });
  const [{ id }] = (await call('GET', `${at}/contacts`)).body.data;
  const refused = await call('POST', `${at}/contacts/${id}/block`);
  expect(refused).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
  expect((await call('GET', `${at}/contacts/${id}`)).body.is_blocked).toBe(false);
  await graph.inbound({ phone_number_id: NUMBER, messages: [{ type: 'text', text: { body: 'Hello' } }] });
  expect(await expectStatus(200, 'POST', `${at}/contacts/${id}/block`)).toMatchObject({ is_blocked: true });
});
