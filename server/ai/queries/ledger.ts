import { runStatement, timeFromDatabase, type Value } from '../../db/database';
import { insertRows } from '../../db/insert-new';
import type { ScopedDb } from '../../db/scoped';
import { placeholders } from '../../db/sql-text';
import { boundValue } from '../../db/table-shape';
import { aiRequests, aiUsageDays } from '../schema';
import { type AiCounters, COUNTERS } from './usage';

/** SQL as text: these statements run for every call of a model, and would take longer to build than to run. */

type Call = typeof aiRequests.$inferSelect;
type NewCall = Omit<typeof aiRequests.$inferInsert, 'workspaceId'>;

const ANY_BUDGET = `select 1 from ai_budgets where workspace_id = $1 and key_id in ('', $2) limit 1`;

export async function hasBudget({ store, workspaceId }: ScopedDb, keyId: string): Promise<boolean> {
  return (await runStatement(store, ANY_BUDGET, [workspaceId, keyId])).length > 0;
}

export const insertCall = ({ store, workspaceId }: ScopedDb, call: NewCall): Promise<void> =>
  insertRows(store, aiRequests, [{ ...call, workspaceId }]);

const ENDED = [
  'modelId',
  'providerSlug',
  'attempts',
  'outcome',
  'status',
  'errorCode',
  'promptTokens',
  'completionTokens',
  'cachedTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'audioMs',
  'costMicroUsd',
  'estimated',
  'price',
  'priceVersion',
  'latencyMs',
  'firstTokenMs',
  'endedAt',
] as const satisfies readonly (keyof Call)[];

const END_CALL = `update ai_requests
  set ${ENDED.map((key, index) => `${aiRequests[key].name} = $${index + 4}`).join(', ')},
    lease_owner = null, idempotency_key = case when $3 = 1 then idempotency_key end
  where workspace_id = $1 and id = $2 and outcome = 'running'
  returning created_at, requested_model`;

export type CallBegin = Pick<Call, 'createdAt' | 'requestedModel'>;

export interface CallEnd extends Pick<Call, (typeof ENDED)[number]> {
  id: string;
  keepsIdempotencyKey: boolean;
}

/** Undefined if the call has already ended. */
export async function endCall({ store, workspaceId }: ScopedDb, end: CallEnd): Promise<CallBegin | undefined> {
  const values = ENDED.map((key) => boundValue(aiRequests[key], end[key]) as Value);
  const [row] = await runStatement(store, END_CALL, [workspaceId, end.id, Number(end.keepsIdempotencyKey), ...values]);
  return row && { createdAt: new Date(timeFromDatabase(row[0])), requestedModel: String(row[1]) };
}

const COUNTS = COUNTERS.map((key) => aiUsageDays[key].name);
const COUNT_CALL = `insert into ai_usage_days (workspace_id, day, key_id, model_id, ${COUNTS.join(', ')})
  values ($1, $2, $3, $4, ${placeholders(COUNTS, 5)})
  on conflict (workspace_id, day, key_id, model_id)
  do update set ${COUNTS.map((name) => `${name} = ai_usage_days.${name} + excluded.${name}`).join(', ')}`;

export async function countCall(
  { store, workspaceId }: ScopedDb,
  { day, keyId, modelId }: Pick<typeof aiUsageDays.$inferSelect, 'day' | 'keyId' | 'modelId'>,
  added: AiCounters,
): Promise<void> {
  const counts = COUNTERS.map((key) => added[key]);
  await runStatement(store, COUNT_CALL, [workspaceId, day, keyId, modelId, ...counts]);
}
