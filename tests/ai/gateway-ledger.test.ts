import { afterAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';

import { eq } from 'drizzle-orm';
import OpenAI from 'openai';

import { complete } from '../../server/ai';
import { periodEnd, periodStart } from '../../server/ai/gateway/budgets';
import { costOf, FREE, usdText } from '../../server/ai/gateway/cost';
import { settleLostCalls } from '../../server/ai/gateway/lost-calls';
import { aiBudgets, aiRequests, aiUsageDays } from '../../server/ai/schema';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { requestLogs } from '../../server/usage/schema';
import { newId } from '../../shared/ids';
import { database } from '../support/app';
import { contextOf } from '../support/context';
import { chatAnswer, chatStream, stream, usage } from '../support/model-provider';
import { until } from '../support/process';
import { budget, eventTypes, HELLO, rowsOf, seedBudget, settledRow, startGateway } from './gateway-support';

const { p, server, caller, stop } = await startGateway();
afterAll(stop);
beforeEach(() => {
  p.answer = () => chatAnswer('Hi', usage(1000, 500));
  server.services.gateway.breaker.succeeded('p', '');
});

/** A call that costs 2,000 millionths, and reserves that and the tokens of its text. */
const CALL = { max_tokens: 500 };
const COST = 2000;

describe('a budget', () => {
  test('is never exceeded, however many calls arrive at once', async () => {
    const { send, workspaceId, keyId } = await caller();
    const ofWorkspace = await seedBudget(workspaceId, 10 * COST);
    const ofKey = await seedBudget(workspaceId, 12 * COST, { keyId, period: 'lifetime', periodStart: new Date(0) });
    p.answer = () => chatAnswer('Hi', usage(500, 750));
    const statuses = (await Promise.all(Array.from({ length: 100 }, () => send({ max_tokens: 980 })))).map(
      ({ status }) => status,
    );
    const served = statuses.filter((status) => status === 200).length;
    expect(served).toBeWithin(1, 11);
    expect(statuses.filter((status) => status === 402).length).toBe(100 - served);

    const [one, two] = [await budget(ofWorkspace), await budget(ofKey)];
    expect(one).toMatchObject({ spentMicroUsd: served * COST, reservedMicroUsd: 0 });
    expect(two).toMatchObject({ spentMicroUsd: served * COST, reservedMicroUsd: 0 });
    expect(one.spentMicroUsd).toBeLessThanOrEqual(10 * COST);
    const rows = await rowsOf(workspaceId);
    expect(rows.reduce((sum, row) => sum + row.costMicroUsd, 0)).toBe(served * COST);
  });

  test('that is used up refuses calls with the end of the period, and clients do not retry', async () => {
    const { send, secret, workspaceId } = await caller();
    await seedBudget(workspaceId, COST + 500);
    expect((await send(CALL)).status).toBe(200);
    const refused = await send(CALL);
    expect(refused.status).toBe(402);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    const now = new Date();
    const resets = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
    expect(await refused.json()).toMatchObject({
      code: 'budget_exceeded',
      resets_at: resets,
      detail: expect.stringContaining(
        `monthly budget of the workspace has too little left for this call. It resets at`,
      ),
      error: { type: 'insufficient_quota', code: 'insufficient_quota' },
    });
    const asked = p.requests.length;
    const client = new OpenAI({ baseURL: `${server.url}/api/v1`, apiKey: secret, maxRetries: 2 });
    const error = await client.chat.completions.create({ ...HELLO, ...CALL }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 402, code: 'insufficient_quota' });
    expect(p.requests.length).toBe(asked);
    expect(await eventTypes(workspaceId)).toEqual(['ai.budget.warned', 'ai.budget.exhausted']);
  });

  test('warns once per period, and is full again in the next', async () => {
    const { send, workspaceId } = await caller();
    const id = await seedBudget(workspaceId, 3 * COST, { period: 'day', warnAtPercent: 50, periodStart: today() });
    for (let call = 0; call < 2; call += 1) await send(CALL);
    expect(await eventTypes(workspaceId)).toEqual(['ai.budget.warned']);
    expect(await budget(id)).toMatchObject({ spentMicroUsd: 2 * COST });

    setSystemTime(new Date(Date.now() + 86_400_000));
    expect((await send(CALL)).status).toBe(200);
    setSystemTime();
    expect(await budget(id)).toMatchObject({ spentMicroUsd: COST, reservedMicroUsd: 0, warnedAt: null });
  });

  test('gets back what a failed call reserved', async () => {
    const { send, workspaceId } = await caller();
    const id = await seedBudget(workspaceId, 2 * COST);
    p.answer = () => ({ status: 500 });
    expect((await send(CALL)).status).toBe(502);
    expect(await budget(id)).toMatchObject({ spentMicroUsd: 0, reservedMicroUsd: 0 });
  });

  test('covers streams, which are charged for what was read when they are cut', async () => {
    const { send, workspaceId } = await caller();
    const id = await seedBudget(workspaceId, 10 * COST);
    p.answer = () => stream(chatStream(['a'], usage(1000, 500)));
    await (await send({ ...CALL, stream: true })).text();
    expect(await budget(id)).toMatchObject({ spentMicroUsd: COST, reservedMicroUsd: 0 });
    p.answer = () => stream(chatStream(['x'.repeat(400)]).slice(0, 1));
    await (await send({ ...CALL, stream: true })).text();
    expect((await budget(id)).spentMicroUsd).toBeGreaterThanOrEqual(COST + 200);
  });

  test('is freed when the process of a call dies', async () => {
    const { workspaceId, keyId } = await caller();
    const id = await seedBudget(workspaceId, 10 * COST);
    const db = scoped(database, workspaceId);
    await db.update(aiBudgets, eq(aiBudgets.id, id), { reservedMicroUsd: 7 });
    const call = newId('req');
    await db.insert(aiRequests, {
      id: call,
      keyId,
      source: 'api',
      endpoint: 'chat_completions',
      isStream: true,
      requestedModel: 'p/m',
      outcome: 'running',
      reservedMicroUsd: 7,
      budgetIds: [id],
      leaseOwner: newId('nod'),
      createdAt: new Date(),
    });
    const { services } = server;
    const alive = { ...services, node: { id: services.node.id, isGone: async () => false } };
    await settleLostCalls(alive, new AbortController().signal);
    expect(await budget(id)).toMatchObject({ reservedMicroUsd: 7 });
    await settleLostCalls(
      { ...alive, node: { ...alive.node, isGone: async () => true } },
      new AbortController().signal,
    );
    expect(await budget(id)).toMatchObject({ reservedMicroUsd: 0, spentMicroUsd: 0 });
    expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'lost', leaseOwner: null });
  });

  test('is freed by a process that stops, and its calls end', async () => {
    const { caller: other, p: theirs, server: stopping, stop: end } = await startGateway();
    const { send, workspaceId } = await other();
    const id = await seedBudget(workspaceId, 10 * COST);
    theirs.answer = () => ({ isDeaf: true });
    const sending = send(CALL).catch(() => undefined);
    await until(() => theirs.requests.length === 1);
    expect((await budget(id)).reservedMicroUsd).toBeGreaterThan(0);
    await stopping.services.gateway.stop();
    expect(await budget(id)).toMatchObject({ reservedMicroUsd: 0 });
    await sending;
    await end();
  });
});

