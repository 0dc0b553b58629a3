import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { seedKey } from '../support/seed';
import { whatsAppScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = whatsAppScenes(server);
const SCAN = { sandbox: { require_scan: true } };

describe('an instance that is linked by QR code', () => {
  test('has a QR code, as JSON and as an image, until it is scanned', async () => {
    const { instance, expectStatus, workspaceId, call, events } = await scene();
    const { at, id } = await instance(SCAN);
    await server.services.whatsapp.idle(id);
    const code = await expectStatus(200, 'GET', `${at}/qr`);
    expect(code).toMatchObject({
      attempt: 1,
      max_attempts: 6,
      data_url: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    const { secret } = await seedKey(workspaceId, { fullAccess: true });
    for (const [accept, start] of [
      ['image/svg+xml', '<svg'],
      ['image/png', '\u{89}PNG'],
    ] as const) {
      const answer = await fetch(`${server.url}/api/v1${at}/qr`, {
        headers: { authorization: `Bearer ${secret}`, accept },
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, accept]);
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toStartWith(start);
    }
    expect((await call('GET', `${at}/qr`, undefined, { accept: 'image/gif' })).status).toBe(406);

    const told = await events('whatsapp.instance.qr_updated');
    expect(told.map(({ data }) => data.attempt)).toEqual([1]);
    expect(JSON.stringify(told)).not.toContain(code.raw);

    const scanned = await expectStatus(200, 'POST', `${at}/sandbox/scan`);
    expect(scanned).toMatchObject({ status: 'connected', phone: '+15550109999' });
    const over = await call('GET', `${at}/qr`);
    expect([over.status, over.body.code, over.headers.get('retry-after')]).toEqual([409, 'invalid_state', null]);
  });

  test('a request can wait for a newer code', async () => {
    const { instance, expectStatus, call } = await scene();
    const { at, id } = await instance(SCAN);
    await server.services.whatsapp.idle(id);
    const next = call('GET', `${at}/qr?wait_seconds=20&after_attempt=1`);
    await expectStatus(200, 'POST', `${at}/sandbox/advance`, { seconds: 60 });
    expect((await next).body).toMatchObject({ attempt: 2 });
    const none = await call('GET', `${at}/qr?after_attempt=2`);
    expect([none.status, none.headers.get('retry-after')]).toEqual([409, '1']);
  });

  test('a pairing code is given while it pairs', async () => {
    const { instance, expectStatus, call } = await scene();
    const { at } = await instance(SCAN);
    const { code } = await expectStatus(200, 'POST', `${at}/pairing-code`, { phone: '+1 555 010 0000' });
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await expectStatus(200, 'POST', `${at}/sandbox/scan`);
    expect((await call('POST', `${at}/pairing-code`, { phone: '+15550100000' })).body.code).toBe('invalid_state');
    const wrong = await call('POST', `${at}/pairing-code`, { phone: 'nobody' });
    expect([wrong.status, ...issuesOf(wrong)]).toEqual([400, '/phone invalid_format']);
  });
});

test('an instance is connected once, disconnected, connected again and logged out', async () => {
  const { instance, expectStatus } = await scene();
  const { at } = await instance({ connect: false });
  const connected = await expectStatus(202, 'POST', `${at}/connect`);
  expect(connected).toMatchObject({ instance: { status: 'connected' }, qr: null });
  await expectStatus(202, 'POST', `${at}/connect`);
  expect(await expectStatus(202, 'POST', `${at}/disconnect`)).toMatchObject({ status_reason: 'user_stopped' });
  expect(await expectStatus(202, 'POST', `${at}/restart`)).toMatchObject({ status: 'connected' });
  expect(await expectStatus(202, 'POST', `${at}/logout`)).toMatchObject({ status: 'logged_out' });
  const { history } = await expectStatus(200, 'GET', `${at}/status`);
  expect(history.map(({ status }: { status: string }) => status).toReversed()).toEqual([
    'connecting',
    'connected',
    'disconnected',
    'connecting',
    'connected',
    'logged_out',
  ]);
});

test('operations that need a connection answer 409 without one, and say what to do', async () => {
  const { instance, call } = await scene();
  const { at } = await instance({ connect: false });
  for (const [method, path, body] of [
    ['GET', '/profile'],
    ['PATCH', '/profile', { about: 'x' }],
    ['POST', '/contacts/check', { phones: ['+15550100000'] }],
    ['POST', '/groups', { subject: 'Crew' }],
    ['POST', '/templates/sync', {}],
  ] as const) {
    const answer = await call(method, at + path, body);
    expect([path, answer.status, answer.body.whatsapp_instance]).toEqual([
      path,
      409,
      { status: 'created', status_reason: null, action: 'reconnect' },
    ]);
  }
});

test('the profile is read and changed with an ETag', async () => {
  const { instance, call, expectStatus } = await scene();
  const { at } = await instance();
  const before = await call('GET', `${at}/profile`);
  expect(before.body).toMatchObject({ object: 'whatsapp.profile', name: 'Sandbox', cloud: null });
  const tag = { 'if-match': before.headers.get('etag') ?? '' };
  const changed = await call('PATCH', `${at}/profile`, { about: 'At work' }, tag);
  expect(changed.body).toEqual({ ...before.body, about: 'At work' });
  expect((await call('PATCH', `${at}/profile`, { about: 'Late' }, tag)).status).toBe(412);
  const cloud = await call('PATCH', `${at}/profile`, { cloud: { description: 'x' } });
  expect([cloud.status, ...issuesOf(cloud)]).toEqual([422, '/cloud invalid']);
  const nobodys = 'med_01jd9x3k2mf8v9q4zt7w5b6n0c';
  const picture = await call('PATCH', `${at}/profile`, { picture: { media_id: nobodys } });
  expect([picture.status, ...issuesOf(picture)]).toEqual([422, '/picture/media_id related_not_found']);
  expect((await expectStatus(200, 'GET', `${at}/profile`)).about).toBe('At work');
});
