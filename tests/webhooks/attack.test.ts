import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { webhookDeliveries, webhooks } from '../../server/webhooks/schema';
import type { Scope } from '../../shared/access/scopes';
import { restClient } from '../support/client';
import { textOfTables } from '../support/dump';
import { seedKey, seedWorkspace } from '../support/seed';
import { openStream } from '../support/stream';
import { startDelivery, startReceiver } from './dispatcher/support';
import { seedDelivery, oldestEvent } from './fixtures';

const server = await startDelivery();
afterAll(() => server[Symbol.asyncDispose]());
const { services, testDatabase } = server;
const store = services.store;

const ADDRESS = 'https://a.hooks.example.com/in';
const ELSEWHERE = 'https://b.hooks.example.com/in';

async function workspace() {
  const workspaceId = await seedWorkspace('Attack', testDatabase.database);
  const key = async (scopes?: Scope[]) => {
    const { secret } = await seedKey(workspaceId, scopes ? { scopes } : {}, testDatabase.database);
    return restClient(server.url, secret);
  };
  const call = await key();
  const create = async (change: object = {}, by = call) => {
    const answer = await by('POST', '/webhooks', { url: ADDRESS, events: ['api_key.*'], ...change });
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    return answer.body;
  };
  return { workspaceId, key, call, create };
}

const rowOf = async (id: string) => {
  const [row] = await queries(store).select().from(webhooks).where(eq(webhooks.id, id));
  if (!row) throw new Error('No such webhook.');
  return row;
};
const deliveriesTo = async (id: string) =>
  queries(store)
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookNo, (await rowOf(id)).no));
const newKey = { kind: 'lk', name: 'Made', scopes: ['links:read'] };
const pointers = ({ body }: { body: { errors?: { pointer: string }[] } }) => body.errors?.map(({ pointer }) => pointer);

describe('what is hidden stays hidden', () => {
  test('no header value and no secret is readable in the database', async () => {
    using receiver = startReceiver(
      (_request, body) => new Response(body, { headers: { 'set-cookie': 'sid=needle-6' } }),
    );
    const { call, create } = await workspace();
    const own = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
    const made = await create({
      url: receiver.url,
      secret: own,
      headers: { 'x-api-key': 'needle-1', Cookie: 'a=needle-2', authorization: 'Basic needle-3' },
    });
    await call('PATCH', `/webhooks/${made.id}`, { headers: { 'x-api-key': '"}needle-4', b: '••••' } });
    await call('PATCH', `/webhooks/${made.id}`, { headers: { 'x-api-key': '"}needle-4' } });
    const rotated = await call('POST', `/webhooks/${made.id}/rotate-secret`, {}, { 'Idempotency-Key': 'needle' });
    expect((await call('POST', `/webhooks/${made.id}/test`, {})).body.attempt.code).toBe('ok');
    await services.delivery.idle();
    await services.recorder.flush();

    expect(receiver.requests[0]?.headers['x-api-key']).toBe('"}needle-4');
    const text = await textOfTables(testDatabase.url);
    for (const needle of [
      'needle-1',
      'needle-2',
      'needle-3',
      'needle-4',
      'needle-6',
      own.slice(6),
      rotated.body.secret,
    ])
      expect([needle, text.includes(needle)]).toEqual([needle, false]);
  });

  test('a new URL gets no header value of the old one', async () => {
    const { call, create } = await workspace();
    const { id } = await create({ headers: { 'x-api-key': 'one', 'x-plain': 'two' } });
    const patch = (body: object) => call('PATCH', `/webhooks/${id}`, body);
    for (const body of [
      { url: ELSEWHERE },
      { url: ELSEWHERE, headers: { 'x-api-key': '••••', 'x-plain': 'new' } },
      { url: 'switchboard://inbox' },
    ]) {
      const refused = await patch(body);
      expect([refused.status, refused.body.code, pointers(refused)?.[0]]).toEqual([
        422,
        'unprocessable',
        '/headers/x-api-key',
      ]);
    }
    expect((await rowOf(id)).url).toBe(ADDRESS);
    expect((await patch({ url: ADDRESS, headers: { 'x-api-key': '••••', 'x-plain': '••••' } })).status).toBe(200);
    expect((await patch({ url: ELSEWHERE, headers: { 'x-api-key': 'again' } })).status).toBe(200);
    expect((await patch({ url: ADDRESS, headers: null })).status).toBe(200);
  });
});

