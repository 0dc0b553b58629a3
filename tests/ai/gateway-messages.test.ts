import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import Anthropic, { AuthenticationError, NotFoundError } from '@anthropic-ai/sdk';
import OpenAI from 'openai';

import { at, convertBody, refuse, requireItems } from '../../server/ai/gateway/convert/fields';
import { startServer } from '../support/app';
import { chatAnswer, ModelProvider, type ProviderAnswer } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';
import { rowsOf, settledRow } from './gateway-support';

const provider = await new ModelProvider().start();
let server: Awaited<ReturnType<typeof startServer>>;

const of = (slug: string, more: object) => ({
  slug,
  base_url: provider.url,
  discover: false,
  models: [{ id: 'm' }],
  ...more,
});

beforeAll(async () => {
  server = await startServer({
    aiSandbox: true,
    aiProviders: JSON.stringify([
      of('chat', {}),
      of('messages', { type: 'anthropic', api_key: 'sk-ant-upstream' }),
      of('responses', { endpoints: ['responses'] }),
    ]),
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

async function caller() {
  const workspaceId = await seedWorkspace();
  const { secret } = await seedKey(workspaceId, { scopes: ['ai:invoke'] });
  const anthropic = new Anthropic({ baseURL: `${server.url}/api`, apiKey: secret, maxRetries: 0 });
  const openai = new OpenAI({ baseURL: `${server.url}/api/v1`, apiKey: secret, maxRetries: 0 });
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, any> }; // oxlint-disable-line typescript/no-explicit-any
  };
  return { workspaceId, secret, anthropic, openai, post };
}

const json = (body: object): ProviderAnswer => ({ chunks: [JSON.stringify(body)] });
const HELLO = { messages: [{ role: 'user' as const, content: 'Hello there' }], max_tokens: 100 };

describe('the Anthropic client', () => {
  test('calls the echo model with the key in its own header, streams included', async () => {
    const { anthropic } = await caller();
    const message = await anthropic.messages.create({ ...HELLO, model: 'switchboard/echo' });
    expect(message.content).toMatchObject([{ type: 'text', text: 'Hello there' }]);
    expect(message).toMatchObject({ stop_reason: 'end_turn', usage: { input_tokens: 3, output_tokens: 3, cost: '0' } });

    const stream = anthropic.messages.stream({ ...HELLO, model: 'switchboard/echo' });
    let said = '';
    let cost: unknown;
    stream.on('text', (text) => (said += text));
    stream.on('streamEvent', (event) => {
      if (event.type === 'message_delta') cost = event.usage;
    });
    const final = await stream.finalMessage();
    expect(said).toBe('Hello there');
    expect(final.content).toMatchObject([{ type: 'text', text: 'Hello there' }]);
    expect(final.usage.output_tokens).toBe(3);
    expect(cost).toMatchObject({ output_tokens: 3, cost: '0', cost_status: 'exact' });
  });

  test('counts tokens without cost: an estimate is flagged, and the provider’s own count is passed on', async () => {
    const { anthropic, workspaceId } = await caller();
    const { max_tokens: _, ...request } = HELLO;
    const estimate = await anthropic.messages.countTokens({ ...request, model: 'switchboard/echo' });
    expect(estimate).toMatchObject({ estimated: true });
    expect(estimate.input_tokens).toBeGreaterThan(3);
    expect(await rowsOf(workspaceId)).toEqual([]);

    provider.answer = () => json({ input_tokens: 14 });
    expect(await anthropic.messages.countTokens({ ...request, model: 'messages/m' })).toEqual({ input_tokens: 14 });
    expect(provider.last).toMatchObject({ path: '/v1/messages/count_tokens', body: { model: 'm' } });
    expect(await settledRow(workspaceId)).toMatchObject({
      endpoint: 'messages_count_tokens',
      costMicroUsd: 0,
      promptTokens: 0,
      estimated: false,
    });
  });

  test('gets errors of its own classes', async () => {
    const { anthropic, secret } = await caller();
    const failed = async (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: unknown) => error,
      );
    const ask = (client: Anthropic, model = 'switchboard/echo', more: object = {}) =>
      failed(client.messages.create({ ...HELLO, model, ...more }));
    const wrong = new Anthropic({ baseURL: `${server.url}/api`, apiKey: `${secret}x`, maxRetries: 0 });
    expect(await ask(wrong)).toBeInstanceOf(AuthenticationError);
    const missing = await ask(anthropic, 'switchboard/none');
    expect(missing).toBeInstanceOf(NotFoundError);
    expect(missing).toMatchObject({
      type: 'not_found_error',
      error: {
        type: 'error',
        error: { type: 'not_found_error', message: expect.stringContaining('switchboard/none') },
      },
    });
    expect(await ask(anthropic, 'switchboard/echo', { max_tokens: 0 })).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    });
    provider.answer = () => ({ status: 401, ...json({ type: 'error', error: { message: 'invalid x-api-key' } }) });
    expect(await ask(anthropic, 'messages/m')).toMatchObject({ status: 502, type: 'api_error' });
  });
});

