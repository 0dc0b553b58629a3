import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';

import { workspaceModelSettings } from '../../server/ai/schema';
import { queries } from '../../server/db/database';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { chatAnswer, ModelProvider } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';
import { budget, HELLO, rowsOf, seedBudget, startGateway } from './gateway-support';

const { p, q, server, caller, stop } = await startGateway();
afterAll(stop);
beforeEach(() => {
  p.answer = () => chatAnswer('from p');
  q.answer = () => chatAnswer('from q');
});

const db = queries(database);
const PATH = '/api/v1/chat/completions';
const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

describe('an invalid body', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const message = (content: string) => `{"model":"p/m","messages":[{"role":"user","content":${content}}]}`;

  test.each<[string, string | Uint8Array<ArrayBuffer>, number, string]>([
    ['too large', message(JSON.stringify('x'.repeat(40 * 1024 * 1024))), 413, 'payload_too_large'],
    ['nested deeply', message(nested(100_000)), 400, 'malformed_json'],
    ['with NUL', message(String.raw`"a\u0000b"`), 400, 'validation_failed'],
    ['with half a surrogate pair', message(String.raw`"\ud800"`), 400, 'validation_failed'],
    ['that is not UTF-8', bytes('{"model":"p/m', [0xff, 0xfe], '"}'), 400, 'malformed_json'],
    ['that ends early', '{"model":"p/m","messages":[', 400, 'malformed_json'],
    [
      'with a prototype',
      '{"model":"p/m","messages":[{"role":"user"}],"__proto__":{"model":"q/m"}}',
      400,
      'unknown_parameter',
    ],
    ['that is a list', '[]', 400, 'validation_failed'],
    ['that is null', 'null', 400, 'validation_failed'],
    ['without bytes', '', 400, 'validation_failed'],
  ])('%s is refused before anything is reserved', async (_name, body, status, code) => {
    const { secret, workspaceId } = await caller();
    const asked = p.requests.length;
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${PATH}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, error: { type: 'invalid_request_error', code } });
    expect(p.requests.length).toBe(asked);
    expect(await rowsOf(workspaceId)).toEqual([]);
  });

  const user = { role: 'user', content: 'Hi' };
  test.each<[string, object, string]>([
    ['no model', { model: undefined }, 'model'],
    ['a model that is a number', { model: 5 }, 'model'],
    ['a model that is a list', { model: ['p/m'] }, 'model'],
    ['a model without characters', { model: '' }, 'model'],
    ['a model of 10 KB', { model: 'x'.repeat(10_240) }, 'model'],
    ['models that are a text', { models: 'q/m' }, 'models'],
    ['models that are numbers', { models: [5] }, 'models[0]'],
    ['too many models', { models: Array.from({ length: 11 }, () => 'q/m') }, 'models'],
    ['no messages', { messages: undefined }, 'messages'],
    ['an empty list of messages', { messages: [] }, 'messages'],
    ['messages that are a text', { messages: 'Hi' }, 'messages'],
    ['messages that are an object', { messages: { 0: user } }, 'messages'],
    ['a message that is a text', { messages: ['Hi'] }, 'messages[0]'],
    ['a message without a role', { messages: [user, { content: 'Hi' }] }, 'messages[1].role'],
    ['a role that is an object', { messages: [{ ...user, role: {} }] }, 'messages[0].role'],
    ['too many messages', { messages: Array.from({ length: 10_001 }, () => user) }, 'messages'],
    ['a stream that is a text', { stream: 'yes' }, 'stream'],
    ['stream options that are a list', { stream_options: [] }, 'stream_options'],
    ['a negative limit', { max_tokens: -1 }, 'max_tokens'],
    ['half a token', { max_completion_tokens: 0.5 }, 'max_completion_tokens'],
    ['a limit that is a text', { max_tokens: '5' }, 'max_tokens'],
    ['a limit that is no safe number', { max_tokens: 1e300 }, 'max_tokens'],
    ['too many choices', { n: 5 }, 'n'],
    ['no choices', { n: 0 }, 'n'],
    ['a user that is a number', { user: 5 }, 'user'],
  ])('%s is refused by the name of the field', async (_name, change, param) => {
    const { send, workspaceId } = await caller();
    const answer = await send(change);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'validation_failed', error: { param } });
    expect(await rowsOf(workspaceId)).toEqual([]);
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'p/',
    '/m',
    'p/m/..',
    '../p/m',
    'p/m\r\nX-Evil: 1',
    '💥'.repeat(64),
  ])('the model %j does not exist', async (model) => {
    const { secret, workspaceId } = await caller();
    const got = await restClient(server.url, secret)('POST', '/chat/completions', { ...HELLO, model });
    expect(got).toMatchObject({ status: 404, body: { code: 'not_found', error: { code: 'model_not_found' } } });
    expect(got.headers.get('x-evil')).toBeNull();
    expect(await rowsOf(workspaceId)).toMatchObject([{ outcome: 'refused', modelId: null, reservedMicroUsd: 0 }]);
  });

  test('of two members with one name the last counts, for the check and for the provider', async () => {
    const { secret } = await caller();
    const body = '{"model":"q/m","model":"p/m","messages":[{"role":"user","content":"Hi"}]}';
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${PATH}`, { method: 'POST', headers, body });
    expect(answer.headers.get('x-model-used')).toBe('p/m');
    expect(p.last.body).toEqual({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
  });
});

test('a conversation with images may be larger than other bodies, up to 8 MiB', async () => {
  const { send } = await caller();
  const message = (size: number) => ({
    messages: [
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(size)}` } }],
      },
    ],
  });
  const large = message(7 * 1024 * 1024);
  expect((await send(large)).status).toBe(200);
  expect(p.last.body['messages']).toEqual(large.messages);
  expect((await send(message(8 * 1024 * 1024))).status).toBe(413);
});

