import { afterAll, beforeAll, expect, test } from 'bun:test';

import { aiUsageDays } from '../../server/ai/schema';
import { queries } from '../../server/db/database';
import { clockStill } from '../support/accounts';
import { database, startServer } from '../support/app';
import { expecting, restClient } from '../support/client';
import { chatAnswer, ModelProvider } from '../support/model-provider';
import { memberOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';
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
  const keyOf = async () => {
    const { id, secret } = await seedKey(workspaceId);
    const call = restClient(server.url, secret);
    return { id, call, chat: (change: object = {}) => call('POST', '/chat/completions', { ...HELLO, ...change }) };
  };
  provider.answer = () => chatAnswer('Hi');
  const first = await keyOf();
  return { workspaceId, keyOf, first, expectStatus: expecting(first.call) };
}

test('usage is summed by key, model and UTC day, with its totals', async () => {
  const { first, keyOf, expectStatus } = await scene();
  const second = await keyOf();
  await clockStill(server, Date.parse('2026-11-20T23:59:59.999Z'), () => first.chat());
  await clockStill(server, Date.parse('2026-11-21T00:00:00Z'), async () => {
    await first.chat();
    await second.chat({ model: 'p/unpriced' });
    provider.answer = () => ({ status: 400, chunks: ['{"error":{"message":"no"}}'] });
    expect((await second.chat()).status).toBe(400);
  });
  const range = 'from=2026-11-20T10:00:00Z&to=2026-11-21T10:00:00Z';
  const read = (query: string) => expectStatus(200, 'GET', `/ai/usage?${range}&${query}`);

  const all = await read('');
  const totals = {
    requests: 4,
    failures: 1,
    prompt_tokens: 30,
    completion_tokens: 15,
    cost_micro_usd: 40,
    unpriced_requests: 1,
    estimated_requests: 0,
  };
  expect(all).toMatchObject({ from: '2026-11-20T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z', totals });
  expect(all.data).toMatchObject([{ day: null, key_id: null, model_id: null, ...totals }]);

  expect((await read('group_by=day')).data).toMatchObject([
    { day: '2026-11-20', requests: 1, cost_micro_usd: 20 },
    { day: '2026-11-21', requests: 3, cost_micro_usd: 20 },
  ]);
  const byKey = await read('group_by=key,model');
  expect(byKey.group_by).toEqual(['key', 'model']);
  expect(byKey.data).toMatchObject([
    { key_id: first.id, model_id: 'p/m', requests: 2, failures: 0 },
    { key_id: second.id, model_id: 'p/m', requests: 1, failures: 1, cost_micro_usd: 0 },
    { key_id: second.id, model_id: 'p/unpriced', requests: 1, unpriced_requests: 1, cost_micro_usd: 0 },
  ]);
  expect((await read(`key_id=${first.id}`)).totals.requests).toBe(2);
  expect((await read('model=p%2Funpriced')).totals.requests).toBe(1);
});

test('the default is the last 30 days, today included', async () => {
  const { first, expectStatus } = await scene();
  const at = (time: string) => clockStill(server, Date.parse(time), () => first.chat());
  await at('2026-10-31T23:59:59Z');
  await at('2026-11-01T00:00:00Z');
  await at('2026-11-30T12:00:00Z');
  await clockStill(server, Date.parse('2026-11-30T12:00:00Z'), async () => {
    const { from, to, totals } = await expectStatus(200, 'GET', '/ai/usage');
    expect([from, to, totals.requests]).toEqual(['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', 2]);
  });
});

test('too many points and a period that ends before it begins are 422, another workspace sees nothing', async () => {
  const { workspaceId, first, expectStatus } = await scene();
  const rows = Array.from({ length: 1001 }, (_, index) => ({
    workspaceId,
    day: '2026-11-20',
    keyId: '',
    modelId: `p/${index}`,
    requests: 1,
    failures: 0,
    promptTokens: 1,
    completionTokens: 1,
    cachedTokens: 0,
    reasoningTokens: 0,
    costMicroUsd: 1,
    estimatedRequests: 0,
    unpricedRequests: 0,
  }));
  await queries(database).insert(aiUsageDays).values(rows);
  const range = 'from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z';
  expect((await expectStatus(422, 'GET', `/ai/usage?${range}&group_by=model`)).detail).toContain('1000 points');
  expect((await expectStatus(200, 'GET', `/ai/usage?${range}`)).totals.cost_micro_usd).toBe(1001);
  await expectStatus(422, 'GET', '/ai/usage?from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z');
  expect((await first.call('GET', '/ai/usage?group_by=hour')).status).toBe(400);
  const other = await scene();
  expect((await other.expectStatus(200, 'GET', `/ai/usage?${range}`)).totals.requests).toBe(0);
  const { secret } = await seedKey(workspaceId, { scopes: ['ai:invoke'] });
  expect((await restClient(server.url, secret)('GET', '/ai/usage')).body.code).toBe('insufficient_scope');
});

test('members read the usage, and calls without a key have none', async () => {
  const { workspaceId } = await scene();
  const viewer = await memberOf(server, workspaceId, 'viewer');
  expect((await viewer.rpc.ai.usage.get.query({ group_by: ['key'] })).data).toEqual([]);
});
