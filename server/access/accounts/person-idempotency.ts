import type { Store } from '../../db/database';
import { saveDone, replayOf } from '../../idempotency/idempotency';
import { replayedValue } from '../../idempotency/once-value';
import { idempotencyKey, idempotentRequest, type IdempotentRequest } from '../../idempotency/request';
import type { AccessRequest } from '../context';

/** The person has no account yet, but the idempotency key belongs to that person. */
interface PersonCall {
  operationId: string;
  /** What identifies the request, hashed where secret and without passwords. */
  parts: readonly string[];
}

function requestOf(
  ctx: AccessRequest,
  { operationId, parts }: PersonCall,
  userId: string,
): IdempotentRequest | undefined {
  const key = idempotencyKey(ctx.idempotencyKey);
  if (key === undefined) return undefined;
  return { ...idempotentRequest({ key, operationId, actorId: userId }, parts), holder: { kind: 'user', id: userId } };
}

/** The stored answer has no session. Throws 422 when the key belongs to another request. */
export async function findIdempotentAnswer<T>(ctx: AccessRequest, call: PersonCall, userId: string) {
  const request = requestOf(ctx, call, userId);
  const stored = request && (await replayOf(ctx, request));
  return stored && { answer: replayedValue(ctx, stored) as T };
}

/** Call it in the transaction of the effect. */
export async function saveIdempotentAnswer(
  ctx: AccessRequest,
  tx: Store,
  { userId, answer, ...call }: PersonCall & { userId: string; answer?: object },
): Promise<void> {
  const request = requestOf(ctx, call, userId);
  const body = answer === undefined ? null : JSON.stringify(answer);
  if (request) await saveDone(ctx, [tx, request, { status: 200, headers: {}, body }]);
}
