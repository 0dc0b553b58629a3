import { expect, test } from 'bun:test';

import { createLog } from '../../server/log';
import { until } from '../support/process';
import { cloudPlace, type CloudScene, CUSTOMER, textOf } from './cloud-place';

/** What goes to Meta, end to end: the numbers are those of the scenarios that are agreed on. */
const place = cloudPlace();
const HELLO = { type: 'text', text: 'Hello' };
/** Longer than what is waited for word of a message that was accepted. */
const NO_STATUS_MS = 121_000;

const statusesOf = (message: { status_history: { status: string }[] }): string[] =>
  message.status_history.map(({ status }) => status);

/** Sends a text into an open window, and resolves when the provider has answered. */
async function sent(scene: CloudScene, more: object = {}) {
  await scene.open();
  const { id } = await scene.send(HELLO, more);
  await scene.settle();
  return { id, message: await scene.message(id) };
}

/** The message of ours that the stand-in would tell of, though its answer was lost. */
const wordOf = (scene: CloudScene, messageId: string, status: string, wamid = 'wamid.late') =>
  place.graph().notify({
    ...scene.number,
    field: 'messages',
    value: {
      statuses: [
        {
          id: wamid,
          status,
          timestamp: String(Math.floor(Date.now() / 1000)),
          recipient_id: CUSTOMER,
          biz_opaque_callback_data: messageId,
        },
      ],
    },
  });

test('a message is accepted, then sent and delivered by Meta’s statuses', async () => {
  const scene = await place.scene({ status_delays_ms: { sent: 5, delivered: 10 } });
  await scene.open();
  const { id } = await scene.send(HELLO, { client_reference: 'order-42' });
  // The two may overtake each other on their way.
  await until(async () => statusesOf(await scene.message(id)).length === 4);
  const message = await scene.message(id);
  expect(message).toMatchObject({
    accepted_at: expect.any(String),
    sent_at: expect.any(String),
    client_reference: 'order-42',
  });
  expect(message.provider_message_id).toStartWith('wamid.');
  expect(message.status).toBe('delivered');
  expect(statusesOf(message).toSorted()).toEqual(['delivered', 'queued', 'sending', 'sent']);
  expect(await scene.sends()).toMatchObject([{ to: CUSTOMER, biz_opaque_callback_data: id, text: { body: 'Hello' } }]);
});

test('4: read, delivered and sent in that order end as read, with the whole history', async () => {
  const scene = await place.scene();
  const { id, message } = await sent(scene);
  expect([message.status, message.accepted_at]).toEqual(['sending', expect.any(String)]);
  const statuses = ['read', 'delivered', 'sent'] as const;
  for (const status of statuses) {
    await place.graph().status({ ...scene.number, statuses: [{ message_id: message.provider_message_id, status }] });
  }
  await scene.settle();
  const after = await scene.message(id);
  expect(after.status).toBe('read');
  expect(
    after.status_history.slice(-3).map((one: { status: string; applied: boolean }) => [one.status, one.applied]),
  ).toEqual([
    ['read', true],
    ['delivered', false],
    ['sent', false],
  ]);
  expect([await scene.events('whatsapp.message.read'), await scene.events('whatsapp.message.sent')]).toMatchObject([
    [{}],
    [],
  ]);
});

test('9: a closed window reported late fails the message and closes ours', async () => {
  const scene = await place.scene({ enforce_window: true });
  await scene.open();
  const [chat] = (await scene.ask(200, 'GET', `${scene.path}/chats`)).data;
  expect(Date.parse(chat.window_expires_at)).toBeGreaterThan(Date.now());

  await place.graph().advance(86_400 + 60);
  const { id } = await scene.send(HELLO);
  await until(async () => (await scene.message(id)).status === 'failed');
  expect((await scene.message(id)).error).toMatchObject({
    code: 'reengagement_window_closed',
    provider: { code: 131047 },
  });
  const after = await scene.ask(200, 'GET', `${scene.path}/chats/${chat.id}`);
  expect(after.window_expires_at === null || Date.parse(after.window_expires_at) <= Date.now()).toBe(true);
  const refused = await scene.call('POST', `${scene.path}/messages`, { to: `+${CUSTOMER}`, content: HELLO });
  expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'reengagement_window_closed']);
});

test('10: too much at once is tried again, and is one message', async () => {
  const action = { code: 130429, headers: { 'retry-after': '60' } };
  const scene = await place.scene();
  const { token } = scene;
  await place.graph().fault({ match: { method: 'POST', path: '/messages$', token }, action });
  const { id, message } = await sent(scene);
  expect([message.status, message.waiting?.reason, message.attempt]).toEqual(['queued', 'provider_rate_limited', 1]);
  await place.later(61_000);
  expect((await scene.message(id)).accepted_at).toBeString();
  expect(await scene.sends()).toHaveLength(2);
  expect((await scene.sends()).map((one) => one['biz_opaque_callback_data'])).toEqual([id, id]);
});

test('11: a connection cut after the request leaves the message unconfirmed, it is not sent again, and a later status resolves it', async () => {
  const scene = await place.scene();
  const { token } = scene;
  await place.graph().fault({ match: { method: 'POST', path: '/messages$', token }, action: { cut: 'after_accept' } });
  const { id, message } = await sent(scene);
  expect([message.status, message.provider_message_id]).toEqual(['unconfirmed', null]);
  await place.later(600_000);
  expect(await scene.sends()).toHaveLength(1);

  await wordOf(scene, id, 'delivered');
  await scene.settle();
  expect(await scene.message(id)).toMatchObject({ status: 'delivered', provider_message_id: 'wamid.late' });
  await place.graph().status({ ...scene.number, statuses: [{ message_id: 'wamid.late', status: 'read' }] });
  await scene.settle();
  expect((await scene.message(id)).status).toBe('read');
});

