import { addressKey } from './client-address';
import { createLimiter, createRatePolicy, type LimiterOptions, type LimitResult } from './gcra';

const FAILURES = createRatePolicy('ip', 60, 60);
export const DEAD_LINKS = createRatePolicy('links', 10, 3600);
export const LEAK_REPORTS = createRatePolicy('reports', 60, 3600);

export interface FailureBucket {
  /** Charges nothing. Call it before work that uses the database. */
  check(ip: string): LimitResult;
  /** One failed authentication, or one call of a public route. */
  charge(ip: string): LimitResult;
}

export function createFailureBucket(options: LimiterOptions = {}, policy = FAILURES): FailureBucket {
  const limiter = createLimiter(options);
  const demandOf = (ip: string) => [{ bucket: addressKey(ip), policy }];
  return {
    check: (ip) => limiter.peek(demandOf(ip)),
    charge: (ip) => limiter.take(demandOf(ip)),
  };
}
