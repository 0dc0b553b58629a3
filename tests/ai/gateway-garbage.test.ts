import { afterAll, beforeEach, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { chunk, delta, DONE, ModelProvider, type ProviderAnswer, stream } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';
import { rowsOf } from './gateway-support';

const provider = await new ModelProvider().start();
const common = {
  base_url: provider.url,
  discover: false,
  models: [{ id: 'm', pricing: { prompt: '1', completion: '1' } }],
};
const server = await startServer({
  aiProviders: JSON.stringify([
    { slug: 'chat', ...common },
    { slug: 'responses', ...common, endpoints: ['responses'] },
    { slug: 'anthropic', ...common, type: 'anthropic' },
  ]),
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const workspaceId = await seedWorkspace();
const { secret } = await seedKey(workspaceId);
const messages = [{ role: 'user', content: 'Hi' }];
const ROUTES: [string, object][] = [
  ['/chat/completions', { messages, max_tokens: 10 }],
  ['/responses', { input: 'Hi' }],
  ['/messages', { messages, max_tokens: 10 }],
];
beforeEach(() => {
  for (const slug of ['chat', 'responses', 'anthropic']) server.services.gateway.breaker.succeeded(slug, workspaceId);
});

const ask = (path: string, body: object) =>
  fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const USAGES = [
  '[]',
  '"many"',
  '{"prompt_tokens":"7"}',
  '{"prompt_tokens":-1,"completion_tokens":1e400}',
  '{"input_tokens":{}}',
];
const GARBAGE = [
  'null',
  '5',
  '"text"',
  '[{"choices":[]}]',
  '{}',
  '{"choices":null}',
  '{"choices":{"0":{}}}',
  '{"choices":[null,5,"x",[]]}',
  '{"choices":[{"message":null}]}',
  '{"choices":[{"message":{"content":{"a":1},"tool_calls":{"0":1}}}]}',
  '{"choices":[{"message":{"content":"x","tool_calls":[null,{"function":null},{"id":5,"function":{"name":7,"arguments":{}}}]}}]}',
  '{"choices":[{"delta":[],"message":[]}],"id":{},"model":[],"created":"now"}',
  '{"output":null}',
  '{"output":[null,{"type":7},{"type":"message","content":{"0":1}},{"type":"function_call"}]}',
  '{"content":null,"stop_reason":{}}',
  '{"content":[null,{"type":"text","text":5},{"type":"tool_use","input":"{"}]}',
  '{"error":[]}',
  '{"__proto__":{"choices":[]},"constructor":1}',
  ...USAGES.map((usage) => `{"choices":[{"message":{"content":"x"}}],"content":[],"output":[],"usage":${usage}}`),
  `{"choices":${nested(20_000)}}`,
  `{"choices":[{"message":{"content":"x"}}],"deep":${nested(20_000)},"usage":{"prompt_tokens":1,"completion_tokens":1}}`,
];

const lines = (text: string): string => `data: ${text}\n\n`;
const named = (type: string, text: string): string =>
  `event: ${type}\ndata: ${text.startsWith('{') ? text.replace('{', `{"type":"${type}"${text === '{}' ? '' : ','}`) : text}\n\n`;
/** Of Anthropic and the Responses API. */
const EVENTS = [
  'message_start',
  'content_block_start',
  'content_block_delta',
  'message_delta',
  'message_stop',
  'response.created',
  'response.output_item.added',
  'response.output_text.delta',
  'response.completed',
];
const STREAMS: [string, (text: string) => ProviderAnswer][] = [
  ['first', (text) => stream([lines(text), DONE])],
  ['in the middle', (text) => stream([chunk([delta('a')]), lines(text), DONE])],
  ['as every event', (text) => stream(EVENTS.map((type) => named(type, text)))],
];
/** Endpoints by what the provider speaks. */
const SERVED: [string, typeof ROUTES][] = [
  ['chat', ROUTES],
  ['responses', ROUTES.filter(([path]) => path === '/responses')],
  ['anthropic', ROUTES],
];

describe.each(SERVED)('garbage of a provider that speaks %s', (slug, routes) => {
  describe.each(routes)('through %s', (path, request) => {
    test('is not an error of this server', async () => {
      for (const text of GARBAGE) {
        provider.answer = () => ({ chunks: [text] });
        server.services.gateway.breaker.succeeded(slug, workspaceId);
        const answer = await ask(path, { ...request, model: `${slug}/m` });
        const body = await answer.text();
        expect([200, 502], `${text.slice(0, 100)}: ${body.slice(0, 300)}`).toContain(answer.status);
        expect(typeof JSON.parse(body)).toBe('object');
      }
    });

    test.each(STREAMS)('in a stream is not either, %s', async (_place, streamOf) => {
      for (const text of GARBAGE) {
        provider.answer = () => streamOf(text);
        server.services.gateway.breaker.succeeded(slug, workspaceId);
        const answer = await ask(path, { ...request, model: `${slug}/m`, stream: true });
        const body = await answer.text();
        expect([200, 502], `${text.slice(0, 100)}: ${body.slice(0, 300)}`).toContain(answer.status);
        expect(body, text.slice(0, 100)).not.toContain('internal_error');
      }
    });
  });
});

test('every such call is settled with a numeric cost', async () => {
  const rows = await rowsOf(workspaceId);
  const routes = SERVED.flatMap(([, served]) => served);
  expect(rows.length).toBe(routes.length * (1 + STREAMS.length) * GARBAGE.length);
  for (const row of rows) {
    expect(row.outcome).not.toBe('running');
    expect(row.errorCode).not.toBe('internal_error');
    expect(row.costMicroUsd).toBeWithin(0, 1e12 + 1);
  }
});