test('11: accepted without a status for two minutes is unconfirmed until one arrives', async () => {
  const scene = await place.scene();
  const { id } = await scene.send({ type: 'template', name: 'hello_world', language: 'en_US' });
  await scene.settle();
  expect((await scene.message(id)).status).toBe('sending');
  await place.later(NO_STATUS_MS);
  expect((await scene.message(id)).status).toBe('unconfirmed');
  const reasons = async () => (await scene.instance()).health.reasons.map(({ code }: { code: string }) => code);
  expect(await reasons()).toEqual(['webhook_unverified']);
  expect(await scene.events('whatsapp.instance.health_changed')).toHaveLength(1);

  await wordOf(scene, id, 'sent');
  await scene.settle();
  expect([(await scene.message(id)).status, await reasons()]).toEqual(['sent', []]);
  expect(await scene.sends()).toHaveLength(1);
});

test('12: a template with the wrong number of values is refused at once', async () => {
  const scene = await place.scene();
  const { id } = await scene.send({
    type: 'template',
    name: 'hello_world',
    language: 'en_US',
    variables: { body: ['One'] },
  });
  await scene.settle();
  const message = await scene.message(id);
  expect([message.status, message.error.code, message.error.provider.code]).toEqual([
    'failed',
    'template_parameter_count',
    132000,
  ]);
  expect(await scene.sends()).toHaveLength(1);
});

test('13: an invalid token fails the instance, and notifications are still accepted', async () => {
  const scene = await place.scene();
  await scene.open();
  await place.graph().seed({ ...(await accountOf(scene)), access_token: 'another-token' });
  const { id } = await scene.send(HELLO);
  await scene.settle();
  expect((await scene.message(id)).error).toMatchObject({ code: 'token_invalid', provider: { code: 190 } });
  expect(await scene.instance()).toMatchObject({
    status: 'failed',
    status_reason: 'token_invalid',
    health: { sending: 'blocked' },
  });
  const refused = await scene.call('POST', `${scene.path}/messages`, { to: `+${CUSTOMER}`, content: HELLO });
  expect([refused.status, refused.body.code]).toEqual([409, 'instance_not_connected']);

  const { deliveries } = await place.graph().inbound({ ...scene.number, messages: [textOf('Still here')] });
  expect(deliveries[0]?.status).toBe(200);
  await scene.settle();
  expect((await scene.messages())[0].content.text).toBe('Still here');
});

const accountOf = async (scene: CloudScene) => ({
  ...scene.number,
  waba_id: scene.waba,
  app_secret: scene.secret,
  callback_url: scene.callbackUrl,
  status_delays_ms: null,
});

test('13: an account that Meta locks fails the instance, unless a user disconnected it', async () => {
  const scene = await place.scene();
  const locked = {
    field: 'account_update',
    value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
  };
  await scene.ask(202, 'POST', `${scene.path}/disconnect`);
  await place.graph().notify({ ...scene.number, ...locked });
  await scene.settle();
  expect((await scene.instance()).status).toBe('disconnected');
  await scene.ask(202, 'POST', `${scene.path}/connect`);
  await place.graph().notify({ ...scene.number, field: locked.field, value: { ...locked.value, at: 2 } });
  await scene.settle();
  expect(await scene.instance()).toMatchObject({ status: 'failed', status_reason: 'account_locked' });
});

test('17: an answer after the timeout counts as lost', async () => {
  const scene = await place.scene();
  const { egress } = place.server().services;
  const { call } = egress;
  // Two seconds for the twenty that Meta is given.
  egress.call = (url, request) => call(url, { ...request, limits: { ...request.limits, totalMs: 2000, bodyMs: 2000 } });
  try {
    const { token } = scene;
    await place.graph().fault({ match: { method: 'POST', path: '/messages$', token }, action: { delay_ms: 30_000 } });
    const { id, message } = await sent(scene);
    expect([message.status, message.provider_message_id]).toEqual(['unconfirmed', null]);
    await wordOf(scene, id, 'sent');
    await scene.settle();
    expect((await scene.message(id)).status).toBe('sent');
  } finally {
    egress.call = call;
  }
  expect(await scene.sends()).toHaveLength(1);
});

test('18: no log, error, event or response contains the token', async () => {
  const lines: string[] = [];
  const scene = await place.scene();
  const { services } = place.server();
  const { work } = services.whatsapp;
  const { log } = work;
  work.log = createLog('debug', { write: (line) => lines.push(line) });
  try {
    await place.graph().seed({ ...(await accountOf(scene)), access_token: 'another-token' });
    await scene.open();
    await scene.send(HELLO);
    await scene.settle();
    const connected = await scene.call('POST', `${scene.path}/connect`);
    const refused = await scene.call('POST', `${scene.path}/templates/sync`);
    const told = await scene.ask(200, 'GET', '/events?limit=100');
    const all = JSON.stringify([
      connected.body,
      refused.body,
      told,
      await scene.messages(),
      await scene.instance(),
      lines,
    ]);
    expect(all).toContain('token_invalid');
    for (const secret of [scene.token, scene.secret]) expect(all).not.toContain(secret);
  } finally {
    work.log = log;
  }
});

test('20: an HTML answer of a gateway leaves the result unknown', async () => {
  const scene = await place.scene();
  const { token } = scene;
  const action = { http: 502, malformed: '<html>Bad gateway</html>' };
  await place.graph().fault({ match: { method: 'POST', path: '/messages$', token }, action });
  const { id, message } = await sent(scene);
  expect(message.status).toBe('unconfirmed');
  await place.later(600_000);
  expect([(await scene.message(id)).status, (await scene.sends()).length]).toEqual(['unconfirmed', 1]);
});
