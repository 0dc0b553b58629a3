import type { ScopedDb } from '../../db/scoped';
import type { ApiError } from '../../errors';
import { aiRequests } from '../schema';
import type { StartedCall, LedgerContext } from './ledger-context';
import { countDay } from './usage-days';

/** Replaces names that callers invent in the usage by model. */
const UNKNOWN_MODEL = 'unknown';

type RefusedCall = Omit<StartedCall, 'estimateMicroUsd' | 'idempotencyKey' | 'isFree'>;

export const recordRefusal = (ctx: LedgerContext, call: RefusedCall, error: ApiError): Promise<void> =>
  ctx.db.transaction((tx) => insertRefusal(tx, call, { error, now: ctx.now(), countedAs: UNKNOWN_MODEL }));

export async function insertRefusal(
  tx: ScopedDb,
  { id, keyId, source, endpoint, isStream, requestedModel }: RefusedCall,
  { error, now, countedAs }: { error: ApiError; now: Date; countedAs?: string },
): Promise<void> {
  const row = await tx.insert(aiRequests, {
    id,
    keyId,
    source,
    endpoint,
    isStream,
    requestedModel,
    outcome: 'refused',
    status: error.status,
    errorCode: error.code,
    reservedMicroUsd: 0,
    budgetIds: [],
    latencyMs: 0,
    createdAt: now,
    endedAt: now,
  });
  await countDay(tx, row, countedAs);
}
