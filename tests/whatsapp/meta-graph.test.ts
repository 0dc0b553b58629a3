import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';

import { until } from '../support/until';
import { startMetaGraphProcess, type MetaGraph } from './meta-graph';

const seed = { app_secret: 's3cret', waba_id: '22', phone_number_id: '11', access_token: 'EAAJtoken' };
const received: { body: string; signature: string | null }[] = [];
let status = 200;
const callback = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const url = new URL(request.url);
    if (request.method === 'GET') return new Response(url.searchParams.get('hub.challenge'));
    received.push({ body: await request.text(), signature: request.headers.get('x-hub-signature-256') });
    return new Response('EVENT_RECEIVED', { status });
  },
});
const callback_url = `http://127.0.0.1:${callback.port}/hook`;

let graph: MetaGraph;
beforeAll(async () => {
  graph = await startMetaGraphProcess();
});
afterAll(async () => {
  await graph[Symbol.asyncDispose]();
  await callback.stop(true);
});
beforeEach(async () => {
  received.length = 0;
  status = 200;
  await graph.reset();
  await graph.seed({ ...seed, callback_url });
});

const ask = (method: string, path: string, body?: unknown, token = seed.access_token) =>
  fetch(`${graph.url}/v23.0/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const message = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '16505551234', type: 'text' };
const send = (change: Record<string, unknown>) => ask('POST', '11/messages', { ...message, ...change });
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: number } }).error.code;
const hmac = (secret: string, body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const text = (body: string) => ({ type: 'text', text: { body } });

test('a message is accepted, and its two statuses are signed and posted one after the other', async () => {
  const answer = await send({ text: { body: 'Hi' }, biz_opaque_callback_data: 'mine' });
  expect(answer.headers.get('x-business-use-case-usage')).toContain('call_count');
  const { messages } = (await answer.json()) as { messages: { id: string; message_status: string }[] };
  expect(messages).toMatchObject([{ message_status: 'accepted' }]);

  await until(() => received.length === 2);
  for (const { body, signature } of received) expect(signature).toBe(hmac('s3cret', body));
  const statuses = received.map(({ body }) => /"status":"(\w+)"/.exec(body)?.[1]);
  expect(new Set(statuses)).toEqual(new Set(['sent', 'delivered']));
  expect(received[0]?.body).toContain(`"id":"${messages[0]?.id}"`);
  expect(received[0]?.body).toContain('"biz_opaque_callback_data":"mine"');
});

test('requests that Meta would refuse are refused with its codes', async () => {
  const button = (id: string) => ({ type: 'reply', reply: { id, title: id } });
  const buttons = (list: unknown[]) => ({
    type: 'interactive',
    interactive: { type: 'button', body: { text: 'b' }, action: { buttons: list } },
  });
  const cases: [change: Record<string, unknown>, code: number][] = [
    [{}, 131008],
    [{ text: { body: '' } }, 131009],
    [{ text: { body: 'x'.repeat(4097) } }, 131009],
    [{ text: { body: 'x', surprise: 1 } }, 100],
    [{ text: { body: 'x' }, surprise: 1 }, 100],
    [{ recipient_type: undefined, text: { body: 'x' } }, 131008],
    [{ type: 'hologram' }, 131051],
    [{ to: undefined, text: { body: 'x' } }, 131008],
    [{ to: '15550783881', text: { body: 'x' } }, 131021],
    [{ type: 'image', image: { id: '404' } }, 131053],
    [{ type: 'image', image: { id: '1', link: 'https://example.com/a.png' } }, 131009],
    [buttons(['a', 'b', 'c', 'd'].map(button)), 131009],
    [buttons([button('a'), button('a')]), 131009],
    [{ type: 'template', template: { name: 'absent', language: { code: 'de' } } }, 132001],
  ];
  for (const [change, code] of cases) {
    const answer = await send(change);
    expect([change, answer.ok, await codeOf(answer)]).toEqual([change, false, code]);
  }
  const outsider = await ask('POST', '11/messages', { ...message, text: { body: 'x' } }, 'other');
  expect([outsider.status, await codeOf(outsider)]).toEqual([401, 190]);
  expect(received).toEqual([]);
});

test('notifications are signed as asked', async () => {
  await graph.seed({ ...seed, callback_url, app_secret: 'newer' });
  const inbound = { phone_number_id: '11', messages: [text('Grüße 👋')] };
  for (const sign of ['good', 'bad', 'missing', 'stale_secret'] as const) await graph.inbound({ ...inbound, sign });
  await graph.inbound({ ...inbound, encoding: 'escaped' });
  const secrets = received.map(({ body, signature }) =>
    signature === null ? null : ['newer', 's3cret'].find((secret) => hmac(secret, body) === signature),
  );
  expect(secrets).toEqual(['newer', undefined, null, 's3cret', 'newer']);
  expect(received[0]?.body).toContain('Grüße 👋');
  expect(received[4]?.body).toContain('Gr\\u00fc\\u00dfe \\ud83d\\udc4b');
});

test('notifications are repeated, packed and ordered as asked', async () => {
  const messages = ['a', 'b', 'c', 'd'].map(text);
  const bodies = () =>
    received.map(({ body }) => [...body.matchAll(/"body":"(\w)"/g)].map(([, letter]) => letter).join(''));
  const { ids } = await graph.inbound({ phone_number_id: '11', messages, repeat: 2, batch: 3, order: 'reversed' });
  expect([ids.length, bodies()]).toEqual([4, ['dcb', 'dcb', 'a', 'a']]);

  received.length = 0;
  await graph.inbound({ phone_number_id: '11', messages, batch: { entries: 2, changes: 1, items: 2 } });
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    entry: [{ changes: [{ value: { messages: [{}, {}] } }] }, { changes: [{ value: { messages: [{}, {}] } }] }],
  });
});

test('a notification that is not answered by 200 is posted again', async () => {
  status = 500;
  await graph.inbound({ phone_number_id: '11', messages: [text('a')], retry: true });
  expect(received).toHaveLength(1);
  await graph.advance(1);
  await until(() => received.length === 2);
  status = 200;
  await until(async () => {
    await graph.advance(2);
    return received.length === 3;
  });
  await graph.advance(3600);
  expect((await graph.log()).deliveries).toHaveLength(3);
});

test('outside its window a message is accepted and fails', async () => {
  await graph.seed({ ...seed, callback_url, enforce_window: true });
  await send({ text: { body: 'x' } });
  await until(() => received.length === 1);
  expect(received[0]?.body).toContain('"code":131047');

  await graph.inbound({ phone_number_id: '11', messages: [text('a')] });
  received.length = 0;
  await send({ text: { body: 'x' } });
  await until(() => received.length === 2);
});

test('a callback is asked for its challenge', async () => {
  const { status: answered, body, challenge } = await graph.verify({ phone_number_id: '11' });
  expect([answered, body]).toEqual([200, challenge]);
});

test('the log has the requests, and each fault is used once', async () => {
  await graph.fault({
    match: { method: 'POST', nth: 2 },
    times: 2,
    action: { code: 130429, headers: { 'retry-after': '5' } },
  });
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(await send({ text: { body: String(count) } }));
  expect(answers.map(({ status: code, headers }) => [code, headers.get('retry-after')])).toEqual([
    [200, null],
    [429, '5'],
    [429, '5'],
    [200, null],
  ]);
  const { requests } = await graph.log();
  expect(requests.map(({ body }) => (body as { text: { body: string } }).text.body)).toEqual(['0', '1', '2', '3']);
});

test('a template is created and decided, and the decision is posted', async () => {
  const components = [{ type: 'BODY', text: 'Hi {{1}}' }];
  const made = await ask('POST', '22/message_templates', {
    name: 'hi',
    language: 'de',
    category: 'UTILITY',
    components,
  });
  const { id, status: state } = (await made.json()) as { id: string; status: string };
  expect(state).toBe('PENDING');
  const values = [{ type: 'body', parameters: [{ type: 'text', text: 'x' }] }];
  const asked = { type: 'template', template: { name: 'hi', language: { code: 'de' }, components: values } };
  expect(await codeOf(await send(asked))).toBe(132001);
  await graph.template({ phone_number_id: '11', id, event: 'APPROVED' });
  await until(() => received.some(({ body }) => body.includes('"event":"APPROVED"')));
  expect((await send(asked)).status).toBe(200);
});
