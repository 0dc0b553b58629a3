import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { costOf, FREE, lacksOwnPrice, maxCostOf, priceVersion } from '../../server/ai/gateway/cost';
import { startServer } from '../support/app';
import { expecting, restClient } from '../support/client';
import { chatAnswer, ModelProvider, type ProviderAnswer, stream } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';

const provider = await new ModelProvider().start();
let server: Awaited<ReturnType<typeof startServer>>;

/** Dollars for a million: 3 in, 15 out, 0.3 from the cache, 3.75 into it. */
const OWN = {
  prompt: '0.000003',
  completion: '0.000015',
  input_cache_read: '0.0000003',
  input_cache_write: '0.00000375',
};
const SHARED = { prompt: OWN.prompt, completion: OWN.completion };
const BY_MINUTE = { prompt: '0', completion: '0', audio_minute: '0.006' };

beforeAll(async () => {
  const common = { base_url: provider.url, discover: false };
  const models = [
    { id: 'own', pricing: OWN },
    { id: 'shared', pricing: SHARED },
    { id: 'free', pricing: { prompt: '0', completion: '0' } },
    { id: 'whisper', pricing: BY_MINUTE },
    { id: 'tokens', pricing: SHARED },
  ];
  server = await startServer({
    aiProviders: JSON.stringify([
      { slug: 'p', ...common, models },
      { slug: 'a', ...common, type: 'anthropic', models },
    ]),
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

async function scene() {
  const { secret } = await seedKey(await seedWorkspace(), { fullAccess: true });
  const call = restClient(server.url, secret);
  const post = expecting(call);
  const last = async () => (await post(200, 'GET', '/ai/requests?limit=1')).data[0];
  const transcribe = async (name: string, fields: Record<string, string>) => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(120_000)], name));
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await fetch(`${server.url}/api/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  return { call, secret, post, last, transcribe };
}

const json = (body: object): ProviderAnswer => ({ chunks: [JSON.stringify(body)] });
const MESSAGES = { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 };

describe('tokens of a cache', () => {
  const openAi = {
    prompt_tokens: 1000,
    completion_tokens: 100,
    total_tokens: 1100,
    prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 200 },
  };
  /** 200 × 3 + 600 × 0.3 + 200 × 3.75 + 100 × 15. */
  const EXACT = 3030;
  /** 1000 × 3 + 100 × 15. */
  const AT_FULL_PRICE = 4500;

  test.each([
    ['p/own', EXACT, 'exact'],
    ['p/shared', AT_FULL_PRICE, 'estimated'],
    ['p/free', 0, 'exact'],
  ])('have their own price: %s', async (model, cost, status) => {
    const { post, last } = await scene();
    provider.answer = () => chatAnswer('Hi', openAi);
    const answer = await post(200, 'POST', '/chat/completions', { ...MESSAGES, model });
    expect(answer.usage).toMatchObject({ ...openAi, cost: cost === 0 ? '0' : `0.00${cost}`.replace(/0+$/, '') });
    expect(answer.usage.cost_status).toBe(status);
    expect(await last()).toMatchObject({
      cost_micro_usd: cost,
      cost_status: status,
      cached_tokens: 600,
      cache_write_tokens: 200,
    });
    const { totals } = await post(200, 'GET', '/ai/usage');
    expect(totals).toMatchObject({ cost_micro_usd: cost, estimated_requests: status === 'estimated' ? 1 : 0 });
  });

  const anthropic = {
    input_tokens: 200,
    output_tokens: 100,
    cache_read_input_tokens: 600,
    cache_creation_input_tokens: 200,
  };
  const message = (tokens: object): ProviderAnswer =>
    json({ id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }], usage: tokens });

  test.each([
    ['a/own', anthropic, EXACT, 'exact'],
    ['a/shared', anthropic, AT_FULL_PRICE, 'estimated'],
    // Caches that last an hour, tools of the provider and faster service cost more.
    ['a/own', { ...anthropic, cache_creation: { ephemeral_1h_input_tokens: 200 } }, EXACT, 'estimated'],
    ['a/own', { ...anthropic, server_tool_use: { web_search_requests: 1 } }, EXACT, 'estimated'],
    ['a/own', { ...anthropic, server_tool_use: { web_search_requests: 0 } }, EXACT, 'exact'],
    ['a/own', { ...anthropic, service_tier: 'priority' }, EXACT, 'estimated'],
    ['a/own', { ...anthropic, service_tier: 'standard', inference_geo: 'not_available' }, EXACT, 'exact'],
  ])('have their own price at Anthropic: %s', async (model, tokens, cost, status) => {
    const { post, last } = await scene();
    provider.answer = () => message(tokens);
    const answer = await post(200, 'POST', '/messages', { ...MESSAGES, model });
    // The provider’s own figures stay as they are.
    expect(answer.usage).toMatchObject({ ...tokens, cost_status: status });
    expect(await last()).toMatchObject({ cost_micro_usd: cost, cost_status: status, prompt_tokens: 1000 });
  });

  test('cost the same in a stream', async () => {
    const { secret, last } = await scene();
    const started = { ...anthropic, output_tokens: 1 };
    provider.answer = () =>
      stream([
        `event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage: started } })}\n\n`,
        `event: message_delta\ndata: ${JSON.stringify({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 100 } })}\n\n`,
        `event: message_stop\ndata: {"type":"message_stop"}\n\n`,
      ]);
    const answer = await fetch(`${server.url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...MESSAGES, model: 'a/own', stream: true }),
    });
    expect(await answer.text()).toContain('"cost":"0.00303","cost_status":"exact"');
    expect(await last()).toMatchObject({ cost_micro_usd: EXACT, cost_status: 'exact' });
  });

  test.each([
    ['default', 'exact'],
    ['priority', 'estimated'],
  ])('of the service tier %s have a cost that is %s', async (tier, status) => {
    const { post } = await scene();
    provider.answer = () => chatAnswer('Hi', openAi, { service_tier: tier });
    const answer = await post(200, 'POST', '/chat/completions', { ...MESSAGES, model: 'p/own' });
    expect(answer).toMatchObject({ service_tier: tier, usage: { cost: '0.00303', cost_status: status } });
  });

  test('audio tokens of a chat are flagged, since only text has a price', async () => {
    const { post } = await scene();
    const tokens = { ...openAi, prompt_tokens_details: { audio_tokens: 50 } };
    provider.answer = () => chatAnswer('Hi', tokens);
    const answer = await post(200, 'POST', '/chat/completions', { ...MESSAGES, model: 'p/own' });
    expect(answer.usage).toMatchObject({ cost: '0.0045', cost_status: 'estimated' });
  });
});

