import { afterAll, beforeEach, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { Breaker } from '../../server/ai/gateway/breaker';
import { settleLostCalls } from '../../server/ai/gateway/lost-calls';
import { aiBudgets, aiProviderFailures, aiRequests } from '../../server/ai/schema';
import { queries } from '../../server/db/database';
import { newId } from '../../shared/ids';
import { database } from '../support/app';
import { restClient } from '../support/client';
import { chatAnswer, usage } from '../support/model-provider';
import { until } from '../support/process';
import { budget, eventTypes, rowsOf, seedBudget, settledRow, startGateway } from './gateway-support';

const { p, q, server, caller, stop } = await startGateway();
afterAll(stop);

const db = queries(database);
const { gateway } = server.services;
const TIMINGS = { ...gateway.timings };
beforeEach(() => {
  Object.assign(gateway.timings, TIMINGS);
  gateway.breaker.succeeded('p', '');
  p.answer = () => chatAnswer('Hi');
});

describe('a budget', () => {
  test('reserves each choice of a call without a limit', async () => {
    const { send, workspaceId } = await caller();
    const held = Promise.withResolvers<ReturnType<typeof chatAnswer>>();
    p.answer = () => held.promise;
    const id = await seedBudget(workspaceId, 1_000_000);
    const sending = send({ n: 4 });
    await until(async () => (await budget(id)).reservedMicroUsd > 0);
    expect((await budget(id)).reservedMicroUsd).toBeGreaterThanOrEqual(4 * 4096 * 2);
    held.resolve(chatAnswer('Hi'));
    await sending;
  });

  test('is not exhausted by a single call that is too large', async () => {
    const { send, workspaceId } = await caller();
    await seedBudget(workspaceId, 100_000);
    expect((await send({ max_tokens: 100 })).status).toBe(200);
    expect((await send({ max_tokens: 1_000_000 })).status).toBe(402);
    expect((await send({ max_tokens: 100 })).status).toBe(200);
    expect(await eventTypes(workspaceId)).toEqual([]);
  });

  test.each([Number.MAX_SAFE_INTEGER, 2e9])('can be read after a provider reported %d tokens', async (count) => {
    const { send, secret, workspaceId } = await caller();
    await seedBudget(workspaceId, 1e15);
    p.answer = () => chatAnswer('Hi', usage(count, count));
    for (let call = 0; call < 3; call += 1) expect((await send({})).status).toBe(200);
    const call = restClient(server.url, secret);
    for (const path of ['/ai/budgets', '/ai/usage', '/ai/requests']) expect((await call('GET', path)).status).toBe(200);
    // As without tokens: an estimate.
    for (const row of await rowsOf(workspaceId)) expect(row).toMatchObject({ estimated: true, completionTokens: 1 });
  });

  test('is freed from a call that was lost months ago', async () => {
    const { workspaceId } = await caller();
    const id = await seedBudget(workspaceId, 1000);
    await db.update(aiBudgets).set({ reservedMicroUsd: 500 }).where(eq(aiBudgets.id, id));
    const requestId = newId('req');
    await db.insert(aiRequests).values({
      id: requestId,
      workspaceId,
      keyId: '',
      source: 'api',
      endpoint: 'chat_completions',
      isStream: false,
      requestedModel: 'p/m',
      outcome: 'running',
      reservedMicroUsd: 500,
      budgetIds: [id],
      leaseOwner: newId('req'),
      createdAt: new Date(Date.now() - 60 * 86_400_000),
    });
    const node = { ...server.services.node, isGone: async () => true };
    await settleLostCalls({ ...server.services, node }, new AbortController().signal);
    expect(await budget(id)).toMatchObject({ reservedMicroUsd: 0 });
    const [row] = await rowsOf(workspaceId);
    expect(row).toMatchObject({ outcome: 'lost', latencyMs: 2 ** 31 - 1 });
  });
});

test('a provider that failed before a restart has recovered with its first answer', async () => {
  const { send, workspaceId } = await caller();
  const failure = { providerSlug: 'q', errorCode: 'upstream_error', since: new Date() };
  await db.insert(aiProviderFailures).values({ ...failure, scope: '' });
  await db.insert(aiProviderFailures).values({ ...failure, scope: workspaceId });
  gateway.breaker = new Breaker(() => Date.now());
  q.answer = () => chatAnswer('back');
  expect((await send({ model: 'q/m' })).status).toBe(200);
  await until(async () => (await eventTypes(workspaceId)).includes('ai.provider.recovered'));
  const left = await db.select().from(aiProviderFailures).where(eq(aiProviderFailures.providerSlug, 'q'));
  expect(left).toEqual([]);
});

test('a call that was not sent has no tokens', async () => {
  Object.assign(gateway.timings, { slotMs: 60_000 });
  const held = Promise.withResolvers<ReturnType<typeof chatAnswer>>();
  q.answer = () => held.promise;
  const first = await caller();
  const running = [first.send({ model: 'q/m' }), first.send({ model: 'q/m' })];
  await until(() => gateway.slots.inUse('q') === 2);
  const { send, workspaceId } = await caller();
  const leaving = new AbortController();
  const waiting = send({ model: 'q/m' }, { signal: leaving.signal }).catch(() => undefined);
  await until(async () => (await rowsOf(workspaceId)).length === 1);
  leaving.abort();
  expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'client_closed', promptTokens: 0, costMicroUsd: 0 });
  held.resolve(chatAnswer('late'));
  await Promise.all([...running, waiting]);
});
