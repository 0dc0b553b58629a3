import type { ErrorCode } from '../../shared/errors';
import type { RequestContext } from '../context';
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
} from '../idempotency';
import type { Meta } from './meta';

interface Call {
  type: 'query' | 'mutation' | 'subscription';
  path: string;
  meta: Meta | undefined;
  getRawInput: () => Promise<unknown>;
}

/** What people do and keys cannot: its keys are the person’s, who may be in no workspace or, by it, no longer in one. */
const OF_PEOPLE = new Set(['session', 'member', 'instance_admin']);
/** Refusals of somebody whose part a call has ended: who left is told of no workspace, who handed over has another role. */
const OF_FORMER = new Set<ErrorCode>(['not_found', 'insufficient_role']);

/** A call that is kept for replays; undefined for others. Calls of anybody have no holder of a key. */
export async function keyedCall(
  ctx: RequestContext,
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
 * A call at the typed door under an Idempotency-Key. `work` runs it, in one transaction unless it is kept apart, and
 * returns its value, or throws; `replayed` makes the result of a value that an earlier call stored. An error that was
 * stored is thrown.
 */
export async function onceAtTypedDoor<C extends RequestContext, T extends { data: unknown }>(
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
      // Of nothing there is no text, whatever the type says.
      const body = (JSON.stringify(answer.data) as string | undefined) ?? null;
      const whole = { status: 200, headers: { ...ctx.reply.headers }, body };
      return { answer, stored: withoutSecret(whole, answer.data, meta?.shownOnce) };
    },
    ({ code, status, details }) => ({ status, headers: {}, body: JSON.stringify({ code, details }) }),
  );
  return 'answer' in result ? result.answer : replayed(valueIn(ctx, result.replay));
}

/**
 * The result of an earlier call for somebody whom the guard refuses by now: the first call itself may have ended what
 * it needed. Undefined where there is none.
 */
export async function replayToFormer<T>(
  ctx: RequestContext,
  call: Call,
  refusal: unknown,
  replayed: (data: unknown) => T,
): Promise<T | undefined> {
  if (!(refusal instanceof ApiError) || !OF_FORMER.has(refusal.code)) return undefined;
  const request = await keyedCall(ctx, call);
  const stored = request?.holder && (await replayOf(ctx, request));
  return stored && replayed(valueIn(ctx, stored));
}

function valueIn(ctx: RequestContext, { status, headers, body }: StoredAnswer): unknown {
  ctx.reply.headers = { ...ctx.reply.headers, ...headers, 'Idempotent-Replayed': 'true' };
  if (status < 400) return body === null ? undefined : JSON.parse(body);
  const { code, details } = JSON.parse(body ?? '') as { code: ErrorCode; details: ErrorDetails };
  throw new ApiError(code, details);
}
