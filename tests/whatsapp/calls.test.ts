import { afterAll, expect, test } from 'bun:test';

import { purgeCalls } from '../../server/whatsapp/system/calls';
import { database, startServer } from '../support/app';
import { messageScenes } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scenes = messageScenes(server);

const MINUTE = 60_000;
const ADA = { phone: '15550100071', name: 'Ada' };

/** A scene with a call that rings. */
async function scene() {
  const on = await scenes();
  const report = (call: object = {}) =>
    server.services.whatsapp.report(on.id, [
      {
        kind: 'call',
        person: ADA,
        providerCallId: 'CALL',
        isVideo: false,
        status: 'offer',
        rejected: false,
        at: new Date(),
        ...call,
      },
    ]);
  const calls = async () => (await on.events('whatsapp.call.received')).map(({ data }) => data);
  await report();
  const [ringing] = await calls();
  return { ...on, report, calls, reject: `${on.path}/calls/${String(ringing?.['id'])}/reject` };
}

test('a call is rejected while it rings, and an event says so', async () => {
  const { call, calls, reject, report } = await scene();
  const { status, body } = await call('POST', reject);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ object: 'whatsapp.call', status: 'reject', rejected: true, is_video: false }),
  ]);
  expect(body.party.phone).toBe('+15550100071');
  // What the network says of the end comes late, and is no other call.
  await report({ status: 'terminate' });
  const told = (await calls()).map(({ id, status: now, rejected }) => [id, now, rejected]);
  expect(told).toEqual([
    [body.id, 'offer', false],
    [body.id, 'reject', true],
    [body.id, 'terminate', true],
  ]);
  const again = await call('POST', reject);
  expect([again.status, again.body.rejected, again.body.status]).toEqual([200, true, 'terminate']);
  expect(await calls()).toHaveLength(3);
});

test('a call that is over, was accepted or rang too long ago is not rejected', async () => {
  const ended = await scene();
  await ended.report({ status: 'terminate' });
  const over = await ended.call('POST', ended.reject);
  expect([over.status, over.body.code, over.body.detail]).toEqual([
    409,
    'invalid_state',
    'The call is over: it cannot be rejected any more.',
  ]);
  await ended.report({ providerCallId: 'SECOND', at: new Date(Date.now() - 3 * MINUTE) });
  const old = (await ended.calls()).at(-1);
  expect((await ended.call('POST', `${ended.path}/calls/${String(old?.['id'])}/reject`)).status).toBe(409);

  const accepted = await scene();
  await accepted.report({ status: 'accept' });
  expect((await accepted.call('POST', accepted.reject)).body.detail).toStartWith(
    'The call was accepted on another device',
  );
  expect((await accepted.calls()).map(({ rejected }) => rejected)).toEqual([false, false]);
});

test('a call that is over does not ring again when its beginning is reported late', async () => {
  const { call, calls, reject, report } = await scene();
  await report({ status: 'terminate' });
  await report({ status: 'offer' });
  await report({ status: 'accept' });
  expect((await calls()).map(({ status }) => status)).toEqual(['offer', 'terminate']);
  expect((await call('POST', reject)).body.detail).toBe('The call is over: it cannot be rejected any more.');

  await report({ providerCallId: 'SECOND', status: 'terminate' });
  await report({ providerCallId: 'SECOND', status: 'offer' });
  const second = (await calls()).slice(2);
  expect(second.map(({ status }) => status)).toEqual(['terminate']);
  const at = reject.replace(/cal_\w+/, String(second[0]?.['id']));
  expect((await call('POST', at)).status).toBe(409);
});

test('rejecting a call needs its instance, the scope to send, and a driver that supports it', async () => {
  const { call, reject, keyOf, update } = await scene();
  const other = await scene();
  expect((await other.call('POST', reject)).status).toBe(404);
  expect((await other.call('POST', other.reject.replace('/calls/', '/calls/x'))).status).toBe(404);
  const reader = await keyOf({ scopes: ['whatsapp.messages:read'] });
  expect((await reader('POST', reject)).status).toBe(403);
  await update({ status: 'disconnected' });
  expect((await call('POST', reject)).body.code).toBe('instance_not_connected');
  await update({ driver: 'cloud', status: 'connected' });
  expect((await call('POST', reject)).body).toMatchObject({ code: 'unsupported_by_driver', capability: 'call.reject' });
});

test('old calls are deleted', async () => {
  const { call, reject } = await scene();
  await purgeCalls(database, new Date(Date.now() - MINUTE));
  expect((await call('POST', reject)).status).toBe(200);
  await purgeCalls(database, new Date(Date.now() + MINUTE));
  expect((await call('POST', reject)).status).toBe(404);
});
