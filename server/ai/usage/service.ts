import { type AiUsage, type GetAiUsage, MAX_AI_USAGE_POINTS } from '../../../shared/ai/usage';
import { DAY_MS } from '../../../shared/durations';
import { ApiError } from '../../errors';
import { utcDay } from '../../times';
import type { AiContext } from '../context';
import { type AiCounters, COUNTERS, readAiUsage } from '../queries/usage';

const DEFAULT_DAYS = 30;

/** Throws 422 for too many points. */
export async function getAiUsage(ctx: AiContext, input: GetAiUsage): Promise<AiUsage> {
  const { group_by: groups } = input;
  const end = Math.ceil((input.to === undefined ? ctx.now().getTime() + 1 : Date.parse(input.to)) / DAY_MS);
  const start = input.from === undefined ? end - DEFAULT_DAYS : Math.floor(Date.parse(input.from) / DAY_MS);
  if (start >= end) throw new ApiError('unprocessable', '`from` must be earlier than `to`.');
  const [from, to] = [new Date(start * DAY_MS), new Date(end * DAY_MS)];

  const range = {
    workspaceId: ctx.workspaceId,
    from: utcDay(from),
    until: utcDay(to),
    keyId: input.key_id,
    modelId: input.model,
  };
  const by = { day: groups.includes('day'), key: groups.includes('key'), model: groups.includes('model') };
  const rows = await readAiUsage(ctx.store, { ...range, by, limit: MAX_AI_USAGE_POINTS + 1 });
  if (rows.length > MAX_AI_USAGE_POINTS) {
    throw new ApiError(
      'unprocessable',
      `The response would have more than ${MAX_AI_USAGE_POINTS} points. Request a shorter period or fewer groups.`,
    );
  }
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    group_by: [...new Set(groups)],
    totals: present(totalOf(rows)),
    data: rows
      .filter(({ requests }) => requests > 0)
      .map((row) => ({ day: row.day, key_id: row.keyId || null, model_id: row.modelId, ...present(row) })),
  };
}

const totalOf = (rows: readonly AiCounters[]): AiCounters =>
  Object.fromEntries(COUNTERS.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as AiCounters;

const present = (row: AiCounters): AiUsage['totals'] => ({
  requests: row.requests,
  failures: row.failures,
  prompt_tokens: row.promptTokens,
  completion_tokens: row.completionTokens,
  cached_tokens: row.cachedTokens,
  reasoning_tokens: row.reasoningTokens,
  cost_micro_usd: row.costMicroUsd,
  estimated_requests: row.estimatedRequests,
  unpriced_requests: row.unpricedRequests,
});