describe('the ledger', () => {
  test('has one row per call, and days that add up to them', async () => {
    const { send, workspaceId, keyId } = await caller();
    await send(CALL);
    p.answer = () => stream(chatStream(['a'], usage(7, 3)));
    await (await send({ ...CALL, stream: true })).text();
    p.answer = () => ({ status: 500 });
    await send(CALL);
    const rows = await rowsOf(workspaceId);
    expect(rows).toMatchObject([
      {
        keyId,
        source: 'api',
        endpoint: 'chat_completions',
        isStream: false,
        modelId: 'p/m',
        providerSlug: 'p',
        outcome: 'succeeded',
        status: 200,
        promptTokens: 1000,
        completionTokens: 500,
        costMicroUsd: COST,
        estimated: false,
        attempts: 1,
        price: { prompt: '0.000001', completion: '0.000002', request: '0' },
        leaseOwner: null,
      },
      { isStream: true, promptTokens: 7, completionTokens: 3, costMicroUsd: 13 },
      { outcome: 'failed', status: 502, costMicroUsd: 0 },
    ]);
    expect(rows[0]?.priceVersion).toMatch(/^[0-9a-f]{16}$/);
    expect(rows[0]?.latencyMs).toBeGreaterThanOrEqual(0);
    const days = await queries(database).select().from(aiUsageDays).where(eq(aiUsageDays.workspaceId, workspaceId));
    expect(days).toMatchObject([
      {
        keyId,
        modelId: 'p/m',
        requests: 3,
        failures: 1,
        promptTokens: 1007,
        completionTokens: 503,
        costMicroUsd: 2013,
      },
    ]);
  });

  test('flags an unknown price, and counts 0', async () => {
    const { send, workspaceId } = await caller();
    const answer = (await (await send({ model: 'p/unpriced' })).json()) as { usage: object };
    expect(answer.usage).toMatchObject({ prompt_tokens: 1000, cost: '0', cost_status: 'price_unknown' });
    expect(await settledRow(workspaceId)).toMatchObject({ costMicroUsd: 0, price: null, priceVersion: null });
  });

  test('estimates where the provider reports no tokens', async () => {
    p.answer = () => chatAnswer('x'.repeat(40), null);
    const { send, workspaceId } = await caller();
    const answer = (await (await send({})).json()) as { usage: object };
    expect(answer.usage).toMatchObject({ completion_tokens: 10, cost_status: 'estimated' });
    expect(await settledRow(workspaceId)).toMatchObject({ estimated: true, completionTokens: 10 });
  });

  test('has no content', async () => {
    const { send, workspaceId } = await caller();
    await send({ messages: [{ role: 'user', content: 'a secret of mine' }] });
    await server.services.recorder.flush();
    const logs = await queries(database).select().from(requestLogs).where(eq(requestLogs.workspaceId, workspaceId));
    expect(logs.length).toBe(1);
    expect(JSON.stringify([logs, await rowsOf(workspaceId)])).not.toContain('a secret of mine');
  });
});

