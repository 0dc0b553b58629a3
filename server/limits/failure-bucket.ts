import { addressKey } from './client-address';
import { createLimiter, createPolicy, type Demand, type LimiterOptions, type LimitResult } from './gcra';

const POLICY = createPolicy('ip', 60, 60);

export interface FailureBucket {
  /** Whether the address may still fail; charges nothing. Ask before work that reaches the database. */
  judge(ip: string): LimitResult;
  /** One failed authentication, or one call of a public route. */
  charge(ip: string): LimitResult;
}

const demandOf = (ip: string): Demand[] => [{ bucket: addressKey(ip), policy: POLICY }];

/** 60 failures a minute for an IPv4 address or an IPv6 /64 (identity.md §9). */
export function createFailureBucket(options: LimiterOptions = {}): FailureBucket {
  const limiter = createLimiter(options);
  return {
    judge: (ip) => limiter.peek(demandOf(ip)),
    charge: (ip) => limiter.take(demandOf(ip)),
  };
}
