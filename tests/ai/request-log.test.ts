import { afterAll, beforeAll, expect, test } from 'bun:test';

import { lastEntryOf } from '../support/accounts';
import { startServer } from '../support/app';
import { expecting, restClient } from '../support/client';
import { chatAnswer, chatStream, ModelProvider, stream } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';
import { seedAiRequest } from './fixtures';
import { HELLO, meteredProvider } from './metered';

const provider = await new ModelProvider().start();
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer({ aiProviders: meteredProvider(provider) });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

async function scene() {
  const workspaceId = await seedWorkspace();
  const { id: keyId, secret } = await seedKey(workspaceId, { fullAccess: true });
  const call = restClient(server.url, secret);
  provider.answer = () => chatAnswer('Hi');
  const expectStatus = expecting(call);
  const idsIn = async (query: string): Promise<string[]> =>
    (await expectStatus(200, 'GET', `/ai/requests?${query}`)).data.map(({ id }: { id: string }) => id);
  return {
    workspaceId,
    keyId,
    secret,
    call,
    expectStatus,
    idsIn,
    chat: () => call('POST', '/chat/completions', HELLO),
  };
}

test('a call is listed with its tokens, cost, price, timings, provider and outcome', async () => {
  const { keyId, chat, expectStatus, idsIn } = await scene();
  const { headers } = await chat();
  const id = headers.get('x-request-id') ?? '';
  expect(await idsIn('')).toEqual([id]);
  const shown = await expectStatus(200, 'GET', `/ai/requests/${id}`);
  expect(shown).toMatchObject({
    id,
    key_id: keyId,
    source: 'api',
    endpoint: 'chat_completions',
    is_stream: false,
    requested_model: 'p/m',
    model_id: 'p/m',
    provider_slug: 'p',
    attempts: 1,
    outcome: 'succeeded',
    status: 200,
    error_code: null,
    prompt_tokens: 10,
    completion_tokens: 5,
    cost_micro_usd: 20,
    cost_status: 'exact',
    price: { prompt: '0.000001', completion: '0.000002', request: '0' },
    voided_at: null,
  });
  expect(shown.price.version).toMatch(/^[0-9a-f]{16}$/);
  expect(shown.latency_ms).toBeInteger();
});

test('an unknown price and an estimate are flagged', async () => {
  const { call, expectStatus } = await scene();
  const shown = async (body: object) => {
    const { headers } = await call('POST', '/chat/completions', body);
    return expectStatus(200, 'GET', `/ai/requests/${headers.get('x-request-id')}`);
  };
  expect(await shown({ ...HELLO, model: 'p/unpriced' })).toMatchObject({
    cost_micro_usd: 0,
    cost_status: 'price_unknown',
    price: null,
  });
  provider.answer = () => chatAnswer('Hi', null);
  expect(await shown(HELLO)).toMatchObject({ cost_status: 'estimated' });
});

test('calls are filtered by key, model, provider, outcome, source and time, a page at a time', async () => {
  const { workspaceId, keyId, idsIn, expectStatus } = await scene();
  const at = (time: string) => new Date(time);
  const seed = (columns: Parameters<typeof seedAiRequest>[1]) => seedAiRequest(workspaceId, columns);
  const ofKey = await seed({ keyId, createdAt: at('2026-11-20T10:00:00Z') });
  const failed = await seed({
    outcome: 'failed',
    providerSlug: 'q',
    modelId: 'q/x',
    createdAt: at('2026-11-21T10:00:00Z'),
  });
  const refused = await seed({
    outcome: 'refused',
    providerSlug: null,
    modelId: null,
    requestedModel: 'q/x',
    source: 'console',
    createdAt: at('2026-11-22T10:00:00Z'),
  });
  expect(await idsIn('')).toEqual([refused, failed, ofKey]);
  expect(await idsIn(`key_id=${keyId}`)).toEqual([ofKey]);
  expect(await idsIn('model=q%2Fx')).toEqual([refused, failed]);
  expect(await idsIn('provider=q')).toEqual([failed]);
  expect(await idsIn('outcome=failed,refused')).toEqual([refused, failed]);
  expect(await idsIn('source=console')).toEqual([refused]);
  expect(await idsIn('created_after=2026-11-20T12:00:00Z&created_before=2026-11-22T00:00:00Z')).toEqual([failed]);

  const first = await expectStatus(200, 'GET', '/ai/requests?limit=2');
  expect([first.data.length, first.has_more]).toEqual([2, true]);
  expect(await idsIn(`limit=2&cursor=${first.next_cursor}`)).toEqual([ofKey]);
  await expectStatus(400, 'GET', '/ai/requests?outcome=lucky');

  const other = await scene();
  expect(await other.idsIn('')).toEqual([]);
  expect((await other.call('GET', `/ai/requests/${ofKey}`)).status).toBe(404);
  expect((await other.call('POST', `/ai/requests/${ofKey}/void`)).status).toBe(404);
});

