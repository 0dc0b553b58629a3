import { expect, test } from 'bun:test';

import { startWebServer } from './server';

const CHALLENGE = 'Y2hhbGxlbmdl';
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const assertion = (challenge: string, more: object = {}) => ({
  assertion: {
    id: 'Y3JlZA',
    response: {
      authenticator_data: 'YXV0aA',
      client_data_json: encoded({ type: 'webauthn.get', challenge, origin: 'https://web.whatsapp.com' }),
      signature: 'c2ln',
      ...more,
    },
  },
});

test('a passkey that WhatsApp demands is shown, and a wrong answer is refused before anything is sent', async () => {
  await using web = await startWebServer();
  const { web: make, call, expectStatus, statusOf, events, keyOf } = await web.scene();
  const { id, at } = await make();
  const { report } = web.server.services.whatsapp;
  expect((await call('GET', `${at}/passkey`)).body.code).toBe('invalid_state');
  expect((await call('POST', `${at}/passkey/confirm`)).body.code).toBe('invalid_state');

  const expiresAt = new Date(Date.now() + 300_000);
  const options = { challenge: CHALLENGE, rpId: 'web.whatsapp.com' };
  await report(id, [{ kind: 'passkey', generation: 0, step: 'requested', options, expiresAt }]);
  expect(await statusOf(id)).toMatchObject({ status: 'pairing', status_reason: 'passkey_required' });
  expect(await expectStatus(200, 'GET', `${at}/passkey`)).toEqual({
    step: 'requested',
    options,
    code: null,
    expires_at: expiresAt.toISOString(),
  });
  expect((await events('whatsapp.instance.passkey_requested')).map(({ data }) => data.instance_id)).toEqual([id]);

  const other = await call('POST', `${at}/passkey`, assertion('b3RoZXI'));
  expect([other.status, other.body.errors[0].pointer]).toEqual([422, '/assertion/response/client_data_json']);
  for (const wrong of [{ signature: '' }, { signature: 'c2ln=' }, { authenticator_data: 7 }, { more: 'a' }]) {
    expect((await call('POST', `${at}/passkey`, assertion(CHALLENGE, wrong))).status).toBe(400);
  }
  expect((await call('POST', `${at}/passkey/confirm`)).body.code).toBe('invalid_state');
  const reader = await keyOf({ scopes: ['whatsapp.instances:read'] });
  expect((await reader('GET', `${at}/passkey`)).status).toBe(403);
});

test('the code to confirm replaces the request, and both end with the pairing', async () => {
  await using web = await startWebServer();
  const { web: make, call, expectStatus, statusOf } = await web.scene();
  const { id, at } = await make();
  const { report } = web.server.services.whatsapp;
  const expiresAt = new Date(Date.now() + 300_000);
  await report(id, [{ kind: 'passkey', generation: 0, step: 'confirmation', code: 'ABCD-EFGH', expiresAt }]);
  expect(await statusOf(id)).toMatchObject({ status: 'pairing', status_reason: 'passkey_confirmation' });
  expect(await expectStatus(200, 'GET', `${at}/passkey`)).toMatchObject({ step: 'confirmation', code: 'ABCD-EFGH' });

  // A new QR code: the phone has to read it first.
  await report(id, [{ kind: 'connection', generation: 0, status: 'pairing', reason: null }]);
  expect((await call('GET', `${at}/passkey`)).body.code).toBe('invalid_state');

  await report(id, [{ kind: 'passkey', generation: 0, step: 'confirmation', code: 'ABCD-EFGH', expiresAt }]);
  await report(id, [{ kind: 'connection', generation: 0, status: 'failed', reason: 'banned' }]);
  expect((await call('GET', `${at}/passkey`)).body.code).toBe('invalid_state');
});
