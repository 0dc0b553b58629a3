import { monotonic } from '../clock';

const MAX_BUCKETS = 100_000;
const SWEEP_MS = 60_000;
/** A full table is swept again after this long at the soonest; in between the oldest bucket makes room. */
const FULL_SWEEP_MS = 1000;
/** Fractions do not always add up to the window: without it the last of `requests` would be refused. */
const ROUNDING_MS = 1e-3;

/** A quota with its header texts. Make it once a key or workspace and keep it: `take` reads it on every request. */
export interface Policy {
  readonly name: string;
  readonly requests: number;
  readonly windowMs: number;
  /** `"key";q=600;w=60` */
  readonly text: string;
  /** `"key";r=` */
  readonly prefix: string;
  readonly windowSeconds: number;
}

/** A bucket of a policy. Ids are the bucket's identity across all policies: `key_…`, `ws_…`, or with a prefix. */
export interface Demand {
  bucket: string;
  policy: Policy;
}

/** State of a policy after the request: quota, window, remaining requests, seconds until it is whole (or usable). */
interface PolicyState {
  policy: Policy;
  name: string;
  q: number;
  w: number;
  r: number;
  t: number;
}

export interface LimitResult {
  allowed: boolean;
  policies: PolicyState[];
  /** 0 when allowed, else whole seconds after which the request passes, with up to 20 % of jitter. */
  retryAfterSeconds: number;
  /** Names of the policies that refused. */
  violated: string[];
}

export interface LimiterOptions {
  /** Monotonic milliseconds. */
  now?: () => number;
  /** From 0 up to 1. */
  random?: () => number;
  maxBuckets?: number;
  /** How many processes share each quota: every one accepts its part. */
  processes?: () => number;
}

export type Limiter = ReturnType<typeof createLimiter>;

/** `name` goes into headers as a quoted string: letters, digits, `_` and `-`. */
export function createPolicy(name: string, requests: number, windowSeconds: number): Policy {
  return {
    name,
    requests,
    windowSeconds,
    windowMs: windowSeconds * 1000,
    text: `"${name}";q=${requests};w=${windowSeconds}`,
    prefix: `"${name}";r=`,
  };
}

/** Kept as a debt and the time it was noted: small numbers stay exact however long the process runs. */
interface Cell {
  /** Time until the bucket is whole again, in milliseconds after `at`. */
  debt: number;
  at: number;
}

/**
 * GCRA in memory: per bucket one debt, `tat − now` of the algorithm. A request passes every bucket or
 * charges none.
 */
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
    if (buckets.size >= maxBuckets) makeRoom(time);
    buckets.set(id, { debt, at: time });
  }

  function makeRoom(time: number): void {
    if (time - sweptAt >= FULL_SWEEP_MS) sweep(time);
    if (buckets.size < maxBuckets) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  }

  /** Never more than the window: a quota that was raised holds at once. */
  function debtOf(id: string, time: number, policy: Policy): number {
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
    /** Judges every bucket, then charges all or none. A bucket stands in one demand only. */
    take: (demands: readonly Demand[], cost = 1): LimitResult => run(demands, true, cost),
    /** The same judgement, charging nothing; `r` counts what is there now. */
    peek: (demands: readonly Demand[]): LimitResult => run(demands, false),
    /** Buckets in memory. */
    size: (): number => buckets.size,
  };
}

/** Time that one request costs one of `processes`. Each accepts at least one request a window. */
const unitOf = ({ requests, windowMs }: Policy, processes: number): number =>
  windowMs / Math.max(1, Math.floor(requests / processes));

/** Time that a request takes; one that counts as several takes no more than what the request itself has left. */
function costOf(policy: Policy, processes: number, cost: number): number {
  const unit = unitOf(policy, processes);
  return cost === 1 ? unit : Math.min(policy.windowMs - unit, unit * cost);
}

/** Headers of a result; the `X-RateLimit-*` trio tells the tightest policy, its reset in seconds from now. */
export function rateLimitHeaders(result: LimitResult): Record<string, string> {
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

  const headers: Record<string, string> = {
    'RateLimit-Policy': policyText,
    RateLimit: limitText,
    'X-RateLimit-Limit': String(tightest.q),
    'X-RateLimit-Remaining': String(tightest.r),
    'X-RateLimit-Reset': String(tightest.t),
  };
  if (!result.allowed) headers['Retry-After'] = String(result.retryAfterSeconds);
  return headers;
}

/** State of a bucket that is whole again after `debt` milliseconds. */
const stateAt = (policy: Policy, processes: number, debt: number): PolicyState =>
  stateOf(policy, Math.max(0, Math.floor((policy.windowMs - debt) / unitOf(policy, processes) + 1e-6)), seconds(debt));

const stateOf = (policy: Policy, r: number, t: number): PolicyState => ({
  policy,
  name: policy.name,
  q: policy.requests,
  w: policy.windowSeconds,
  r,
  t,
});

/** Whole seconds, never short of the time but for the rounding. */
const seconds = (ms: number): number => Math.max(0, Math.ceil((ms - ROUNDING_MS) / 1000));

/** 0 to a fifth of the wait, whole seconds, each equally likely. */
const jitter = (wait: number, random: number): number => Math.floor(random * (Math.floor(wait / 5) + 1));
