import { afterAll, beforeEach, expect, test } from 'bun:test';

import { expecting, restClient } from '../support/client';
import { chatAnswer, type ProviderAnswer, usage } from '../support/model-provider';
import { until } from '../support/process';
import { seedKey } from '../support/seed';
import { budget, eventTypes, settledRow, startGateway } from './gateway-support';

const { p, server, caller, stop } = await startGateway();
afterAll(stop);
const BEFORE = Date.parse('2026-11-30T23:59:30.000Z');
const AFTER = Date.parse('2026-12-01T00:00:30.000Z');
const LATER = Date.parse('2026-12-01T12:00:00.000Z');
/** A call costs 2,000 millionths. */
const COST = 2000;
let clock = BEFORE;
server.services.now = () => new Date(clock);
const at = <T>(time: number, work: () => Promise<T>): Promise<T> => {
  clock = time;
  return work();
};

beforeEach(() => {
  clock = BEFORE;
  p.answer = () => chatAnswer('Hi', usage(1000, 500));
});

/** A workspace with a budget for each period, which an administrator reads and voids. */
async function scene() {
  const { send, workspaceId, keyId } = await caller();
  const { secret } = await seedKey(workspaceId, { fullAccess: true });
  const call = expecting(restClient(server.url, secret));
  const set = (period: string, amount = 1_000_000): Promise<{ id: string }> =>
    call(200, 'PUT', '/ai/budgets', { period, amount_micro_usd: amount });
  const spentIn = async (id: string): Promise<number> => (await call(200, 'GET', `/ai/budgets/${id}`)).spent_micro_usd;
  const voidCall = (id: string) => call(200, 'POST', `/ai/requests/${id}/void`);
  /** A call that begins at one time and ends at another. */
  const acrossMidnight = async (): Promise<string> => {
    const held = Promise.withResolvers<ProviderAnswer>();
    p.answer = () => held.promise;
    const asked = p.requests.length;
    const sending = await at(BEFORE, async () => {
      const running = send({ max_tokens: 500 });
      await until(() => p.requests.length > asked);
      return { running };
    });
    return at(AFTER, async () => {
      held.resolve(chatAnswer('Hi', usage(1000, 500)));
      expect((await sending.running).status).toBe(200);
      return (await settledRow(workspaceId)).id;
    });
  };
  const ids = await at(BEFORE, async () => ({
    day: (await set('day')).id,
    month: (await set('month')).id,
    lifetime: (await set('lifetime')).id,
  }));
  return { send, call, set, spentIn, voidCall, acrossMidnight, ids, workspaceId, keyId };
}

test('a call that ends after midnight is charged to the new period, and its reservation is freed', async () => {
  const { acrossMidnight, ids } = await scene();
  await acrossMidnight();
  for (const id of Object.values(ids)) {
    expect(await budget(id)).toMatchObject({ spentMicroUsd: COST, reservedMicroUsd: 0 });
  }
  expect(await budget(ids.day)).toMatchObject({ periodStart: new Date('2026-12-01T00:00:00.000Z') });
  expect(await budget(ids.month)).toMatchObject({ periodStart: new Date('2026-12-01T00:00:00.000Z') });
});

test('its usage counts on the day on which it ended', async () => {
  const { acrossMidnight, call } = await scene();
  await acrossMidnight();
  const { data } = await call(200, 'GET', '/ai/usage?from=2026-11-29T00:00:00Z&to=2026-12-03T00:00:00Z&group_by=day');
  expect(data).toMatchObject([{ day: '2026-12-01', requests: 1, cost_micro_usd: COST }]);
});

test('its reservation holds in the new period until it ends', async () => {
  const { send, ids, set } = await scene();
  await at(BEFORE, () => set('day', 4000));
  const held = Promise.withResolvers<ProviderAnswer>();
  p.answer = () => held.promise;
  const asked = p.requests.length;
  const running = await at(BEFORE, async () => {
    const first = send({ max_tokens: 1000 });
    await until(() => p.requests.length > asked);
    return { first };
  });
  expect((await budget(ids.day)).reservedMicroUsd).toBeGreaterThan(2000);
  await at(AFTER, async () => {
    expect((await send({ max_tokens: 1000 })).status).toBe(402);
    held.resolve(chatAnswer('Hi', usage(10, 5)));
    await running.first;
    expect((await send({ max_tokens: 1000 })).status).toBe(200);
  });
});

test('a void after it takes the cost out of every budget once', async () => {
  const { acrossMidnight, ids, spentIn, voidCall } = await scene();
  const id = await acrossMidnight();
  await at(LATER, async () => {
    await voidCall(id);
    await voidCall(id);
    for (const one of Object.values(ids)) expect(await spentIn(one)).toBe(0);
  });
});

test('a void in the next period leaves that period as it is, but not a lifetime', async () => {
  const { send, ids, spentIn, voidCall, workspaceId } = await scene();
  await at(BEFORE, () => send({ max_tokens: 500 }));
  const { id } = await settledRow(workspaceId);
  await at(LATER, async () => {
    expect((await send({ max_tokens: 500 })).status).toBe(200);
    await voidCall(id);
    expect([await spentIn(ids.day), await spentIn(ids.month), await spentIn(ids.lifetime)]).toEqual([COST, COST, COST]);
  });
});

test('a void in the next period, in which nothing was called yet, leaves it empty', async () => {
  const { send, ids, spentIn, voidCall, workspaceId } = await scene();
  await at(BEFORE, () => send({ max_tokens: 500 }));
  const { id } = await settledRow(workspaceId);
  await at(LATER, async () => {
    await voidCall(id);
    expect([await spentIn(ids.day), await spentIn(ids.month), await spentIn(ids.lifetime)]).toEqual([0, 0, 0]);
    await send({ max_tokens: 500 });
    expect(await spentIn(ids.day)).toBe(COST);
  });
});

test('a budget that is set after midnight contains the call that ended after it, so that a void gives back no more', async () => {
  const { acrossMidnight, spentIn, voidCall, call, ids, send } = await scene();
  const id = await acrossMidnight();
  await at(LATER, async () => {
    await call(204, 'DELETE', `/ai/budgets/${ids.day}`);
    const { id: fresh } = await call(200, 'PUT', '/ai/budgets', { period: 'day', amount_micro_usd: 1_000_000 });
    expect(await spentIn(fresh)).toBe(COST);
    p.answer = () => chatAnswer('Hi', usage(1000, 500));
    await send({ max_tokens: 500 });
    await voidCall(id);
    expect(await spentIn(fresh)).toBe(COST);
  });
});

test('a warning of the old period does not silence the new one', async () => {
  const { send, set, workspaceId } = await scene();
  await at(BEFORE, async () => {
    await set('day', 5000);
    await send({ max_tokens: 500 });
    await send({ max_tokens: 500 });
  });
  await at(AFTER, async () => {
    await send({ max_tokens: 500 });
    await send({ max_tokens: 500 });
  });
  expect((await eventTypes(workspaceId)).filter((type) => type === 'ai.budget.warned').length).toBe(2);
});