test('the x-api-key header is accepted on the two routes of this form, and on no other', async () => {
  const { secret } = await caller();
  const post = (path: string, body: object) =>
    fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'switchboard/echo', ...body }),
    }).then(({ status }) => status);
  expect(await post('/messages', HELLO)).toBe(200);
  expect(await post('/messages/count_tokens', { messages: HELLO.messages })).toBe(200);
  expect(await post('/chat/completions', HELLO)).toBe(401);
  expect(await post('/responses', { input: 'Hello' })).toBe(401);
  expect(await post('/embeddings', { input: 'Hello' })).toBe(401);
});

describe('a provider that speaks the form of Anthropic', () => {
  const answer = json({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'Hi', citations: [{ vendor: [1] }] }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 2, output_tokens: 1, vendor: true },
  });

  test('gets the request unchanged, with the caller’s beta features and its own key', async () => {
    const { post } = await caller();
    provider.answer = () => answer;
    const sent = {
      ...HELLO,
      model: 'messages/m',
      thinking: { type: 'new' },
      metadata: { user_id: 'anna' },
      vendor: [1],
    };
    const { status, body } = await post('/messages?beta=true', sent, {
      'anthropic-beta': 'context-management-2025-06-27',
      'x-stainless-lang': 'js',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ content: [{ citations: [{ vendor: [1] }] }], usage: { vendor: true, cost: '0' } });
    const { headers, body: got, path } = provider.last;
    expect(path).toBe('/v1/messages');
    expect(headers).toMatchObject({
      'x-api-key': 'sk-ant-upstream',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'context-management-2025-06-27',
    });
    expect(headers.authorization).toBeUndefined();
    expect(headers['x-stainless-lang']).toBeUndefined();
    expect(got).toMatchObject({ ...sent, model: 'm', metadata: { user_id: expect.stringMatching(/^[0-9a-f]{32}$/) } });
  });

  test('serves chat completions as well', async () => {
    const { openai } = await caller();
    provider.answer = () => answer;
    const whole = await openai.chat.completions.create({ messages: HELLO.messages, model: 'messages/m' });
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Hi' } });
    expect(whole.usage).toMatchObject({
      prompt_tokens: 2,
      completion_tokens: 1,
      cost: '0',
      cost_status: 'price_unknown',
    });
    expect(provider.last).toMatchObject({ path: '/v1/messages', body: { model: 'm', max_tokens: 4096 } });
  });
});