test('a voided cost is removed from usage and budgets, once', async () => {
  const { workspaceId, keyId, chat, call, expectStatus } = await scene();
  const { id: whole } = await expectStatus(200, 'PUT', '/ai/budgets', { period: 'month', amount_micro_usd: 10_000 });
  const { id: ofKey } = await expectStatus(200, 'PUT', '/ai/budgets', {
    period: 'lifetime',
    amount_micro_usd: 10_000,
    key_id: keyId,
  });
  const { headers } = await chat();
  await chat();
  const id = headers.get('x-request-id') ?? '';
  const spent = async () => [
    (await expectStatus(200, 'GET', `/ai/budgets/${whole}`)).spent_micro_usd,
    (await expectStatus(200, 'GET', `/ai/budgets/${ofKey}`)).spent_micro_usd,
    (await expectStatus(200, 'GET', '/ai/usage')).totals.cost_micro_usd,
  ];
  expect(await spent()).toEqual([40, 40, 40]);
  const voided = await expectStatus(200, 'POST', `/ai/requests/${id}/void`);
  expect(voided).toMatchObject({ id, cost_micro_usd: 20, voided_at: expect.any(String) });
  expect(await expectStatus(200, 'POST', `/ai/requests/${id}/void`)).toEqual(voided);
  expect(await spent()).toEqual([20, 20, 20]);
  expect((await expectStatus(200, 'GET', '/ai/usage')).totals).toMatchObject({ requests: 2, prompt_tokens: 20 });
  expect(await lastEntryOf(id)).toMatchObject({ workspaceId, action: 'ai_request.voided' });

  // The reset has dropped the cost of the second call already.
  const [second] = (await expectStatus(200, 'GET', '/ai/requests?limit=1')).data;
  await expectStatus(200, 'POST', `/ai/budgets/${whole}/reset`);
  await chat();
  await expectStatus(200, 'POST', `/ai/requests/${second.id}/void`);
  expect(await spent()).toEqual([20, 20, 20]);

  const { secret } = await seedKey(workspaceId, { scopes: ['usage:read', 'ai:invoke'] });
  const reader = restClient(server.url, secret);
  expect((await reader('POST', `/ai/requests/${id}/void`)).body.code).toBe('insufficient_scope');
  const running = await seedAiRequest(workspaceId, { outcome: 'running', endedAt: null, latencyMs: null });
  expect((await call('POST', `/ai/requests/${running}/void`)).body.code).toBe('invalid_state');
});

test('a stream is listed as one, with the time of its first token', async () => {
  const { secret, expectStatus } = await scene();
  provider.answer = () => stream(chatStream(['a', 'b']));
  const response = await fetch(`${server.url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...HELLO, stream: true }),
  });
  expect(await response.text()).toContain('[DONE]');
  const shown = await expectStatus(200, 'GET', `/ai/requests/${response.headers.get('x-request-id')}`);
  expect(shown).toMatchObject({ is_stream: true, outcome: 'succeeded', prompt_tokens: 10, completion_tokens: 2 });
  expect(shown.first_token_ms).toBeInteger();
});
