import { FREE } from '../../server/ai/gateway/cost';
import { aiBudgets, aiRequests } from '../../server/ai/schema';
import { queries, type Store } from '../../server/db/database';
import { newId } from '../../shared/ids';
import { database } from '../support/app';

type CallColumns = Partial<typeof aiRequests.$inferInsert>;

/** A finished call straight in the ledger. */
export async function seedAiRequest(workspaceId: string, columns: CallColumns = {}, on: Store = database) {
  const id = newId('req');
  const now = new Date();
  await queries(on)
    .insert(aiRequests)
    .values({
      id,
      workspaceId,
      keyId: '',
      source: 'api',
      endpoint: 'chat_completions',
      isStream: false,
      requestedModel: 'p/m',
      modelId: 'p/m',
      providerSlug: 'p',
      attempts: 1,
      outcome: 'succeeded',
      status: 200,
      promptTokens: 10,
      completionTokens: 5,
      costMicroUsd: 20,
      reservedMicroUsd: 100,
      budgetIds: [],
      price: { ...FREE, prompt: '0.000001', completion: '0.000002' },
      priceVersion: '3f1c0a9be2d47786',
      latencyMs: 120,
      firstTokenMs: 30,
      createdAt: now,
      endedAt: now,
      ...columns,
    });
  return id;
}

export async function seedBudget(
  workspaceId: string,
  columns: Partial<typeof aiBudgets.$inferInsert> = {},
  on: Store = database,
) {
  const id = newId('bud');
  const now = new Date();
  await queries(on)
    .insert(aiBudgets)
    .values({
      id,
      workspaceId,
      keyId: '',
      period: 'month',
      amountMicroUsd: 1_000_000,
      warnAtPercent: 80,
      periodStart: now,
      createdAt: now,
      updatedAt: now,
      ...columns,
    });
  return id;
}

/** Two calls and three budgets, one of which can be deleted. */
export async function addAiFixtures(workspaceId: string, keyId: string, on: Store = database) {
  const request = await seedAiRequest(workspaceId, { keyId }, on);
  await seedAiRequest(workspaceId, {}, on);
  const budget = await seedBudget(workspaceId, {}, on);
  await seedBudget(workspaceId, { period: 'week' }, on);
  return { request, budget, spareBudget: await seedBudget(workspaceId, { period: 'lifetime' }, on) };
}

/** Ids with which requests succeed, as the contract’s tests name them. */
export const knownAiIds = (of: Awaited<ReturnType<typeof addAiFixtures>>): Record<string, string[]> => ({
  budget_id: [of.budget],
  'ai_budgets_delete.budget_id': [of.spareBudget],
  'ai_requests_get.request_id': [of.request],
  'ai_requests_void.request_id': [of.request],
});