test('a caller who never completes the body reserves nothing and delays no other caller', async () => {
  const { secret, send, workspaceId } = await caller();
  const sockets = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise<void>((resolve) => {
        socket.write(
          `POST ${PATH} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"model":"p/m",`,
          () => resolve(),
        );
      });
      return socket;
    }),
  );
  expect((await send({})).status).toBe(200);
  expect((await rowsOf(workspaceId)).length).toBe(1);
  for (const socket of sockets) socket.destroy();
});

describe('headers of a caller', () => {
  test('are not sent to a provider', async () => {
    const { send } = await caller();
    const sent = {
      'openai-organization': 'org-1',
      'openai-project': 'proj-1',
      'openai-beta': 'assistants=v2',
      'x-stainless-lang': 'js',
      'x-stainless-retry-count': '1',
      'x-api-key': 'sk-caller',
      'api-key': 'sk-caller',
      'anthropic-version': '1999-01-01',
      'proxy-authorization': 'Basic Y2FsbGVy',
      cookie: 'session=caller',
      forwarded: 'for=192.0.2.1',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '192.0.2.1',
      via: '1.1 caller',
      referer: 'https://caller.example/private',
      origin: server.url,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'x-request-id': 'req_of_the_caller',
      'idempotency-key': 'key-of-the-caller',
      'accept-language': 'de',
      'user-agent': 'caller/1.0',
    };
    expect((await send({}, { headers: sent })).status).toBe(200);
    const { headers } = p.last;
    expect(Object.keys(headers).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
    expect(headers).toMatchObject({
      authorization: 'Bearer sk-upstream-secret',
      'user-agent': 'Switchboard',
      host: new URL(p.url).host,
    });
  });

  test('and headers of a provider are not sent to the caller', async () => {
    p.answer = () => ({
      ...chatAnswer('Hi'),
      headers: {
        'set-cookie': 'a=b',
        'openai-organization': 'org-of-the-operator',
        'x-request-id': 'req_of_the_provider',
        'access-control-allow-origin': 'https://evil.example',
        'x-ratelimit-remaining-requests': '1',
      },
    });
    const { headers } = await (await caller()).send({});
    for (const name of ['set-cookie', 'openai-organization', 'x-ratelimit-remaining-requests']) {
      expect(headers.get(name)).toBeNull();
    }
    expect(headers.get('x-request-id')).toStartWith('req_0');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a key', () => {
  test('without the scope is refused before its body is read, and no provider is called', async () => {
    const workspaceId = await seedWorkspace();
    const { secret } = await seedKey(workspaceId, { scopes: ['models:read'] });
    const asked = p.requests.length;
    for (const body of [HELLO, { model: 5 }, { ...HELLO, model: 'p/unknown' }]) {
      const got = await restClient(server.url, secret)('POST', '/chat/completions', body);
      expect(got).toMatchObject({ status: 403, body: { code: 'insufficient_scope', required_scopes: ['ai:invoke'] } });
    }
    expect(p.requests.length).toBe(asked);
    expect(await rowsOf(workspaceId)).toEqual([]);
  });

  test('of one workspace uses no budget or Idempotency-Key of another', async () => {
    const [ours, theirs] = [await caller(), await caller()];
    const budgetId = await seedBudget(theirs.workspaceId, 1);
    const headers = { 'idempotency-key': 'the same' };
    expect((await ours.send({}, { headers })).status).toBe(200);
    expect(await budget(budgetId)).toMatchObject({ spentMicroUsd: 0, reservedMicroUsd: 0 });
    const refused = await theirs.send({}, { headers });
    expect(refused.status).toBe(402);
    expect((await ours.send({}, { headers })).status).toBe(409);
    expect(await rowsOf(theirs.workspaceId)).toMatchObject([{ outcome: 'refused', idempotencyKey: null }]);
  });

  test('cannot choose the id of its call, so that it replaces no other call', async () => {
    const [ours, theirs] = [await caller(), await caller()];
    await theirs.send({});
    const [before] = await rowsOf(theirs.workspaceId);
    await ours.send({}, { headers: { 'x-request-id': before?.id ?? '' } });
    expect(await rowsOf(theirs.workspaceId)).toEqual([before as never]);
    expect((await rowsOf(ours.workspaceId))[0]?.id).not.toBe(before?.id);
  });
});

describe('a model that the workspace may not use', () => {
  test('looks like a model that does not exist, directly, as a fallback and through an alias', async () => {
    const { secret, workspaceId, send } = await caller();
    const settings = { aliases: { fast: ['q/m', 'p/m'], closed: ['q/m'] }, allow: ['*'], deny: ['q/*'] };
    await db.insert(workspaceModelSettings).values({ workspaceId, ...settings, updatedAt: new Date() });
    const call = restClient(server.url, secret);
    const refusal = async (model: string) => {
      const { status, body } = await call('POST', '/chat/completions', { ...HELLO, model });
      return JSON.stringify({ ...body, status, request_id: '' }).replaceAll(model, 'NAME');
    };
    const asked = q.requests.length;
    expect(await refusal('q/m')).toBe(await refusal('q/never'));
    expect(await refusal('closed')).toBe(await refusal('never'));
    expect((await send({ model: 'fast' })).headers.get('x-model-used')).toBe('p/m');
    p.answer = () => ({ status: 500 });
    expect((await send({ models: ['q/m', 'fast', 'closed'] })).status).toBe(502);
    expect(q.requests.length).toBe(asked);
  });

  test('because its provider serves other workspaces, looks the same', async () => {
    await using provider = await new ModelProvider()
      .start()
      .then((one) => Object.assign(one, { [Symbol.asyncDispose]: () => one.stop() }));
    const [theirs, ours] = [await seedWorkspace(), await seedWorkspace()];
    const other = await startServer({
      aiProviders: JSON.stringify([
        { slug: 'own', base_url: provider.url, discover: false, models: [{ id: 'm' }], workspaces: [theirs] },
      ]),
    });
    const statusOf = async (workspaceId: string, model: string): Promise<number> => {
      const { secret } = await seedKey(workspaceId);
      return (await restClient(other.url, secret)('POST', '/chat/completions', { ...HELLO, model })).status;
    };
    expect(await statusOf(theirs, 'own/m')).toBe(200);
    for (const model of ['own/m', 'm']) expect(await statusOf(ours, model)).toBe(404);
    expect(provider.requests.length).toBe(1);
    await other.stop();
  });
});

test.each([
  ['0, which some providers take for no limit', { max_tokens: 0 }],
  ['the lower of two names', { max_completion_tokens: 1, max_tokens: 100_000 }],
  ['the higher number of choices', { max_tokens: 30_000, n: 4 }],
])('a budget reserves for what a provider may generate: %s', async (_name, limits) => {
  const { send, workspaceId } = await caller();
  await seedBudget(workspaceId, 8000);
  expect((await send(limits)).status).toBe(402);
  expect(await rowsOf(workspaceId)).toMatchObject([{ outcome: 'refused', errorCode: 'budget_exceeded', attempts: 0 }]);
});
