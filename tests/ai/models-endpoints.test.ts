import { afterAll, beforeEach, describe, expect, test } from 'bun:test';

import { normalise } from '../../server/ai/providers/normalise';
import { startServer } from '../support/app';
import { expecting, restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const ALL_TEXT = ['/chat/completions', '/responses', '/messages', '/messages/count_tokens'];

/** Its list names the endpoints of some models. */
const LIST = {
  data: [
    { id: 'both', supported_endpoints: ['/chat/completions', '/responses'] },
    { id: 'claude', supported_endpoints: ['/v1/messages'] },
    { id: 'vectors', supported_endpoints: ['/v1/embeddings'] },
    { id: 'pictures', supported_endpoints: ['/v1/images/generations'] },
    { id: 'silent' },
  ],
};
const asked: string[] = [];
const upstream = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/models') return Response.json(LIST);
    const { model } = (await request.json()) as { model: string };
    asked.push(`${model} ${pathname}`);
    return Response.json({ error: { message: 'Seen.' } }, { status: 400 });
  },
});
const common = { base_url: `http://127.0.0.1:${upstream.port}/v1` };
const server = await startServer({
  aiProviders: JSON.stringify([
    { slug: 'p', ...common, models: [{ id: 'vectors', uses: ['reply'] }] },
    { slug: 'chosen', ...common, endpoints: ['messages'] },
  ]),
});
afterAll(async () => {
  await server.stop();
  await upstream.stop(true);
});
beforeEach(() => void asked.splice(0));

const call = restClient(server.url, (await seedKey(await seedWorkspace(), { fullAccess: true })).secret);

describe('endpoints that a list of models names', () => {
  const endpointsOf = async (model: string): Promise<string[]> => {
    const found = await expecting(call)(200, 'GET', `/models/${encodeURIComponent(model)}`);
    return found.supported_endpoints.map((path: string) => path.replace('/api/v1', ''));
  };

  test.each([
    ['p/both', ALL_TEXT],
    ['p/claude', ALL_TEXT],
    ['p/pictures', []],
    ['p/silent', ALL_TEXT],
    // What the operator says of its use wins.
    ['p/vectors', []],
    ['chosen/vectors', ALL_TEXT],
  ])('are those that %s is listed with', async (model, endpoints) => {
    expect(await endpointsOf(model)).toEqual(endpoints);
  });

  const messages = [{ role: 'user', content: 'Hi' }];
  test.each([
    ['p/both', 'both /v1/responses'],
    // Converted.
    ['p/claude', 'claude /v1/messages'],
    ['p/silent', 'silent /v1/chat/completions'],
    ['chosen/both', 'both /v1/messages'],
  ])('are those at which %s is called', async (model, request) => {
    const got = await call('POST', '/responses', { model, input: messages, max_output_tokens: 10 });
    expect(got).toMatchObject({ status: 400, body: { detail: 'Seen.' } });
    expect(asked).toEqual([request]);
  });

  test('refuse other calls before the provider is called', async () => {
    const got = await call('POST', '/chat/completions', { model: 'p/pictures', messages });
    expect(got).toMatchObject({ status: 422, body: { errors: [{ pointer: '/model', code: 'unsupported' }] } });
    expect(asked).toEqual([]);
  });

  test.each([
    [
      ['/chat/completions', '/v1/embeddings'],
      ['chat_completions', 'embeddings'],
    ],
    [
      ['/api/v1/messages', '/api/v1/messages/count_tokens'],
      ['messages', 'messages_count_tokens'],
    ],
    [['v1/chat/completions'], ['chat_completions']],
    [['/v1/rerank'], []],
    // Names of kinds are no paths.
    [['chat', 'embeddings'], null],
    [[], null],
    ['/chat/completions', null],
    [[5, null], null],
    [undefined, null],
  ])('%j is read as %j', (named, endpoints) => {
    const models = normalise({ data: [{ id: 'a', supported_endpoints: named }] }, 'p')?.models;
    expect(models?.[0]?.endpoints).toEqual(endpoints as never);
  });
});
