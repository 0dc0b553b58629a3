import type { RequestContext } from '../context';
import { ApiError } from '../errors';
import type { LimitResult } from './gcra';

/** Adds the quota headers to the answer. Throws 429. */
export function requireQuota(ctx: Pick<RequestContext, 'actor' | 'reply'>, result: LimitResult): void {
  if (ctx.actor.type !== 'anonymous') ctx.reply.rate = result;
  if (result.allowed) return;
  throw new ApiError('rate_limited', {
    detail: `Try again in ${result.retryAfterSeconds} seconds.`,
    extra: { 'violated-policies': result.violated },
    headers: { 'Retry-After': String(result.retryAfterSeconds) },
  });
}

/** Charges the extra cost of a request. Throws 429. */
export function chargeMore(ctx: Pick<RequestContext, 'actor' | 'limits' | 'origin' | 'reply'>, cost: number): void {
  const { actor, limits, origin } = ctx;
  if (cost < 1 || actor.type === 'anonymous') return;
  const result =
    actor.type === 'key' ? limits.chargeKey(actor, origin.ip, cost) : limits.chargeSession(actor.sessionId, cost);
  requireQuota(ctx, result);
}

/** Charges the separate quota of click analytics. Throws 429. */
export function chargeAnalytics(ctx: Pick<RequestContext, 'actor' | 'limits' | 'reply'>): void {
  const { actor, limits, reply } = ctx;
  if (actor.type !== 'key') return;
  const result = limits.chargeAnalytics(actor.keyId);
  requireQuota(ctx, { ...result, policies: [...(reply.rate?.policies ?? []), ...result.policies] });
}
