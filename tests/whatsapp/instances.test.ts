import { afterAll, describe, expect, test } from 'bun:test';

import { installedLibrary } from '../../server/whatsapp/drivers/web/installed-library';
import { DRIVERS } from '../../shared/whatsapp/drivers';
import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { auditActionsOf } from '../support/people';
import { freshName, inboundText, onVersion, whatsAppScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = whatsAppScenes(server);
const INSTANCES = '/whatsapp/instances';
const CLOUD = { phone_number_id: '1', access_token: 'token', app_secret: 'secret' };

describe('an instance of the sandbox', () => {
  test('is created and connected, and emits events', async () => {
    const { call, events, workspaceId } = await scene();
    const name = freshName();
    const answer = await call('POST', INSTANCES, {
      name,
      metadata: { team: 'support' },
      settings: { auto_read: true, pacing: { max_per_minute: 10, jitter_ms: [1, 2] } },
      sandbox: { delays_ms: { read: 2000 } },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1${INSTANCES}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      object: 'whatsapp.instance',
      name,
      driver: 'sandbox',
      livemode: false,
      status: 'connected',
      phone: '+15550109999',
      metadata: { team: 'support' },
      settings: { auto_read: true, ignore_status: true, pacing: { max_per_minute: 10, new_chats_per_day: null } },
      sandbox: { scenario: 'success', require_scan: false, delays_ms: { sent: 150, delivered: 400, read: 2000 } },
      cloud: null,
      proxy: null,
    });
    expect((await call('GET', `${INSTANCES}/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await events('whatsapp.instance.*')).map(({ type, data }) => [type, data.status])).toEqual([
      ['whatsapp.instance.created', 'created'],
      ['whatsapp.instance.status_changed', 'connecting'],
      ['whatsapp.instance.status_changed', 'connected'],
    ]);
    expect(await auditActionsOf(workspaceId)).toContain('whatsapp.instance.created');
  });

  test('is not connected where that was asked for, and its name is unique', async () => {
    const { call, instance } = await scene();
    const made = await instance({ connect: false });
    expect(made).toMatchObject({ status: 'created', phone: null });
    const twice = await call('POST', INSTANCES, { name: made.name });
    expect([twice.status, ...issuesOf(twice)]).toEqual([409, '/name duplicate']);
    expect((await call('DELETE', made.at)).status).toBe(204);
    expect((await call('POST', INSTANCES, { name: made.name })).status).toBe(201);
  });

  test('the same Idempotency-Key returns the same instance', async () => {
    const { call } = await scene();
    const make = (name: string) => call('POST', INSTANCES, { name }, { 'idempotency-key': 'once' });
    const name = freshName();
    const [first, second] = [await make(name), await make(name)];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect([first.body.status, second.body.status]).toEqual(['connected', 'connecting']);
    expect((await call('GET', INSTANCES)).body.data).toHaveLength(1);
  });

  test('invalid input is refused with its path', async () => {
    const { call } = await scene();
    for (const [input, expected] of [
      [{ name: '' }, [400, '/name too_short']],
      [{ name: 'x', driver: 'cloud' }, [400, '/cloud required']],
      [{ name: 'x', cloud: CLOUD }, [400, '/driver required']],
      [{ name: 'x', driver: 'sandbox', cloud: CLOUD }, [400, '/cloud not_allowed']],
      [{ name: 'x', driver: 'telegram' }, [400, '/driver invalid_value']],
      [{ name: 'x', metadata: { 'a b': '1' } }, [400, '/metadata/a b invalid_key']],
      [{ name: 'x', proxy: { url: 'http://[' } }, [422, '/proxy/url invalid_url']],
    ] as const) {
      const answer = await call('POST', INSTANCES, input);
      expect([input, answer.status, ...issuesOf(answer)]).toEqual([input, ...expected] as never);
    }
    expect((await call('GET', INSTANCES)).body.data).toEqual([]);
  });

  test('changes only the given fields, with an ETag', async () => {
    const { call, instance, events } = await scene();
    const made = await instance();
    const { headers, body: seen } = await call('GET', made.at);
    const change = { name: freshName(), settings: { store_media: false }, sandbox: { delays_ms: { sent: 1 } } };
    const changed = await call('PATCH', made.at, change, { 'if-match': headers.get('etag') ?? '' });
    expect(changed.body).toMatchObject({
      name: change.name,
      settings: { store_media: false, ignore_status: true },
      sandbox: { delays_ms: { sent: 1, delivered: 400 } },
    });
    const late = await call('PATCH', made.at, { name: 'Late' }, { 'if-match': headers.get('etag') ?? '' });
    expect(late.status).toBe(412);
    // The version that one has read is enough to change what nobody else has changed since.
    const { version } = changed.body;
    expect(version).toBeGreaterThan(seen.version);
    expect((await call('PATCH', made.at, { name: 'Late' }, onVersion(seen.version))).status).toBe(412);
    expect((await call('PATCH', made.at, { metadata: {} }, onVersion(version))).status).toBe(200);
    expect((await call('DELETE', made.at, undefined, { 'if-match': '"1"' })).status).toBe(412);
    const [event, ...others] = await events('whatsapp.instance.updated');
    expect(others).toEqual([]);
    expect(event?.data.previous).toMatchObject({ name: made.name });
    const cloud = await call('PATCH', made.at, { cloud: { access_token: 'EAAG0123' } });
    expect([cloud.status, ...issuesOf(cloud)]).toEqual([422, '/cloud invalid']);
  });

  test('the ETag changes with the queue, and with nothing else', async () => {
    const { call, instance } = await scene();
    const { at } = await instance();
    const { headers } = await call('GET', at);
    const unchanged = await call('GET', at, undefined, { 'if-none-match': headers.get('etag') ?? '' });
    expect(unchanged.status).toBe(304);
  });

  test('is deleted: queued messages fail, contacts are deleted, messages can still be searched', async () => {
    const { call, instance, events, expectStatus } = await scene();
    const made = await instance();
    await expectStatus(201, 'POST', `${made.at}/sandbox/inbound`, inboundText('+15550100000'));
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const content = { type: 'text', text: 'Later' };
    await expectStatus(202, 'POST', `${made.at}/messages`, { to: '+15550100000', content, schedule_at: later });
    expect((await call('DELETE', made.at)).status).toBe(204);
    for (const path of [made.at, `${made.at}/status`, `${made.at}/contacts`, `${made.at}/messages`]) {
      expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
    }
    await server.services.whatsapp.idle();
    const { data } = await expectStatus(200, 'GET', '/whatsapp/messages?direction=outbound');
    expect(data[0]).toMatchObject({ status: 'failed', error: { code: 'phone_not_registered' } });
    expect((await events('whatsapp.instance.deleted')).map(({ data: told }) => told.id)).toEqual([made.id]);
    expect((await call('GET', INSTANCES)).body.data).toEqual([]);
  });
});

test('instances are filtered and paged', async () => {
  const { call, instance } = await scene();
  const [one, two] = [await instance(), await instance({ connect: false })];
  const idsOf = async (query: string) =>
    (await call('GET', `${INSTANCES}?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await idsOf('')).toEqual([two.id, one.id]);
  expect(await idsOf('status=created')).toEqual([two.id]);
  expect(await idsOf('driver=cloud')).toEqual([]);
  expect(await idsOf(`q=${encodeURIComponent(one.name.toUpperCase())}`)).toEqual([one.id]);
  const { body } = await call('GET', `${INSTANCES}?limit=1`);
  expect(await idsOf(`limit=1&cursor=${body.next_cursor}`)).toEqual([one.id]);
});

test('the connection state has its history and the last event', async () => {
  const { call, instance, events } = await scene();
  const { at } = await instance();
  await call('POST', `${at}/disconnect`);
  const { body } = await call('GET', `${at}/status`);
  expect(body).toMatchObject({ status: 'disconnected', status_reason: 'user_stopped', health: { sending: 'blocked' } });
  expect(body.history.map(({ status }: { status: string }) => status)).toEqual([
    'disconnected',
    'connected',
    'connecting',
  ]);
  const all = await call('GET', '/events?limit=1');
  expect(body.last_sequence).toBe(all.body.data[0].sequence);
  expect((await events('whatsapp.instance.status_changed')).at(-1)?.data.previous).toEqual({
    status: 'connected',
    status_reason: null,
  });
});

test('drivers are listed with what they can do', async () => {
  const { call } = await scene();
  const { body } = await call('GET', '/whatsapp/drivers');
  const shown = body.data.map(({ driver, available }: { driver: string; available: boolean }) => [driver, available]);
  expect(shown).toEqual(DRIVERS.map((driver) => [driver, driver !== 'web' || installedLibrary().isUsable]));
  const cloud = body.data.find(({ driver }: { driver: string }) => driver === 'cloud');
  expect(cloud.capabilities['message.poll']).toMatchObject({ supported: false });
});
