import { MAX_WAITING } from '../../shared/limits';
import type { Actor, RequestOrigin } from '../actor';
import { ApiError } from '../errors';
import type { LimitResult } from './gcra';
import type { Limits } from './limits';

interface LimitedCall {
  actor: Actor;
  limits: Limits;
  origin: RequestOrigin;
  reply: { rate?: LimitResult };
}

export const TOO_MANY_FAILURES = 'Too many failed requests from this IP address. Try again later.';

export const rateLimited = (
  { retryAfterSeconds }: Pick<LimitResult, 'retryAfterSeconds'>,
  detail = `Try again in ${retryAfterSeconds} seconds.`,
): ApiError => new ApiError('rate_limited', { detail, headers: { 'Retry-After': String(retryAfterSeconds) } });

/** Throws 429. */
export function requireRate(result: Pick<LimitResult, 'allowed' | 'retryAfterSeconds'>, detail?: string): void {
  if (!result.allowed) throw rateLimited(result, detail);
}

/** Throws 429. */
export function applyRate(ctx: Pick<LimitedCall, 'actor' | 'reply'>, result: LimitResult): void {
  if (ctx.actor.type !== 'anonymous') ctx.reply.rate = result;
  if (result.allowed) return;
  throw new ApiError('rate_limited', {
    detail: `Try again in ${result.retryAfterSeconds} seconds.`,
    extra: { 'violated-policies': result.violated },
    headers: { 'Retry-After': String(result.retryAfterSeconds) },
  });
}

/** Throws 429. */
export function chargeMore(ctx: Pick<LimitedCall, 'actor' | 'limits' | 'origin' | 'reply'>, cost: number): void {
  const { actor, limits, origin } = ctx;
  if (cost < 1 || actor.type === 'anonymous') return;
  const result =
    actor.type === 'key' ? limits.chargeKey(actor, origin, cost) : limits.chargeSession(actor.sessionId, cost);
  applyRate(ctx, result);
}

/** Throws 429. */
export function chargeAnalytics(ctx: Pick<LimitedCall, 'actor' | 'limits' | 'reply'>): void {
  const { actor, limits, reply } = ctx;
  if (actor.type !== 'key') return;
  const result = limits.chargeAnalytics(actor.keyId);
  applyRate(ctx, { ...result, policies: [...(reply.rate?.policies ?? []), ...result.policies] });
}

/** An empty answer would make the client poll in a loop. */
export const tooManyWaiting = (): ApiError =>
  new ApiError('rate_limited', {
    detail: `At most ${MAX_WAITING} requests of this workspace can wait at once. Repeat the request after \`Retry-After\`, or without \`wait_seconds\`.`,
    headers: { 'Retry-After': '1' },
  });