describe('a call of a rule', () => {
  test('uses the same ledger and budgets', async () => {
    const { secret, workspaceId } = await caller();
    const id = await seedBudget(workspaceId, COST + 600);
    const ctx = { ...(await contextOf(server.services, secret)), workspaceId, db: scoped(database, workspaceId) };
    const request = { model: 'p/m', messages: HELLO.messages, max_output_tokens: 500 };
    expect(await complete(ctx, request)).toMatchObject({
      text: 'Hi',
      modelId: 'p/m',
      usage: { prompt: 1000, completion: 500 },
    });
    expect(await settledRow(workspaceId)).toMatchObject({ source: 'automation', keyId: '', costMicroUsd: COST });
    expect(await budget(id)).toMatchObject({ spentMicroUsd: COST });
    const refused = await complete(ctx, request).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'budget_exceeded' });
  });

  test('with a schema answers with its value, or fails', async () => {
    const { secret, workspaceId } = await caller();
    const ctx = { ...(await contextOf(server.services, secret)), workspaceId, db: scoped(database, workspaceId) };
    const schema = { type: 'object', properties: { urgent: { type: 'boolean' } }, required: ['urgent'] };
    const request = { model: 'p/m', messages: HELLO.messages, max_output_tokens: 500, schema };
    p.answer = () => chatAnswer('{"urgent":true}');
    expect((await complete(ctx, request)).value).toEqual({ urgent: true });
    expect(p.last.body['response_format']).toMatchObject({ type: 'json_schema', json_schema: { schema } });
    for (const bad of ['{"urgent":"yes"}', 'no JSON']) {
      p.answer = () => chatAnswer(bad);
      expect(await complete(ctx, request).catch((error: unknown) => error)).toMatchObject({ code: 'unprocessable' });
    }
  });
});

describe('numbers', () => {
  test('costs are exact and rounded up', () => {
    const price = { ...FREE, prompt: '0.00000015', completion: '0.0000006' };
    expect(costOf(price, { prompt: 1, completion: 0 })).toBe(1);
    expect(costOf(price, { prompt: 1_000_000, completion: 1_000_000 })).toBe(750_000);
    expect(costOf({ ...price, request: '0.01' }, { prompt: 0, completion: 0 })).toBe(10_000);
    expect(costOf(null, { prompt: 10, completion: 10 })).toBe(0);
    expect([0, 1, 12, 1_000_000, 1_234_560].map(usdText)).toEqual(['0', '0.000001', '0.000012', '1', '1.23456']);
  });

  test('periods are those of UTC, and weeks begin on Monday', () => {
    const now = new Date('2026-11-29T23:59:59.999Z');
    const starts = (['day', 'week', 'month', 'lifetime'] as const).map((period) => {
      const start = periodStart(period, now);
      return [start.toISOString().slice(0, 10), periodEnd(period, start)?.toISOString().slice(0, 10)];
    });
    expect(starts).toEqual([
      ['2026-11-29', '2026-11-30'],
      ['2026-11-23', '2026-11-30'],
      ['2026-11-01', '2026-12-01'],
      ['1970-01-01', undefined],
    ]);
  });
});

const today = (): Date => periodStart('day', new Date());