describe('responses', () => {
  test('the OpenAI client gets them from the echo, streams included', async () => {
    const { openai } = await caller();
    const whole = await openai.responses.create({ model: 'switchboard/echo', input: 'Hello there' });
    expect(whole.output_text).toBe('Hello there');
    expect(whole.usage).toMatchObject({ input_tokens: 3, output_tokens: 3, cost: '0', cost_status: 'exact' });

    const events = await openai.responses.create({ model: 'switchboard/echo', input: 'Hello there', stream: true });
    let said = '';
    let last: { type: string } | undefined;
    for await (const event of events) {
      if (event.type === 'response.output_text.delta') said += event.delta;
      last = event;
    }
    expect(said).toBe('Hello there');
    expect(last).toMatchObject({ type: 'response.completed', response: { usage: { cost: '0', output_tokens: 3 } } });
  });

  test.each([
    ['store', true],
    ['previous_response_id', 'resp_1'],
    ['background', true],
    ['conversation', 'conv_1'],
  ])('`%s` is refused by name', async (name, value) => {
    const { post } = await caller();
    for (const model of ['switchboard/echo', 'responses/m']) {
      const { status, body } = await post('/responses', { model, input: 'Hello', [name]: value });
      expect(status).toBe(400);
      expect(body['error']).toMatchObject({ param: name });
      expect(body['errors']).toMatchObject([{ pointer: `/${name}`, message: expect.stringContaining('not stored') }]);
    }
  });

  test('a provider that speaks the form gets `store: false` and everything else unchanged', async () => {
    const { post } = await caller();
    provider.answer = () =>
      json({
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        status: 'completed',
        model: 'm',
        output: [],
        usage: { input_tokens: 2, output_tokens: 1, total_tokens: 3 },
      });
    const sent = {
      model: 'responses/m',
      input: [{ role: 'user', content: 'Hi' }],
      include: ['x'],
      vendor: { deep: 1 },
    };
    expect((await post('/responses', sent)).status).toBe(200);
    expect(provider.last).toMatchObject({ path: '/v1/responses', body: { ...sent, model: 'm', store: false } });
  });
});

test('a field that cannot be converted is refused with its path, before anything is charged', async () => {
  const { post, workspaceId } = await caller();
  provider.answer = () => chatAnswer('Hi');
  const asked = provider.requests.length;
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const { status, body } = await post('/messages', { ...HELLO, model: 'chat/m', tools });
  expect(status).toBe(400);
  expect(body).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
  expect(body['errors']).toMatchObject([{ pointer: '/tools/0/type', code: 'unsupported' }]);
  expect(provider.requests.length).toBe(asked);
  expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'refused', costMicroUsd: 0, reservedMicroUsd: 0 });
});

test('a caller that leaves a stream aborts the request to the provider', async () => {
  const { anthropic, openai, workspaceId } = await caller();
  const started = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] };
  provider.answer = () => ({
    headers: { 'content-type': 'text/event-stream' },
    chunks: [`data: ${JSON.stringify(started)}\n\n`],
    hangs: true,
  });
  const messages = await anthropic.messages.create({ ...HELLO, model: 'chat/m', stream: true });
  for await (const event of messages) if (event.type === 'content_block_delta') break;
  expect(await provider.last.over).toEqual({ byCaller: true });
  const responses = await openai.responses.create({ model: 'chat/m', input: 'Hello', stream: true });
  for await (const event of responses) if (event.type === 'response.output_text.delta') break;
  expect(await provider.last.over).toEqual({ byCaller: true });
  expect((await rowsOf(workspaceId)).length).toBe(2);
});

test('of a long body only the first fault is looked for, since it can have millions', async () => {
  const { post } = await caller();
  const faults = Array<number>(100_000).fill(0);
  for (const [path, body] of [
    ['/messages', { messages: [{ role: 'user', content: faults }] }],
    ['/messages/count_tokens', { system: faults, messages: [{ role: 'user', content: 'Hi' }] }],
    ['/responses', { input: faults.slice(1) }],
  ] as const) {
    const answer = await post(path, { model: 'chat/m', max_tokens: 1, ...body });
    expect([path, answer.status, answer.body['errors'].length]).toEqual([path, 400, 1]);
  }
});

test('a conversion stops at fifty faults, and before a list of more items than any conversation has', () => {
  const refusedOf = (content: unknown[]) => {
    let seen = 0;
    const converted = convertBody({ content }, (field) =>
      requireItems(at(field, 'content')).forEach((item) => {
        seen += 1;
        refuse(item, 'Wrong.');
      }),
    );
    return [seen, converted.ok ? 0 : converted.refused.length];
  };
  expect(refusedOf(Array<number>(1000).fill(0))).toEqual([50, 50]);
  expect(refusedOf(Array<number>(100_001).fill(0))).toEqual([0, 1]);
});
