import { describe, expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import { restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey } from '../support/seed';
import { startReceiver } from '../webhooks/dispatcher/support';
import { cloudPlace, CUSTOMER, textOf } from './cloud-place';
import { signature } from './meta-graph/notify';
import { freshName, inboundText } from './support';

/*
 * What users of gateways to WhatsApp report most. Each is shown here from without, by the API alone, whatever else shows
 * its parts.
 */
const place = cloudPlace({ webhookAllowPrivate: ['127.0.0.0/8'], webhookAllowHttp: true });
const TEMPLATE = { type: 'template', name: 'hello_world', language: 'en_US' };

/** A workspace with an instance of the simulated network, whose receipts come at once. */
async function sandbox({ sandbox: own = {}, ...change }: { sandbox?: object; settings?: object } = {}) {
  const scene = await place.scene();
  const instance = await scene.ask(201, 'POST', '/whatsapp/instances', {
    name: freshName(),
    sandbox: { delays_ms: { sent: 0, delivered: 0, read: 0 }, ...own },
    ...change,
  });
  return { ...scene, at: `/whatsapp/instances/${instance.id as string}`, instanceId: instance.id as string };
}

describe('nothing is lost', () => {
  test('a receiver that was down gets the events it missed, and a client can fetch them without gaps', async () => {
    const { ask, at, settle } = await sandbox();
    const state = { isDown: true };
    using receiver = startReceiver(() => new Response(null, { status: state.isDown ? 503 : 204 }));
    const types = ['whatsapp.message.received'];
    const webhook = await ask(201, 'POST', '/webhooks', {
      url: receiver.url,
      events: types,
      retry: { delays_seconds: [1, 1, 1, 1, 1, 1] },
    });
    await ask(201, 'POST', `${at}/sandbox/inbound`, inboundText('+15550100030', 'While you were out'));
    await settle();
    await until(() => receiver.requests.length > 0);
    state.isDown = false;
    await until(async () => {
      const { data } = await ask(200, 'GET', `/webhook-deliveries?webhook_id=${webhook.id}`);
      return data[0]?.status === 'succeeded';
    });
    const bodies = receiver.requests.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    expect(new Set(bodies).size).toBe(1);

    const { data } = await ask(200, 'GET', '/events?sort=created_at&limit=100');
    const sequences = data.map(({ sequence }: { sequence: number }) => sequence);
    expect(sequences).toEqual(sequences.map((_: number, index: number) => sequences[0] + index));
    expect(data.map(({ id }: { id: string }) => id)).toContain(bodies[0]);
  });

  test('every message of every change of every entry is received', async () => {
    const { ask, messages, settle, callbackUrl, number, secret } = await place.scene();
    const changeOf = (ids: string[]) => {
      const list = ids.map((id) => ({ from: CUSTOMER, id, timestamp: '1749416383', ...textOf(id) }));
      return { field: 'messages', value: { metadata: number, messages: list } };
    };
    const entry = [
      { id: '1', changes: [changeOf(['wamid.1', 'wamid.2']), changeOf(['wamid.3'])] },
      { id: '2', changes: [changeOf(['wamid.4'])] },
    ];
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
    const headers = { 'x-hub-signature-256': signature(secret, body) };
    expect((await fetch(callbackUrl, { method: 'POST', body, headers })).status).toBe(200);
    await settle();
    const texts = (await messages()).map(({ content }: { content: { text: string } }) => content.text);
    expect(texts.toSorted()).toEqual(['wamid.1', 'wamid.2', 'wamid.3', 'wamid.4']);
    expect((await ask(200, 'GET', '/events?type=whatsapp.message.received')).data).toHaveLength(4);
  });

  test('a message that reuses another person’s message id is stored; a redelivered one is not', async () => {
    const { messages, number, settle } = await place.scene();
    const graph = place.graph();
    const report = async (from: string, body: string) => {
      await graph.inbound({ ...number, from, messages: [{ id: 'wamid.same', ...textOf(body) }] });
      await settle();
    };
    await report('16505551234', 'mine');
    await report('16505551234', 'mine');
    await report('16505555678', 'theirs');
    const texts = (await messages()).map(({ content }: { content: { text: string } }) => content.text);
    expect(texts.toSorted()).toEqual(['mine', 'theirs']);
  });
});

describe('nothing is sent twice', () => {
  test('when the answer of the provider is lost', async () => {
    const { send, settle, message, sends, token } = await place.scene();
    const match = { method: 'POST', path: '/messages$', token };
    await place.graph().fault({ match, action: { cut: 'after_accept' } });
    const { id } = await send(TEMPLATE);
    await settle();
    expect((await message(id)).status).toBe('unconfirmed');
    await place.later(3_600_000);
    expect(await sends()).toHaveLength(1);
  });

  test('when a caller repeats a request fifty times at once', async () => {
    const { call, path, settle, sends, messages } = await place.scene();
    const headers = { 'idempotency-key': newId('req') };
    const body = { to: `+${CUSTOMER}`, content: TEMPLATE };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', `${path}/messages`, body, headers)),
    );
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([202, 409]))).toBe(true);
    expect(new Set(answers.flatMap((one) => (one.status === 202 ? one.body.id : []))).size).toBe(1);
    await settle();
    expect([await messages(), await sends()].map((list) => list.length)).toEqual([1, 1]);
  });
});