describe('recordings', () => {
  test.each([
    ['the reported seconds', 'json', { text: 'Hi', usage: { type: 'duration', seconds: 30 } }],
    ['the length of a detailed transcript', 'verbose_json', { text: 'Hi', duration: 30 }],
    ['a length that is a text', 'verbose_json', { text: 'Hi', duration: '30.0' }],
  ])('are charged by the minute: %s', async (_name, format, answer) => {
    const { transcribe, last } = await scene();
    provider.answer = () => json(answer);
    const got = JSON.parse(await transcribe('note.ogg', { model: 'p/whisper', response_format: format }));
    expect(got.usage).toMatchObject({ cost: '0.003', cost_status: 'exact' });
    expect(await last()).toMatchObject({
      cost_micro_usd: 3000,
      cost_status: 'exact',
      audio_seconds: 30,
      prompt_tokens: 0,
      price: { audio_minute: '0.006' },
    });
  });

  test.each([
    ['note.ogg', 60, 6000],
    ['note.wav', 7.5, 750],
  ])('without a reported length are charged by a flagged estimate: %s', async (name, seconds, cost) => {
    const { transcribe, last } = await scene();
    provider.answer = () => ({ headers: { 'content-type': 'text/plain' }, chunks: ['Hi\n'] });
    expect(await transcribe(name, { model: 'p/whisper', response_format: 'text' })).toBe('Hi\n');
    expect(await last()).toMatchObject({ cost_micro_usd: cost, cost_status: 'estimated', audio_seconds: seconds });
  });

  test('of a model that is charged by tokens need no length', async () => {
    const { transcribe, last } = await scene();
    const tokens = { type: 'tokens', input_tokens: 100, output_tokens: 10, total_tokens: 110 };
    provider.answer = () => json({ text: 'Hi', usage: tokens, duration: 30 });
    await transcribe('note.ogg', { model: 'p/tokens' });
    expect(await last()).toMatchObject({ cost_micro_usd: 450, cost_status: 'exact', audio_seconds: 0 });
  });

  test('reserve their length in a budget', async () => {
    const { post, call, transcribe } = await scene();
    await post(200, 'PUT', '/ai/budgets', { period: 'month', amount_micro_usd: 5999 });
    await transcribe('note.ogg', { model: 'p/whisper' }).catch(() => undefined);
    expect((await call('GET', '/ai/requests?limit=1')).body.data[0]).toMatchObject({
      outcome: 'refused',
      error_code: 'budget_exceeded',
    });
  });
});

describe('prices', () => {
  test('are shown with the model and with the call', async () => {
    const { post, last } = await scene();
    const model = await post(200, 'GET', '/models/p%2Fown');
    expect(model.pricing).toEqual({ ...OWN, request: '0', audio_minute: null, currency: 'USD' });
    provider.answer = () => chatAnswer('Hi');
    await post(200, 'POST', '/chat/completions', { ...MESSAGES, model: 'p/own' });
    const { price } = await last();
    expect(price).toEqual({ version: price.version, ...OWN, request: '0', audio_minute: null });
  });

  const price = { ...FREE, prompt: '0.000001', completion: '0.000002' };

  test('change their version if any of them changes', () => {
    const versions = [
      price,
      { ...price, cacheRead: '0' },
      { ...price, cacheWrite: '0' },
      { ...price, audioMinute: '0' },
    ];
    expect(new Set(versions.map(priceVersion)).size).toBe(versions.length);
    expect(priceVersion(price)).toBe(priceVersion({ ...price }));
  });

  test('reserve cache writes at their price', () => {
    const dear = { ...price, cacheWrite: '0.00000125' };
    const tokens = { prompt: 1000, completion: 0 };
    expect([costOf(dear, tokens), maxCostOf(dear, tokens), maxCostOf(price, tokens)]).toEqual([1000, 1250, 1000]);
  });

  test('are never below zero, whatever a provider reports', () => {
    const cheap = { ...price, cacheRead: '0.0000001', cacheWrite: '0' };
    expect(costOf(cheap, { prompt: 10, completion: 0, cached: 1_000_000, cacheWrite: 1_000_000 })).toBe(1);
    expect(lacksOwnPrice(cheap, { prompt: 10, completion: 0, cached: 10 })).toBe(false);
    expect(lacksOwnPrice(price, { prompt: 10, completion: 0, cached: 10 })).toBe(true);
  });
});
