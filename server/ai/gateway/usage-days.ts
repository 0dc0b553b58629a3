import type { ScopedDb } from '../../db/scoped';
import { utcDay } from '../../times';
import { type CallBegin, type CallEnd, countCall } from '../queries/ledger';

type EndedCall = CallBegin & Pick<CallEnd, 'endedAt' | 'modelId'> & { keyId: string };

/** Counted by its end, as in budgets. */
export const usageDayOf = ({ endedAt, createdAt, keyId, modelId, requestedModel }: EndedCall, countedAs?: string) => ({
  day: utcDay(endedAt ?? createdAt),
  keyId,
  modelId: countedAs ?? modelId ?? requestedModel,
});

type CountedCall = EndedCall & Omit<CallEnd, 'id' | 'keepsIdempotencyKey'>;

export const countDay = (tx: ScopedDb, call: CountedCall, countedAs?: string): Promise<void> =>
  countCall(tx, usageDayOf(call, countedAs), {
    requests: 1,
    failures: call.outcome === 'succeeded' || call.outcome === 'client_closed' ? 0 : 1,
    promptTokens: call.promptTokens,
    completionTokens: call.completionTokens,
    cachedTokens: call.cachedTokens,
    reasoningTokens: call.reasoningTokens,
    costMicroUsd: call.costMicroUsd,
    estimatedRequests: call.estimated ? 1 : 0,
    unpricedRequests: call.modelId !== null && call.price === null ? 1 : 0,
  });