describe('the status of a message is true', () => {
  test('accepted is not sent, and without a status of the provider it becomes unconfirmed, not pending for ever', async () => {
    const { send, settle, message } = await place.scene();
    const { id, status } = await send(TEMPLATE);
    await settle();
    expect([status, (await message(id)).status, (await message(id)).sent_at]).toEqual(['queued', 'sending', null]);
    await place.later(120_000);
    expect(await message(id)).toMatchObject({ status: 'unconfirmed', sent_at: null });
  });

  test('content that the network would not show is refused, and nothing is queued', async () => {
    const { call, path, messages, sends, open } = await place.scene();
    await open();
    const content = { type: 'poll', question: 'When?', options: ['Now', 'Later'] };
    const refused = await call('POST', `${path}/messages`, { to: `+${CUSTOMER}`, content });
    expect(refused).toMatchObject({ status: 422, body: { code: 'unsupported_by_driver', capability: 'message.poll' } });
    expect((await messages('direction=outbound')).concat(await sends())).toEqual([]);
  });
});

describe('people and accounts', () => {
  test('a person without a number is one contact, and can get replies', async () => {
    const { ask, path, messages, settle, number, sends } = await place.scene();
    const user_id = 'US.13491208655302741918';
    for (const body of ['Hello', 'Anybody?']) {
      await place.graph().inbound({ ...number, user_id, hide_phone: true, messages: [textOf(body)] });
      await settle();
    }
    const [first, second] = await messages();
    expect(first.from).toMatchObject({ phone: null, bsuid: user_id, contact_id: second.from.contact_id });
    await ask(202, 'POST', `${path}/messages`, { to: first.from.contact_id, content: { type: 'text', text: 'Here' } });
    await settle();
    expect(await sends()).toMatchObject([{ recipient: user_id }]);
  });

  test('many messages at once are sent at the pace of the account, and each says what it waits for', async () => {
    const pacing = { max_per_minute: 6, jitter_ms: [0, 0], new_chats_per_hour: null, new_chats_per_day: null };
    const { ask, at, settle } = await sandbox({ settings: { pacing } });
    for (let index = 0; index < 5; index += 1) {
      const content = { type: 'text', text: 'Hello' };
      await ask(202, 'POST', `${at}/messages`, { to: `+1555020${1000 + index}`, content });
    }
    await settle();
    const { data } = await ask(200, 'GET', `${at}/messages?status=queued`);
    expect(data).toHaveLength(4);
    expect(data.some(({ waiting }: { waiting: { reason: string } | null }) => waiting?.reason === 'pacing')).toBe(true);
  });

  test('a QR code has a number and an expiry, and the number of codes is limited', async () => {
    const { ask, at, call } = await sandbox({ sandbox: { require_scan: true } });
    const { attempt, max_attempts: most, expires_at: endsAt } = await ask(200, 'GET', `${at}/qr?wait_seconds=10`);
    expect([attempt, most, Date.parse(endsAt) > Date.now()]).toEqual([1, 6, true]);
    await ask(200, 'POST', `${at}/sandbox/advance`, { seconds: 600 });
    expect(await ask(200, 'GET', at)).toMatchObject({ status: 'disconnected', status_reason: 'qr_expired' });
    expect((await call('GET', `${at}/qr`)).body.code).toBe('invalid_state');
    const { history } = await ask(200, 'GET', `${at}/status`);
    expect(history.length).toBeLessThan(10);
  });

  test('fifty requests of a workspace wait for a code, and further ones are refused', async () => {
    const { ask, at, call } = await sandbox({ sandbox: { require_scan: true } });
    const { attempt } = await ask(200, 'GET', `${at}/qr?wait_seconds=10`);
    const path = `${at}/qr?wait_seconds=20&after_attempt=${attempt}`;
    const polls = Array.from({ length: 51 }, () => call('GET', path));
    const first = await Promise.race(polls);
    expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
    await ask(200, 'POST', `${at}/sandbox/scan`);
    const answers = await Promise.all(polls);
    expect(answers.filter(({ body }) => body.detail.includes('connected'))).toHaveLength(50);

    // The seats are free again.
    expect((await call('GET', path)).body.detail).toContain('connected');
  });
});

describe('secrets', () => {
  test('a notification with a wrong or missing signature, and a wrong verify token, are refused', async () => {
    const { callbackUrl, raw, number } = await place.scene();
    const body = JSON.stringify({
      entry: [{ id: '1', changes: [{ field: 'messages', value: { metadata: number } }] }],
    });
    const post = (headers: Record<string, string>) => fetch(callbackUrl, { method: 'POST', body, headers });
    expect((await post({})).status).toBe(401);
    expect((await post({ 'x-hub-signature-256': signature('another', body) })).status).toBe(401);
    const question = '?hub.mode=subscribe&hub.challenge=1&hub.verify_token=another';
    expect((await fetch(`${callbackUrl}${question}`)).status).toBe(403);
    expect(await raw()).toEqual([]);
  });

  test('no event holds a key, a token, a code or the bytes of a file', async () => {
    const { ask, at, settle, workspaceId, token, secret } = await sandbox({ sandbox: { require_scan: true } });
    const { secret: key } = await seedKey(workspaceId);
    const { raw: code } = await ask(200, 'GET', `${at}/qr?wait_seconds=10`);
    await ask(200, 'POST', `${at}/sandbox/scan`);
    const base64 = Buffer.from('%PDF-1.4 what nobody is to read in an event').toString('base64');
    const media = { base64, mime_type: 'application/pdf' };
    const { url } = place.server();
    const content = { type: 'document', media, filename: 'a.pdf' };
    expect((await restClient(url, key)('POST', `${at}/messages`, { to: '+15550100000', content })).status).toBe(202);
    await settle();

    const { data } = await ask(200, 'GET', '/events?limit=100');
    expect(data.map(({ type }: { type: string }) => type)).toContain('whatsapp.message.sent');
    const told = JSON.stringify(data);
    for (const text of [key, token, secret, code, base64]) expect(told).not.toContain(text);
  });
});
