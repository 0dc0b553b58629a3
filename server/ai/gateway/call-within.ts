import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import type { JsonObject } from '../../json-object';
import type { GatewayContext } from './context';
import type { TokenUsage } from './form';
import type { CallResult } from './ledger';
import type { GatewayRoute, ModelCall } from './route';
import { serveCall } from './serve';

export interface CallAccount<Answer> {
  /** The call also counts towards the budgets of this key; empty for none. */
  keyId?: string;
  /** Runs in the transaction that charges the answer, and returns the events to emit. */
  record?: (tx: ScopedDb, answer: Answer) => Promise<NewEvent[]>;
}

interface WholeAnswer {
  /** The row in the ledger. */
  requestId: string;
  json: JsonObject | undefined;
  modelId: string;
  usage: TokenUsage;
}

interface OwnCall {
  route: GatewayRoute<never>;
  call: ModelCall;
}

/** A call of this server itself. What `read` throws for an answer is thrown after the answer is charged. */
export async function callWithin<Answer>(
  ctx: GatewayContext,
  { route, call }: OwnCall,
  { keyId = '', record }: CallAccount<Answer>,
  read: (answer: WholeAnswer) => Answer,
): Promise<Answer> {
  const requestId = newId(ID_PREFIXES.request);
  const answerOf = ({ json, modelId }: Pick<WholeAnswer, 'json' | 'modelId'>, { usage }: CallResult): Answer =>
    read({ requestId, json, modelId, usage });
  const served = await serveCall(ctx, route, call, {
    id: requestId,
    keyId,
    source: 'automation',
    idempotencyKey: null,
    ...(record ? { record: (tx, answer, result) => record(tx, answerOf(answer, result)) } : {}),
  });
  return answerOf(served, await served.result);
}
