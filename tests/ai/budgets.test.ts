import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { clockStill, lastEntryOf } from '../support/accounts';
import { startServer } from '../support/app';
import { expecting, issuesOf, restClient } from '../support/client';
import { chatAnswer, ModelProvider } from '../support/model-provider';
import { eventsOf, memberOf, refusalOf } from '../support/people';
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
  const { id: keyId, secret } = await seedKey(workspaceId, { fullAccess: true });
  const call = restClient(server.url, secret);
  // Each call costs 20 millionths.
  provider.answer = () => chatAnswer('Hi');
  return {
    workspaceId,
    keyId,
    call,
    expectStatus: expecting(call),
    chat: () => call('POST', '/chat/completions', HELLO),
  };
}

describe('a budget', () => {
  test('is set, listed, changed and deleted by an administrator, and each change is audited', async () => {
    const { workspaceId, keyId, expectStatus, call } = await scene();
    const whole = await expectStatus(200, 'PUT', '/ai/budgets', { period: 'month', amount_micro_usd: 5_000_000 });
    expect(whole).toMatchObject({
      key_id: null,
      period: 'month',
      amount_micro_usd: 5_000_000,
      spent_micro_usd: 0,
      reserved_micro_usd: 0,
      warn_at_percent: 80,
    });
    const ofKey = await expectStatus(200, 'PUT', '/ai/budgets', {
      key_id: keyId,
      period: 'day',
      amount_micro_usd: 100,
    });
    expect((await expectStatus(200, 'GET', '/ai/budgets')).data).toEqual([ofKey, whole]);
    expect((await expectStatus(200, 'GET', `/ai/budgets?key_id=${keyId}`)).data).toEqual([ofKey]);

    const again = { period: 'month', amount_micro_usd: 6_000_000, warn_at_percent: 50 };
    expect(await expectStatus(200, 'PUT', '/ai/budgets', again)).toMatchObject({ ...again, id: whole.id });
    expect(await lastEntryOf(whole.id)).toMatchObject({
      workspaceId,
      action: 'ai_budget.updated',
      changes: { before: { amount_micro_usd: 5_000_000 }, after: { amount_micro_usd: 6_000_000 } },
    });
    await expectStatus(204, 'DELETE', `/ai/budgets/${whole.id}`);
    expect(await lastEntryOf(whole.id)).toMatchObject({ action: 'ai_budget.deleted' });
    expect((await call('GET', `/ai/budgets/${whole.id}`)).status).toBe(404);
  });

  test('includes what the period has already cost, except a lifetime budget', async () => {
    const { chat, expectStatus, keyId } = await scene();
    expect((await chat()).status).toBe(200);
    const spentOf = async (body: object): Promise<number> =>
      (await expectStatus(200, 'PUT', '/ai/budgets', { amount_micro_usd: 1000, ...body })).spent_micro_usd;
    for (const period of ['day', 'week', 'month']) expect(await spentOf({ period })).toBe(20);
    expect(await spentOf({ period: 'day', key_id: keyId })).toBe(20);
    expect(await spentOf({ period: 'lifetime' })).toBe(0);
  });

  test('that is used up refuses calls until it is reset, raised or deleted', async () => {
    const { workspaceId, chat, expectStatus } = await scene();
    const set = (amount_micro_usd: number) =>
      expectStatus(200, 'PUT', '/ai/budgets', { period: 'lifetime', amount_micro_usd });
    const { id } = await set(10_000);
    expect((await chat()).status).toBe(200);
    expect(await set(20)).toMatchObject({ id, spent_micro_usd: 20, resets_at: null });
    const refused = await chat();
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      402,
      'budget_exceeded',
      'The lifetime budget of the workspace is used up. Raise the budget.',
    ]);
    expect((await eventsOf(workspaceId)).map(({ type }) => type)).toEqual(['ai.budget.warned', 'ai.budget.exhausted']);

    await set(10_000);
    expect((await chat()).status).toBe(200);
    await set(20);
    expect((await chat()).status).toBe(402);
    const reset = await expectStatus(200, 'POST', `/ai/budgets/${id}/reset`);
    expect(reset).toMatchObject({ spent_micro_usd: 0, amount_micro_usd: 20 });
    expect(await lastEntryOf(id)).toMatchObject({
      action: 'ai_budget.reset',
      changes: { before: { spent_micro_usd: 40 } },
    });
    await set(10_000);
    expect((await chat()).status).toBe(200);
    await set(20);
    expect((await chat()).status).toBe(402);
    await expectStatus(204, 'DELETE', `/ai/budgets/${id}`);
    expect((await chat()).status).toBe(200);
  });

  test('is one per period, even when it is set several times at once', async () => {
    const { expectStatus } = await scene();
    const set = (amount_micro_usd: number) =>
      expectStatus(200, 'PUT', '/ai/budgets', { period: 'week', amount_micro_usd });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => set(100 + index)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await expectStatus(200, 'GET', '/ai/budgets')).data).toHaveLength(1);
  });

  test('needs a key of the workspace, an amount and a period', async () => {
    const { call } = await scene();
    const { id: foreign } = await seedKey(await seedWorkspace());
    const set = (body: object) => call('PUT', '/ai/budgets', body);
    const wrong = await set({ period: 'year', amount_micro_usd: 0.5, warn_at_percent: 0 });
    expect([wrong.status, issuesOf(wrong).map((issue) => issue.split(' ')[0])]).toEqual([
      400,
      ['/period', '/amount_micro_usd', '/warn_at_percent'],
    ]);
    const unknown = await set({ key_id: foreign, period: 'day', amount_micro_usd: 1 });
    expect([unknown.status, issuesOf(unknown)]).toEqual([422, ['/key_id related_not_found']]);
  });

  test('cannot be changed by another workspace or a developer', async () => {
    const { workspaceId, expectStatus } = await scene();
    const { id } = await expectStatus(200, 'PUT', '/ai/budgets', { period: 'day', amount_micro_usd: 1 });
    const other = await scene();
    expect((await other.call('POST', `/ai/budgets/${id}/reset`)).status).toBe(404);
    expect((await other.call('GET', '/ai/budgets')).body.data).toEqual([]);

    const developer = await memberOf(server, workspaceId, 'developer');
    expect((await developer.rpc.ai.budgets.list.query({})).data.map((one) => one.id)).toEqual([id]);
    expect(await refusalOf(developer.rpc.ai.budgets.reset.mutate({ budget_id: id }))).toMatchObject({
      code: 'insufficient_role',
    });
    const { secret } = await seedKey(workspaceId, { scopes: ['usage:read'] });
    const read = restClient(server.url, secret);
    expect((await read('GET', `/ai/budgets/${id}`)).status).toBe(200);
    expect((await read('DELETE', `/ai/budgets/${id}`)).body.code).toBe('insufficient_scope');
  });
});

