import type { ErrorCode } from '../../shared/errors';
import { ApiError, type ErrorDetails } from '../errors';
import {
  actorIdOf,
  fingerprint,
  idempotencyKey,
  type IdempotentRequest,
  once,
  onceApart,
  replayOf,
  type StoredAnswer,
  withoutSecret,
} from '../idempotency/idempotency';
import type { CallContext } from '../services';
import type { Meta } from './meta';

interface Call {
  type: 'query' | 'mutation' | 'subscription';
  path: string;
  meta: Meta | undefined;
  getRawInput: () => Promise<unknown>;
}

/** Their keys belong to the person, who may be in no workspace. */
const OF_PEOPLE = new Set(['session', 'member', 'instance_admin']);
/** Errors of people who lost their access by the call itself: they left, or handed over their role. */
const OF_FORMER = new Set<ErrorCode>(['not_found', 'insufficient_role']);

/** Undefined for calls that are not stored. Public calls have no holder of a key. */
export async function keyedCall(
  ctx: CallContext,
  { type, path, meta, getRawInput }: Call,
): Promise<IdempotentRequest | undefined> {
  const access = meta?.access?.type;
  if (type !== 'mutation' || access === undefined || meta?.idempotency === 'none') return undefined;
  const isOfPeople = OF_PEOPLE.has(access) && ctx.actor.type === 'user';
  if (access !== 'scope' && !isOfPeople) return undefined;
  const key = idempotencyKey(ctx.idempotencyKey);
  if (key === undefined) return undefined;

  const actorId = actorIdOf(ctx.actor);
  const parts = ['trpc', path, JSON.stringify(await getRawInput()) ?? '', ctx.ifMatch ?? '', actorId];
  return isOfPeople
    ? {
        key,
        operationId: path,
        actorId,
        fingerprint: fingerprint([...parts, ctx.workspaceAsked ?? '']),
        holder: { kind: 'user', id: actorId },
      }
    : { key, operationId: path, actorId, fingerprint: fingerprint(parts) };
}

/**
 * A tRPC call under an Idempotency-Key. `work` runs it, in one transaction unless it is kept apart; `replayed` wraps a
 * stored value. A stored error is thrown.
 */
export async function onceAtTypedDoor<C extends CallContext, T extends { data: unknown }>(
  ctx: C,
  request: IdempotentRequest,
  meta: Meta | undefined,
  work: (ctx: C) => Promise<T>,
  replayed: (data: unknown) => T,
): Promise<T> {
  const result = await (meta?.idempotency === 'apart' ? onceApart : once)(
    ctx,
    request,
    async (inner) => {
      const answer = await work(inner);
      // `JSON.stringify` returns undefined for undefined, whatever its type says.
      const body = (JSON.stringify(answer.data) as string | undefined) ?? null;
      const whole = { status: 200, headers: { ...ctx.reply.headers }, body };
      return { answer, stored: withoutSecret(whole, answer.data, meta?.shownOnce) };
    },
    ({ code, status, details }) => ({ status, headers: {}, body: JSON.stringify({ code, details }) }),
  );
  return 'answer' in result ? result.answer : replayed(valueIn(ctx, result.replay));
}

/**
 * The stored result for a caller whom the guard now refuses, perhaps because of that call. Undefined where there is
 * none.
 */
export async function replayToFormer<T>(
  ctx: CallContext,
  call: Call,
  refusal: unknown,
  replayed: (data: unknown) => T,
): Promise<T | undefined> {
  if (!(refusal instanceof ApiError) || !OF_FORMER.has(refusal.code)) return undefined;
  const request = await keyedCall(ctx, call);
  const stored = request?.holder && (await replayOf(ctx, request));
  return stored && replayed(valueIn(ctx, stored));
}

function valueIn(ctx: CallContext, { status, headers, body }: StoredAnswer): unknown {
  ctx.reply.headers = { ...ctx.reply.headers, ...headers, 'Idempotent-Replayed': 'true' };
  if (status < 400) return body === null ? undefined : JSON.parse(body);
  const { code, details } = JSON.parse(body ?? '') as { code: ErrorCode; details: ErrorDetails };
  throw new ApiError(code, details);
}
