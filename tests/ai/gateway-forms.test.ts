import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { ModelProvider, type ProviderAnswer, stream } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';
import { settledRow } from './gateway-support';

const provider = await new ModelProvider().start();
let server: Awaited<ReturnType<typeof startServer>>;

const model = { id: 'm', pricing: { prompt: '0.000001', completion: '0.000002' } };
const of = (slug: string, more: object) => ({
  slug,
  base_url: provider.url,
  discover: false,
  models: [model],
  ...more,
});

beforeAll(async () => {
  server = await startServer({
    aiProviders: JSON.stringify([
      of('chat', {}),
      of('messages', { type: 'anthropic' }),
      of('responses', { endpoints: ['responses'] }),
    ]),
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** Routes, with the usage of a whole answer and the event of a stream that has it. */
const ROUTES = {
  '/chat/completions': {
    body: { messages: [{ role: 'user', content: 'Hello' }], stream_options: { include_usage: true } },
    usageIn: (event: Json) => event['usage'],
    tokens: ({ prompt_tokens, completion_tokens }: Json) => [prompt_tokens, completion_tokens],
  },
  '/messages': {
    body: { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 100 },
    usageIn: (event: Json) => (event['type'] === 'message_start' ? undefined : event['usage']),
    tokens: (usage: Json) => [
      usage['input_tokens'] + (usage['cache_read_input_tokens'] ?? 0) + (usage['cache_creation_input_tokens'] ?? 0),
      usage['output_tokens'],
    ],
  },
  '/responses': {
    body: { input: 'Hello', max_output_tokens: 100 },
    usageIn: (event: Json) => event['usage'] ?? event['response']?.usage ?? undefined,
    tokens: ({ input_tokens, output_tokens }: Json) => [input_tokens, output_tokens],
  },
} as const;
type Route = keyof typeof ROUTES;

const json = (body: object): ProviderAnswer => ({ chunks: [JSON.stringify(body)] });
const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
const named = (event: { type: string }) => `event: ${event.type}\n${data(event)}`;

const CHAT_USAGE = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
const chatWhole = (more: object = { usage: CHAT_USAGE }) =>
  json({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    ...more,
  });
const chunk = (choice: object | undefined, more: object = {}) =>
  data({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: choice ? [choice] : [], ...more });
const HI = { index: 0, delta: { content: 'Hi' }, finish_reason: null };
const STOP = { index: 0, delta: {}, finish_reason: 'stop' };
const DONE = 'data: [DONE]\n\n';

const MESSAGE = { id: 'msg', type: 'message', role: 'assistant', model: 'm', stop_sequence: null };
const messagesWhole = (usage: object) =>
  json({ ...MESSAGE, content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn', usage });
const messagesStream = (started: object, ended: object) =>
  stream(
    [
      { type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null, usage: started } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: ended },
      { type: 'message_stop' },
    ].map(named),
  );

const RESPONSE = { id: 'resp', object: 'response', created_at: 1, model: 'm', error: null };
const OUTPUT = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }];
const RESPONSE_USAGE = { input_tokens: 100, output_tokens: 50, total_tokens: 150 };
const completed = { ...RESPONSE, status: 'completed', output: OUTPUT, usage: RESPONSE_USAGE };

interface Shape {
  model: string;
  routes: readonly Route[];
  whole: ProviderAnswer;
  stream: ProviderAnswer;
}

const EVERY = Object.keys(ROUTES) as Route[];
const OF_CHAT = { model: 'chat/m', routes: EVERY } as const;
const OF_MESSAGES = { model: 'messages/m', routes: EVERY } as const;

/** A hundred tokens in and fifty out, as providers report them. */
const SHAPES: Record<string, Shape> = {
  'a chunk of its own': {
    ...OF_CHAT,
    whole: chatWhole(),
    stream: stream([chunk(HI), chunk(STOP), chunk(undefined, { usage: CHAT_USAGE }), DONE]),
  },
  'the chunk with the last choice': {
    ...OF_CHAT,
    whole: chatWhole(),
    stream: stream([chunk(HI), chunk(STOP, { usage: CHAT_USAGE }), DONE]),
  },
  'every chunk, growing': {
    ...OF_CHAT,
    whole: chatWhole(),
    stream: stream([
      chunk(HI, { usage: { ...CHAT_USAGE, completion_tokens: 20, total_tokens: 120 } }),
      chunk(STOP, { usage: CHAT_USAGE }),
      DONE,
    ]),
  },
  'the first chunk, and zeros after it': {
    ...OF_CHAT,
    whole: chatWhole(),
    stream: stream([
      chunk(HI, { usage: CHAT_USAGE }),
      chunk(STOP, { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
      DONE,
    ]),
  },
  x_groq: {
    ...OF_CHAT,
    routes: ['/messages', '/responses'],
    whole: chatWhole(),
    stream: stream([chunk(HI), chunk(STOP, { x_groq: { id: 'r', usage: CHAT_USAGE } }), DONE]),
  },
  'message_start and message_delta': {
    ...OF_MESSAGES,
    whole: messagesWhole({ input_tokens: 100, output_tokens: 50 }),
    stream: messagesStream({ input_tokens: 100, output_tokens: 1 }, { output_tokens: 50 }),
  },
  'message_start and message_delta, with caches': {
    ...OF_MESSAGES,
    whole: messagesWhole({
      input_tokens: 10,
      cache_read_input_tokens: 70,
      cache_creation_input_tokens: 20,
      output_tokens: 50,
    }),
    stream: messagesStream(
      { input_tokens: 10, cache_read_input_tokens: 70, cache_creation_input_tokens: 20, output_tokens: 1 },
      { input_tokens: 10, cache_read_input_tokens: 70, cache_creation_input_tokens: 20, output_tokens: 50 },
    ),
  },
  'message_delta alone': {
    ...OF_MESSAGES,
    whole: messagesWhole({ input_tokens: 100, output_tokens: 50 }),
    stream: messagesStream({ input_tokens: 0, output_tokens: 0 }, { input_tokens: 100, output_tokens: 50 }),
  },
  'response.completed': {
    model: 'responses/m',
    routes: ['/responses'],
    whole: json(completed),
    stream: stream(
      [
        { type: 'response.created', sequence_number: 0, response: { ...RESPONSE, status: 'in_progress', usage: null } },
        { type: 'response.output_text.delta', sequence_number: 1, delta: 'Hi' },
        { type: 'response.completed', sequence_number: 2, response: completed },
      ].map(named),
    ),
  },
};

const eventsOf = (text: string): Json[] =>
  [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, event = '']) => JSON.parse(event) as Json);

async function ask(route: Route, used: string, isStream: boolean) {
  const workspaceId = await seedWorkspace();
  const { secret } = await seedKey(workspaceId);
  const response = await fetch(`${server.url}/api/v1${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...ROUTES[route].body, model: used, ...(isStream ? { stream: true } : {}) }),
  });
  const text = await response.text();
  const answer = isStream ? undefined : (JSON.parse(text) as Json);
  const events = isStream ? eventsOf(text) : [];
  return { status: response.status, text, answer, events, row: await settledRow(workspaceId) };
}

const CASES = Object.entries(SHAPES).flatMap(([name, { routes }]) => routes.map((route) => [name, route] as const));

describe('a stream costs the same as the answer without streaming', () => {
  test.each(CASES)('with tokens in %s, as %s', async (name, route) => {
    const shape = SHAPES[name] as Shape;
    provider.answer = ({ body }) => (body['stream'] === true ? shape.stream : shape.whole);
    const whole = await ask(route, shape.model, false);
    const streamed = await ask(route, shape.model, true);
    const { usageIn, tokens } = ROUTES[route];

    // The model has no prices of its own for caches.
    const isEstimated = name.includes('caches');
    const charged = { cost: '0.0002', cost_status: isEstimated ? 'estimated' : 'exact' };
    const told = whole.answer?.['usage'] as Json;
    expect(told).toMatchObject(charged);
    expect(tokens(told)).toEqual([100, 50]);
    const last = streamed.events.map(usageIn).findLast((usage) => usage !== undefined && usage !== null) as Json;
    expect(last).toMatchObject(charged);

    const facts = {
      outcome: 'succeeded',
      promptTokens: 100,
      completionTokens: 50,
      costMicroUsd: 200,
      estimated: isEstimated,
    };
    expect(whole.row).toMatchObject({ ...facts, isStream: false });
    expect(streamed.row).toMatchObject({ ...facts, isStream: true, cachedTokens: whole.row.cachedTokens });
  });

  test('cache tokens are recorded in the ledger', async () => {
    const shape = SHAPES['message_start and message_delta, with caches'] as Shape;
    provider.answer = () => shape.stream;
    expect((await ask('/messages', shape.model, true)).row).toMatchObject({ promptTokens: 100, cachedTokens: 70 });
  });
});

describe('a provider that stops in the middle', () => {
  const CUT: [Route, string, string][] = [
    ['/chat/completions', 'messages/m', 'message_start and message_delta'],
    ['/messages', 'messages/m', 'message_start and message_delta'],
    ['/messages', 'chat/m', 'a chunk of its own'],
    ['/responses', 'chat/m', 'a chunk of its own'],
    ['/responses', 'messages/m', 'message_start and message_delta'],
    ['/responses', 'responses/m', 'response.completed'],
  ];
  test.each(CUT)('ends %s of %s with a failure in its own form, never as a success', async (route, used, name) => {
    const chunks = [...((SHAPES[name] as Shape).stream.chunks ?? [])];
    for (let kept = 1; kept < chunks.length; kept += 1) {
      provider.answer = () => stream(chunks.slice(0, kept));
      server.services.gateway.breaker.succeeded(used.split('/')[0] ?? '', '');
      const { events, text, row } = await ask(route, used, true);
      const last = events.at(-1) ?? {};
      const failure = last['error'] ?? last['response']?.error;
      expect(failure).toMatchObject({ message: expect.stringContaining('before the answer was complete') });
      if (route === '/messages') expect(last).toMatchObject({ type: 'error', error: { type: 'api_error' } });
      if (route === '/responses')
        expect(last).toMatchObject({ type: 'response.failed', response: { status: 'failed' } });
      expect(text).not.toContain('[DONE]');
      expect(text).not.toContain('message_stop');
      expect(text).not.toContain('response.completed');
      expect(row).toMatchObject({ outcome: 'interrupted', errorCode: 'upstream_error', status: 502 });
      expect(events.filter((event) => event['error'] || event['response']?.error)).toHaveLength(1);
    }
  });

  test.each(['/messages', '/responses'] as const)('but reports completion ends %s with a failure', async (route) => {
    provider.answer = () => stream([chunk(HI), DONE]);
    server.services.gateway.breaker.succeeded('chat', '');
    const { events, row } = await ask(route, 'chat/m', true);
    expect(events.filter((event) => event['error'] || event['response']?.error)).toHaveLength(1);
    expect(row).toMatchObject({ outcome: 'interrupted', errorCode: 'upstream_error' });
  });

  test('after message_start is charged for its text, not for its first token', async () => {
    const long = 'x'.repeat(4000);
    const [start = ''] = [...(messagesStream({ input_tokens: 100, output_tokens: 1 }, {}).chunks ?? [])];
    const delta = named({ type: 'content_block_delta', delta: { type: 'text_delta', text: long } } as { type: string });
    provider.answer = () => stream([start, delta]);
    server.services.gateway.breaker.succeeded('messages', '');
    const { row } = await ask('/messages', 'messages/m', true);
    expect(row).toMatchObject({ promptTokens: 100, completionTokens: 1000, estimated: true, costMicroUsd: 2100 });
  });

  const REPORTED: [Route, string, string][] = [
    [
      '/messages',
      'messages/m',
      named({ type: 'error', error: { type: 'overloaded_error', message: 'Busy' } } as never),
    ],
    [
      '/responses',
      'responses/m',
      named({ type: 'response.failed', response: { error: { message: 'Busy' } } } as never),
    ],
    ['/messages', 'chat/m', data({ error: { message: 'Busy' } })],
    ['/responses', 'chat/m', data({ error: { message: 'Busy' } })],
  ];
  test.each(REPORTED)('reports the reason: %s of %s', async (route, used, event) => {
    const first = Object.values(SHAPES).find((shape) => shape.model === used)?.stream.chunks ?? [];
    provider.answer = () => stream([[...first][0] ?? '', event]);
    server.services.gateway.breaker.succeeded(used.split('/')[0] ?? '', '');
    const { text, row } = await ask(route, used, true);
    expect(text).toContain('Busy');
    expect(row.outcome).toBe('interrupted');
  });
});

describe('a provider that reports no tokens', () => {
  test.each([
    ['/messages', 'chat/m'],
    ['/responses', 'chat/m'],
  ] as const)('is estimated and flagged: %s', async (route, used) => {
    provider.answer = ({ body }) => (body['stream'] === true ? stream([chunk(HI), chunk(STOP), DONE]) : chatWhole({}));
    const whole = await ask(route, used, false);
    const streamed = await ask(route, used, true);
    const last = streamed.events.map(ROUTES[route].usageIn).findLast((usage) => usage);
    for (const told of [whole.answer?.['usage'], last]) {
      expect(told).toMatchObject({ cost_status: 'estimated', output_tokens: 1 });
      expect((told as Json)['input_tokens']).toBeGreaterThan(5);
    }
    expect(whole.row).toMatchObject({ estimated: true, completionTokens: 1 });
    expect(streamed.row).toMatchObject({ estimated: true, completionTokens: 1 });
  });
});