describe('at the edge of its period', () => {
  test.each([
    // Sunday, 28 February 2027, is the last day of the ISO week and of the month.
    ['day', '2027-02-27T23:59:59.999Z', '2027-02-28T00:00:00.000Z', '2027-03-01T00:00:00.000Z'],
    ['week', '2027-02-28T23:59:59.999Z', '2027-03-01T00:00:00.000Z', '2027-03-08T00:00:00.000Z'],
    ['week', '2027-01-03T23:59:59.999Z', '2027-01-04T00:00:00.000Z', '2027-01-11T00:00:00.000Z'],
    ['month', '2027-02-28T23:59:59.999Z', '2027-03-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z'],
    ['month', '2027-12-31T23:59:59.999Z', '2028-01-01T00:00:00.000Z', '2028-02-01T00:00:00.000Z'],
  ])('a %s budget that is used up at %s is full at %s', async (period, last, first, end) => {
    const { chat, expectStatus, call } = await scene();
    await clockStill(server, Date.parse(last), async () => {
      await expectStatus(200, 'PUT', '/ai/budgets', { period, amount_micro_usd: 10_000 });
      expect((await chat()).status).toBe(200);
      const used = await expectStatus(200, 'PUT', '/ai/budgets', { period, amount_micro_usd: 20 });
      expect(used).toMatchObject({ spent_micro_usd: 20, resets_at: first });
      const refused = await chat();
      expect([refused.status, refused.body.resets_at]).toEqual([402, first]);
    });
    await clockStill(server, Date.parse(first), async () => {
      expect((await call('GET', '/ai/budgets')).body.data).toMatchObject([
        { spent_micro_usd: 0, period_start: first, resets_at: end },
      ]);
      await expectStatus(200, 'PUT', '/ai/budgets', { period, amount_micro_usd: 10_000 });
      expect((await chat()).status).toBe(200);
      expect((await call('GET', '/ai/budgets')).body.data).toMatchObject([{ spent_micro_usd: 20 }]);
    });
  });

  test.each([
    ['day', '2027-02-10T23:59:00Z', '2027-02-11T00:00:00.000Z'],
    ['week', '2027-02-14T23:59:00Z', '2027-02-15T00:00:00.000Z'],
    ['month', '2027-02-28T23:59:00Z', '2027-03-01T00:00:00.000Z'],
  ])('a %s budget that was reset within its period still ends with the period', async (period, last, end) => {
    const { chat, expectStatus } = await scene();
    const id = await clockStill(server, Date.parse('2027-02-10T12:00:00Z'), async () => {
      const budget = await expectStatus(200, 'PUT', '/ai/budgets', { period, amount_micro_usd: 10_000 });
      expect((await chat()).status).toBe(200);
      expect(await expectStatus(200, 'POST', `/ai/budgets/${budget.id}/reset`)).toMatchObject({
        spent_micro_usd: 0,
        period_start: '2027-02-10T12:00:00.000Z',
        resets_at: end,
      });
      return budget.id as string;
    });
    await clockStill(server, Date.parse(last), async () => {
      expect((await chat()).status).toBe(200);
      expect(await expectStatus(200, 'GET', `/ai/budgets/${id}`)).toMatchObject({ spent_micro_usd: 20 });
    });
    await clockStill(server, Date.parse(end), async () => {
      expect(await expectStatus(200, 'GET', `/ai/budgets/${id}`)).toMatchObject({
        spent_micro_usd: 0,
        period_start: end,
      });
    });
  });
});
