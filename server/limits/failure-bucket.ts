import { addressKey } from './client-address';
import { createLimiter, createPolicy, type LimiterOptions, type LimitResult } from './gcra';

const FAILURES = createPolicy('ip', 60, 60);
/** Invalid or expired one-time links. */
export const DEAD_LINKS = createPolicy('links', 10, 3600);
export const LEAK_REPORTS = createPolicy('reports', 60, 3600);

export interface FailureBucket {
  /** Whether the address may still fail; charges nothing. Check before work that uses the database. */
  judge(ip: string): LimitResult;
  /** One failed authentication, or one call of a public route. */
  charge(ip: string): LimitResult;
}

/** Failures of an IPv4 address or an IPv6 /64: 60 a minute by default. */
export function createFailureBucket(options: LimiterOptions = {}, policy = FAILURES): FailureBucket {
  const limiter = createLimiter(options);
  const demandOf = (ip: string) => [{ bucket: addressKey(ip), policy }];
  return {
    judge: (ip) => limiter.peek(demandOf(ip)),
    charge: (ip) => limiter.take(demandOf(ip)),
  };
}
