import { afterAll, beforeAll, expect, test } from 'bun:test';

import OpenAI from 'openai';

import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { chatAnswer, ModelProvider } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';

const provider = await new ModelProvider().start();
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer({
    aiSandbox: true,
    aiProviders: JSON.stringify([
      {
        slug: 'p',
        base_url: provider.url,
        api_key: 'sk-upstream-secret',
        discover: false,
        models: [{ id: 'm', pricing: { prompt: '0.000001', completion: '0.000002' } }, { id: 'unpriced' }],
      },
    ]),
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const HELLO = { model: 'p/m', messages: [{ role: 'user' as const, content: 'Hello there' }] };

test('the first key chats before anything is configured, streams included', async () => {
  const { secret } = await seedKey(await seedWorkspace(), { scopes: ['ai:invoke'] });
  const client = new OpenAI({ baseURL: `${server.url}/api/v1`, apiKey: secret, maxRetries: 0 });
  const whole = await client.chat.completions.create({ ...HELLO, model: 'switchboard/echo' });
  expect(whole.choices[0]?.message.content).toBe('Hello there');
  expect(whole.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 3, cost: '0', cost_status: 'exact' });

  let text = '';
  const options = { stream: true, stream_options: { include_usage: true } } as const;
  const chunks = await client.chat.completions.create({ ...HELLO, model: 'switchboard/echo', ...options });
  let tokens: object | null | undefined;
  for await (const one of chunks) {
    text += one.choices[0]?.delta.content ?? '';
    tokens = one.usage;
  }
  expect(text).toBe('Hello there');
  expect(tokens).toEqual(whole.usage);
});

test('a call is sent to the provider with its key and id, and without the caller’s headers', async () => {
  const { secret } = await seedKey(await seedWorkspace());
  provider.answer = () => chatAnswer('Hi', undefined, { vendor_field: [1, { deep: true }] });
  const call = restClient(server.url, secret);
  const names = { user: 'anna@example.com', safety_identifier: 'anna', prompt_cache_key: 'support' };
  const sent = { ...HELLO, ...names, vendor: { nested: [1, 2] }, seed: 7 };
  const { status, headers, body } = await call('POST', '/chat/completions', sent, {
    'openai-organization': 'org',
    'x-stainless-lang': 'js',
    cookie: 'a=b',
  });
  expect(status).toBe(200);
  expect(headers.get('x-model-used')).toBe('p/m');
  expect(body).toMatchObject({
    vendor_field: [1, { deep: true }],
    usage: { prompt_tokens: 10, completion_tokens: 5, cost: '0.00002', cost_status: 'exact' },
  });
  const { headers: got, body: asked, path } = provider.last;
  expect(path).toBe('/v1/chat/completions');
  expect(got.authorization).toBe('Bearer sk-upstream-secret');
  for (const name of ['openai-organization', 'x-stainless-lang', 'cookie', 'x-forwarded-for']) {
    expect(got[name]).toBeUndefined();
  }
  expect(asked).toMatchObject({ model: 'm', messages: HELLO.messages, vendor: { nested: [1, 2] }, seed: 7 });
  for (const name of Object.keys(names)) expect(asked[name]).toMatch(/^[0-9a-f]{32}$/);
});