describe('a webhook receives what the members who configured it may read', () => {
  test('a member who only renames the webhook of a restricted key does not extend what it receives', async () => {
    const { call, create, key } = await workspace();
    const narrow = await key(['webhooks:write', 'links:read']);
    const { id } = await create({ events: ['*'] }, narrow);
    const { body } = await call('PATCH', `/webhooks/${id}`, { name: 'Renamed', events: ['*'], selectors: null });
    expect(body.name).toBe('Renamed');
    await call('POST', '/keys', newKey);
    expect((await deliveriesTo(id)).map(({ eventType }) => eventType)).not.toContain('api_key.created');
  });

  test('a narrower key that changes the URL of a webhook narrows what it receives', async () => {
    const { create, key } = await workspace();
    const { id } = await create();
    const before = (await rowOf(id)).grant.scopes;
    const narrow = await key(['webhooks:write', 'keys:read', 'workspace:read']);
    expect((await narrow('PATCH', `/webhooks/${id}`, { url: ELSEWHERE })).status).toBe(200);
    const after = (await rowOf(id)).grant.scopes;
    expect(before).toContain('links:read');
    expect(after.toSorted()).toEqual(['keys:read', 'webhooks:read', 'workspace:read']);
  });

  test('pending deliveries that the caller may not read do not go to the new URL', async () => {
    const { call, create, key, workspaceId } = await workspace();
    const { id } = await create({ events: ['api_key.*', 'member.*'] });
    await call('POST', `/webhooks/${id}/pause`);
    await call('POST', '/keys', newKey);
    await call('PATCH', `/webhooks/${id}`, { events: ['webhook.*'] });
    const narrow = await key(['webhooks:write']);
    const mine = await seedDelivery(
      services,
      { ...(await rowOf(id)), workspaceId },
      { ...(await oldestEvent(services, workspaceId)), type: 'webhook.created' },
    );
    expect((await narrow('PATCH', `/webhooks/${id}`, { url: ELSEWHERE })).status).toBe(200);
    const states = Object.fromEntries(
      (await deliveriesTo(id)).map((row) => [row.id === mine ? 'mine' : row.eventType, [row.state, row.cancelReason]]),
    );
    expect(states).toMatchObject({ mine: [0, null], 'api_key.created': [4, 'user'] });
  });
});

test('webhooks that fail and recover in turn do not feed each other', async () => {
  const { create, call } = await workspace();
  const webhooksMade = 8;
  const keys = 4;
  // Each key may change the state of each webhook, which is an event for all; what reports that changes no state.
  const most = webhooksMade * keys + webhooksMade * keys * webhooksMade;
  const seen = new Map<string, number>();
  const flooded = Promise.withResolvers<void>();
  using receiver = startReceiver((request, _body, count) => {
    if (count > most) flooded.resolve();
    const turn = (seen.get(request.url) ?? 0) + 1;
    seen.set(request.url, turn);
    return new Response('', { status: turn % 4 === 0 ? 200 : 500 });
  });
  const events = ['webhook.degraded', 'webhook.recovered', 'api_key.created'];
  for (let made = 0; made < webhooksMade; made += 1)
    await create({ url: `${receiver.url}/${made}`, events, retry: { preset: 'none' }, max_in_flight: 1 });
  for (let made = 0; made < keys; made += 1) await call('POST', '/keys', newKey);
  await Promise.race([services.delivery.idle(), flooded.promise]);
  expect(receiver.requests.length).toBeLessThanOrEqual(most);
  const reported = await call('GET', '/events?type=webhook.degraded,webhook.recovered&limit=100');
  expect(reported.body.data.length).toBeGreaterThan(0);
});

test('a stream ends when its key expires', async () => {
  const { workspaceId } = await workspace();
  const expiresAt = new Date(Date.now() + 1500);
  const { secret } = await seedKey(workspaceId, { expiresAt }, testDatabase.database);
  await using stream = await openStream(server.url, secret);
  await stream.ended;
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
});

test('a delete checks the version in If-Match', async () => {
  const { call, create } = await workspace();
  const { id } = await create();
  await call('PATCH', `/webhooks/${id}`, { name: 'Other' });
  const stale = await call('DELETE', `/webhooks/${id}`, undefined, { 'If-Match': '"1"' });
  expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
  expect((await call('DELETE', `/webhooks/${id}`, undefined, { 'If-Match': '"2"' })).status).toBe(204);
});

test('a pattern of a mebibyte is refused without being repeated', async () => {
  const { call } = await workspace();
  const refused = await call('POST', '/webhooks', { url: ADDRESS, events: [`${'a.'.repeat(500_000)}*`] });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body).length).toBeLessThan(2000);
});
