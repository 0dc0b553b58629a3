import { MINUTE_MS } from '../../shared/durations';
import { monotonic } from '../clock';

const MAX_BUCKETS = 100_000;
const SWEEP_MS = MINUTE_MS;
/** Between sweeps of a full table the oldest bucket is dropped. */
const FULL_SWEEP_MS = 1000;
/** Rounding of fractions would otherwise refuse the last of `requests`. */
const ROUNDING_MS = 1e-3;

/** Create it once for each key or workspace. */
export interface RatePolicy {
  readonly name: string;
  readonly requests: number;
  readonly windowMs: number;
  readonly text: string;
  readonly prefix: string;
  readonly windowSeconds: number;
}

export interface Demand {
  bucket: string;
  policy: RatePolicy;
}

interface PolicyState {
  policy: RatePolicy;
  name: string;
  q: number;
  w: number;
  r: number;
  t: number;
}

export interface LimitResult {
  allowed: boolean;
  policies: PolicyState[];
  /** 0 when allowed; otherwise whole seconds with up to 20 % jitter. */
  retryAfterSeconds: number;
  violated: string[];
}

export interface LimiterOptions {
  now?: () => number;
  random?: () => number;
  maxBuckets?: number;
  processes?: () => number;
}

export type Limiter = ReturnType<typeof createLimiter>;

/** `name` becomes a quoted string in headers: letters, digits, `_` and `-`. */
export function createRatePolicy(name: string, requests: number, windowSeconds: number): RatePolicy {
  return {
    name,
    requests,
    windowSeconds,
    windowMs: windowSeconds * 1000,
    text: `"${name}";q=${requests};w=${windowSeconds}`,
    prefix: `"${name}";r=`,
  };
}

/** Small numbers stay exact, unlike an absolute timestamp. */
interface Cell {
  debt: number;
  at: number;
}

/** GCRA in memory: the debt of a bucket is `tat − now` of the algorithm. */
export function createLimiter({
  now = monotonic,
  random = Math.random,
  maxBuckets = MAX_BUCKETS,
  processes = () => 1,
}: LimiterOptions = {}) {
  const buckets = new Map<string, Cell>();
  let sweptAt = now();

  function sweep(time: number): void {
    sweptAt = time;
    for (const [id, cell] of buckets) if (cell.at + cell.debt <= time) buckets.delete(id);
  }

  function charge(id: string, debt: number, time: number): void {
    const cell = buckets.get(id);
    if (cell) {
      cell.debt = debt;
      cell.at = time;
      return;
    }
    if (buckets.size >= maxBuckets) evictOne(time);
    buckets.set(id, { debt, at: time });
  }

  function evictOne(time: number): void {
    if (time - sweptAt >= FULL_SWEEP_MS) sweep(time);
    if (buckets.size < maxBuckets) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  }

  /** At most the window, so that a raised quota takes effect at once. */
  function debtOf(id: string, time: number, policy: RatePolicy): number {
    const cell = buckets.get(id);
    return cell === undefined ? 0 : Math.min(policy.windowMs, Math.max(0, cell.debt - (time - cell.at)));
  }

  function run(demands: readonly Demand[], charging: boolean, cost = 1): LimitResult {
    const time = now();
    const count = processes();
    if (time - sweptAt >= SWEEP_MS) sweep(time);

    const violated: string[] = [];
    let wait = 0;
    for (const { bucket, policy } of demands) {
      const early = debtOf(bucket, time, policy) + costOf(policy, count, cost) - policy.windowMs;
      if (early <= ROUNDING_MS) continue;
      violated.push(policy.name);
      wait = Math.max(wait, seconds(early));
    }

    const allowed = violated.length === 0;
    const policies: PolicyState[] = [];
    for (const { bucket, policy } of demands) {
      const debt = debtOf(bucket, time, policy);
      const next = debt + costOf(policy, count, cost);
      if (next - policy.windowMs > ROUNDING_MS) {
        policies.push(stateOf(policy, 0, seconds(next - policy.windowMs)));
      } else if (allowed && charging) {
        charge(bucket, next, time);
        policies.push(stateAt(policy, count, next));
      } else {
        policies.push(stateAt(policy, count, debt));
      }
    }
    return { allowed, policies, violated, retryAfterSeconds: allowed ? 0 : wait + jitter(wait, random()) };
  }

  return {
    /** Charges all buckets or none. Each bucket may occur once. */
    take: (demands: readonly Demand[], cost = 1): LimitResult => run(demands, true, cost),
    peek: (demands: readonly Demand[]): LimitResult => run(demands, false),
    size: (): number => buckets.size,
  };
}

/** In milliseconds. Each process grants at least one request per window. */
const unitOf = ({ requests, windowMs }: RatePolicy, processes: number): number =>
  windowMs / Math.max(1, Math.floor(requests / processes));

function costOf(policy: RatePolicy, processes: number, cost: number): number {
  const unit = unitOf(policy, processes);
  return cost === 1 ? unit : Math.min(policy.windowMs - unit, unit * cost);
}

/** With `Retry-After`, which errors have themselves. */
export const rateLimitHeaders = (result: LimitResult): Record<string, string> =>
  result.allowed ? rateHeaders(result) : { ...rateHeaders(result), 'Retry-After': String(result.retryAfterSeconds) };

/** The same names for every result of a caller. */
export function rateHeaders(result: LimitResult): Record<string, string> {
  let policyText = '';
  let limitText = '';
  let tightest: PolicyState | undefined;
  for (const state of result.policies) {
    const separator = policyText === '' ? '' : ', ';
    policyText += separator + state.policy.text;
    limitText += `${separator}${state.policy.prefix}${state.r};t=${state.t}`;
    if (!tightest || state.r < tightest.r || (state.r === tightest.r && state.t > tightest.t)) tightest = state;
  }
  if (!tightest) return {};

  return {
    'RateLimit-Policy': policyText,
    RateLimit: limitText,
    'X-RateLimit-Limit': String(tightest.q),
    'X-RateLimit-Remaining': String(tightest.r),
    'X-RateLimit-Reset': String(tightest.t),
  };
}

const stateAt = (policy: RatePolicy, processes: number, debt: number): PolicyState =>
  stateOf(policy, Math.max(0, Math.floor((policy.windowMs - debt) / unitOf(policy, processes) + 1e-6)), seconds(debt));

const stateOf = (policy: RatePolicy, r: number, t: number): PolicyState => ({
  policy,
  name: policy.name,
  q: policy.requests,
  w: policy.windowSeconds,
  r,
  t,
});

const seconds = (ms: number): number => Math.max(0, Math.ceil((ms - ROUNDING_MS) / 1000));

/** In whole seconds. */
const jitter = (wait: number, random: number): number => Math.floor(random * (Math.floor(wait / 5) + 1));
