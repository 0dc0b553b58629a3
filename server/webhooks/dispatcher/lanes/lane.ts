import { MINUTE_MS } from '../../../../shared/durations';
import type { AttemptCode } from '../../../../shared/webhooks/deliveries';

export type ResultClass = 'success' | 'transport' | 'answer' | 'blocked' | 'uncounted';

/** The receiver or its proxy cannot work at all. */
const TRANSPORT_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

const CLASS_OF_CODE: Readonly<Record<Exclude<AttemptCode, 'http_status'>, ResultClass>> = {
  ok: 'success',
  redirect_not_followed: 'answer',
  // The webhook is disabled when the result is written; until then the breaker stops further requests.
  gone: 'transport',
  ssrf_blocked: 'blocked',
  egress_proxy_error: 'uncounted',
  interrupted: 'uncounted',
  timeout: 'transport',
  connect_timeout: 'transport',
  connect_refused: 'transport',
  connect_error: 'transport',
  connection_reset: 'transport',
  dns_error: 'transport',
  dns_timeout: 'transport',
  tls_error: 'transport',
  protocol_error: 'transport',
  header_overflow: 'transport',
};

export function classifyAttempt(code: AttemptCode, status: number | null): ResultClass {
  if (code !== 'http_status') return CLASS_OF_CODE[code];
  return status !== null && TRANSPORT_STATUSES.has(status) ? 'transport' : 'answer';
}

const FIRST_OPEN_MS = 1000;
const MAX_OPEN_MS = MINUTE_MS;
const BLOCKED_OPEN_MS = 300_000;
/** Refusing answers open the breaker only after this many in a row, since a receiver may refuse single events. */
const ANSWERS_TO_OPEN = 5;

/** Pure: time is an argument. */
export interface Lane {
  /** Adaptive: 1 at the start and after a failure, doubled by each success. */
  cap: number;
  maxInFlight: number;
  inFlight: number;
  openUntil: number | null;
  openReason: 'circuit_breaker' | 'retry_after' | null;
  openings: number;
  /** One request is let through, and its result decides. */
  isHalfOpen: boolean;
  refusals: number;
  /** Failures in a row. The fifth begins an outage, whose end drains the waiting deliveries. */
  failures: number;
  rate: number | null;
  tokens: number;
  refilledAt: number;
}

export function newLane(now: number): Lane {
  return {
    cap: 1,
    maxInFlight: 1,
    inFlight: 0,
    openUntil: null,
    openReason: null,
    openings: 0,
    isHalfOpen: false,
    refusals: 0,
    failures: 0,
    rate: null,
    tokens: 0,
    refilledAt: now,
  };
}

export function configureLane(lane: Lane, row: { maxInFlight: number; rate: number | null }, now: number): void {
  lane.maxInFlight = row.maxInFlight;
  lane.cap = Math.min(lane.cap, row.maxInFlight);
  if (lane.rate === row.rate) return;
  lane.rate = row.rate;
  lane.tokens = row.rate ?? 0;
  lane.refilledAt = now;
}

export function allowance(lane: Lane, now: number): number {
  if (lane.openUntil !== null) {
    if (now < lane.openUntil) return 0;
    lane.openUntil = null;
    lane.isHalfOpen = lane.openReason === 'circuit_breaker';
    lane.openReason = null;
  }
  const cap = lane.isHalfOpen ? 1 : lane.cap;
  return Math.max(0, Math.min(cap - lane.inFlight, availableTokens(lane, now)));
}

/** Undefined when that depends on another result, or when it may send now. */
export function resumesAt(lane: Lane, now: number): number | undefined {
  if (lane.openUntil !== null && now < lane.openUntil) return lane.openUntil;
  const at = tokenAt(lane, now);
  return at > now ? at : undefined;
}

export function tokenAt(lane: Lane, now: number): number {
  if (lane.rate === null || availableTokens(lane, now) >= 1) return now;
  return Math.ceil(lane.refilledAt + (1000 * (1 - lane.tokens)) / lane.rate);
}

export function consumeTokens(lane: Lane, count: number): void {
  if (lane.rate !== null) lane.tokens -= count;
}

function availableTokens(lane: Lane, now: number): number {
  if (lane.rate === null) return Infinity;
  lane.tokens = Math.min(lane.rate, lane.tokens + (Math.max(0, now - lane.refilledAt) / 1000) * lane.rate);
  lane.refilledAt = now;
  return Math.floor(lane.tokens + 1e-9);
}

/** Returns true when the result ended an outage. `hintMs` is the receiver's `Retry-After`. */
export function applyResult(lane: Lane, resultClass: ResultClass, now: number, hintMs: number | null): boolean {
  if (resultClass === 'uncounted') return false;
  if (resultClass === 'success') {
    const endsOutage = lane.failures >= OUTAGE_FAILURES;
    // A success already in flight does not cancel the pause that another answer requested.
    const pause = lane.openReason === 'retry_after' ? lane.openUntil : null;
    closeLane(lane);
    if (pause !== null) [lane.openUntil, lane.openReason] = [pause, 'retry_after'];
    lane.cap = Math.min(lane.maxInFlight, lane.cap * 2);
    return endsOutage;
  }

  lane.failures += 1;
  lane.cap = 1;
  lane.refusals = resultClass === 'answer' ? lane.refusals + 1 : 0;
  const opens = resultClass !== 'answer' || lane.isHalfOpen || lane.refusals >= ANSWERS_TO_OPEN;
  // Requests that began before the breaker opened must not open it again.
  if (opens && lane.openUntil === null) {
    lane.openings += 1;
    const backoffMs = Math.min(MAX_OPEN_MS, FIRST_OPEN_MS * 2 ** Math.min(lane.openings - 1, 16));
    lane.openUntil = now + (resultClass === 'blocked' ? BLOCKED_OPEN_MS : backoffMs);
    lane.openReason = 'circuit_breaker';
    lane.isHalfOpen = false;
  }
  if (hintMs !== null && now + hintMs > (lane.openUntil ?? 0)) {
    lane.openUntil = now + hintMs;
    lane.openReason = 'retry_after';
    lane.isHalfOpen = false;
  }
  return false;
}

const OUTAGE_FAILURES = 5;

export function closeLane(lane: Lane): void {
  lane.openUntil = null;
  lane.openReason = null;
  lane.openings = 0;
  lane.isHalfOpen = false;
  lane.refusals = 0;
  lane.failures = 0;
}
