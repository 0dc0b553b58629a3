import type { Store } from '../../db/database';
import { fingerprint, idempotencyKey, type IdempotentRequest, keepDone, replayOf } from '../../idempotency/idempotency';
import type { AccessRequest } from '../context';

/** A call by somebody who may be nobody yet: its key is that of the person whom it makes or changes. */
export interface PersonCall {
  operationId: string;
  /** What makes two calls the same, as hashes where it is secret. No password: nothing is kept of one. */
  parts: readonly string[];
}

function requestOf(ctx: AccessRequest, { operationId, parts }: PersonCall, userId: string) {
  const key = idempotencyKey(ctx.idempotencyKey);
  if (key === undefined) return undefined;
  const own = fingerprint([operationId, ...parts]);
  return { key, operationId, actorId: userId, fingerprint: own, holder: { kind: 'user', id: userId } } as const;
}

/**
 * What an earlier call under the same Idempotency-Key answered. It comes without a session: the cookie was in the first
 * answer alone. Throws 422 where the key was another call’s.
 */
export async function answeredBefore<T>(ctx: AccessRequest, call: PersonCall, userId: string) {
  const request: IdempotentRequest | undefined = requestOf(ctx, call, userId);
  const stored = request && (await replayOf(ctx, request));
  if (!stored) return undefined;
  ctx.reply.headers = { ...ctx.reply.headers, 'Idempotent-Replayed': 'true' };
  return { answer: (stored.body === null ? undefined : JSON.parse(stored.body)) as T };
}

/** Keeps what a call answers, in the transaction of its effect. */
export async function keepAnswered(
  ctx: AccessRequest,
  tx: Store,
  { userId, answer, ...call }: PersonCall & { userId: string; answer?: object },
): Promise<void> {
  const request = requestOf(ctx, call, userId);
  const body = answer === undefined ? null : JSON.stringify(answer);
  if (request) await keepDone(ctx, [tx, request, { status: 200, headers: {}, body }]);
}
