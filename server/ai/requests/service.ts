import { and, eq, gt, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';

import { AiRequest, type AiRequestId, type ListAiRequests } from '../../../shared/ai/request-log';
import type { Page } from '../../../shared/page';
import { audit } from '../../access';
import { given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { pageOfRows } from '../../paging';
import { presentAs } from '../../present-as';
import type { AiContext } from '../context';
import { lockBudgets, writeBudget } from '../gateway/budgets';
import type { Price } from '../gateway/cost';
import { usageDayOf } from '../gateway/usage-days';
import { aiRequests, aiUsageDays } from '../schema';

type Row = typeof aiRequests.$inferSelect;

export async function listAiRequests(ctx: AiContext, input: ListAiRequests): Promise<Page<AiRequest>> {
  const { limit, cursor, ...filters } = input;
  return pageOfRows(ctx.db, aiRequests, { limit, cursor, where: whereOf(input), filters }, (rows) => rows.map(present));
}

export async function getAiRequest(ctx: AiContext, { request_id }: AiRequestId): Promise<AiRequest> {
  return present(await ctx.db.require(aiRequests, request_id));
}

/** Takes the cost out of the budgets and the usage, once. Throws 409 while the call runs. */
export function voidAiRequest(ctx: AiContext, { request_id }: AiRequestId): Promise<AiRequest> {
  return ctx.db.transaction(async (tx) => {
    const row = await tx.require(aiRequests, request_id, { lock: true });
    if (row.endedAt === null)
      throw new ApiError('invalid_state', 'The call is still running. Void it when it has ended.');
    if (row.voidedAt !== null) return present(row);

    const isOpen = and(eq(aiRequests.id, row.id), isNull(aiRequests.voidedAt));
    const [voided] = await tx.update(aiRequests, isOpen, { voidedAt: ctx.now() });
    if (!voided) return present(row);
    await refund(tx, row, row.endedAt);
    await audit(
      ctx,
      tx,
      'ai_request.voided',
      { type: 'ai_request', id: row.id, label: row.modelId ?? row.requestedModel },
      { before: { cost_micro_usd: row.costMicroUsd }, after: { cost_micro_usd: 0 } },
    );
    return present(voided);
  });
}

async function refund(tx: ScopedDb, row: Row, endedAt: Date): Promise<void> {
  for (const budget of await lockBudgets(tx, row.keyId)) {
    // The cost was charged to the period in which the call ended, and a reset has dropped it.
    if (endedAt < budget.periodStart) continue;
    await writeBudget(tx, { ...budget, spentMicroUsd: Math.max(0, budget.spentMicroUsd - row.costMicroUsd) });
  }
  const { day, keyId, modelId } = usageDayOf(row);
  const isDay = and(eq(aiUsageDays.day, day), eq(aiUsageDays.keyId, keyId), eq(aiUsageDays.modelId, modelId));
  await tx.update(aiUsageDays, isDay, { costMicroUsd: sql`${aiUsageDays.costMicroUsd} - ${row.costMicroUsd}` });
}

function whereOf(input: ListAiRequests): SQL | undefined {
  const { key_id, model, provider, outcome, source, created_after, created_before } = input;
  return and(
    given(key_id, (id) => eq(aiRequests.keyId, id)),
    given(model, (id) =>
      or(eq(aiRequests.modelId, id), and(isNull(aiRequests.modelId), eq(aiRequests.requestedModel, id))),
    ),
    given(provider, (slug) => eq(aiRequests.providerSlug, slug)),
    given(outcome, (names) => inArray(aiRequests.outcome, names)),
    given(source, (name) => eq(aiRequests.source, name)),
    given(created_after, (time) => gt(aiRequests.createdAt, new Date(time))),
    given(created_before, (time) => lt(aiRequests.createdAt, new Date(time))),
  );
}

const present = (row: Row): AiRequest =>
  presentAs(AiRequest, row, {
    key_id: row.keyId || null,
    cost_status: costStatusOf(row),
    audio_seconds: row.audioMs / 1000,
    price: row.price && row.priceVersion !== null ? presentPrice(row.price, row.priceVersion) : null,
  });

const presentPrice = (
  { prompt, completion, request, cacheRead, cacheWrite, audioMinute }: Price,
  version: string,
): AiRequest['price'] => ({
  version,
  prompt,
  completion,
  request,
  input_cache_read: cacheRead,
  input_cache_write: cacheWrite,
  audio_minute: audioMinute,
});

function costStatusOf({ modelId, price, estimated }: Row): AiRequest['cost_status'] {
  if (modelId !== null && price === null) return 'price_unknown';
  return estimated ? 'estimated' : 'exact';
}
