import type { AttemptCode } from '../../../../shared/webhooks/deliveries';

/** How an attempt ended, as lanes and health see it. */
export type Outcome = 'success' | 'transport' | 'answer' | 'blocked' | 'uncharged';

/** Statuses that say the receiver, or what stands before it, cannot work at all. */
const TRANSPORT_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

const OUTCOMES: Readonly<Record<Exclude<AttemptCode, 'http_status'>, Outcome>> = {
  ok: 'success',
  redirect_not_followed: 'answer',
  // It is disabled as soon as the result is written: until then the breaker holds the rest back.
  gone: 'transport',
  ssrf_blocked: 'blocked',
  egress_proxy_error: 'uncharged',
  interrupted: 'uncharged',
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

export function outcomeOf(code: AttemptCode, status: number | null): Outcome {
  if (code !== 'http_status') return OUTCOMES[code];
  return status !== null && TRANSPORT_STATUSES.has(status) ? 'transport' : 'answer';
}

const FIRST_OPEN_MS = 1000;
const LONGEST_OPEN_MS = 60_000;
const BLOCKED_OPEN_MS = 300_000;
/** Answers that refuse stop the endpoint only from this one in a row: it may refuse single events. */
const ANSWERS_TO_OPEN = 5;

/** How much may go to one webhook now. Pure: time comes with each call. */
export interface Lane {
  /** Adaptive: 1 at start and after a failure, doubled by each success. */
  cap: number;
  maxInFlight: number;
  inFlight: number;
  /** Nothing is sent before, in milliseconds since 1970. */
  openUntil: number | null;
  openReason: 'breaker' | 'retry_after' | null;
  openings: number;
  /** The breaker was open: one request is let through, and its result decides. */
  isHalfOpen: boolean;
  /** Complete answers in a row that refused. */
  refusals: number;
  /** Failures in a row; from the fifth it is an outage, whose end drains what waits. */
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

/** Takes over what the row of the webhook says. */
export function configureLane(lane: Lane, row: { maxInFlight: number; rate: number | null }, now: number): void {
  lane.maxInFlight = row.maxInFlight;
  lane.cap = Math.min(lane.cap, row.maxInFlight);
  if (lane.rate === row.rate) return;
  lane.rate = row.rate;
  lane.tokens = row.rate ?? 0;
  lane.refilledAt = now;
}

/** Requests that may start now. */
export function allowance(lane: Lane, now: number): number {
  if (lane.openUntil !== null) {
    if (now < lane.openUntil) return 0;
    lane.openUntil = null;
    lane.isHalfOpen = lane.openReason === 'breaker';
    lane.openReason = null;
  }
  const cap = lane.isHalfOpen ? 1 : lane.cap;
  return Math.max(0, Math.min(cap - lane.inFlight, availableTokens(lane, now)));
}

/** When it may send again although nothing ends before; undefined when that waits for a result, or it may now. */
export function resumesAt(lane: Lane, now: number): number | undefined {
  if (lane.openUntil !== null && now < lane.openUntil) return lane.openUntil;
  const at = tokenAt(lane, now);
  return at > now ? at : undefined;
}

/** When the limit of the webhook lets one more request through: now, or later. */
export function tokenAt(lane: Lane, now: number): number {
  if (lane.rate === null || availableTokens(lane, now) >= 1) return now;
  return Math.ceil(lane.refilledAt + (1000 * (1 - lane.tokens)) / lane.rate);
}

/** Takes the tokens of requests that start. */
export function takeTokens(lane: Lane, count: number): void {
  if (lane.rate !== null) lane.tokens -= count;
}

function availableTokens(lane: Lane, now: number): number {
  if (lane.rate === null) return Infinity;
  lane.tokens = Math.min(lane.rate, lane.tokens + (Math.max(0, now - lane.refilledAt) / 1000) * lane.rate);
  lane.refilledAt = now;
  return Math.floor(lane.tokens + 1e-9);
}

/** Learns from a result. True when it ended an outage. `hintMs`: what the receiver asked for by `Retry-After`. */
export function learn(lane: Lane, outcome: Outcome, now: number, hintMs: number | null): boolean {
  if (outcome === 'uncharged') return false;
  if (outcome === 'success') {
    const endsOutage = lane.failures >= OUTAGE_FAILURES;
    // A success that was on its way does not take back the pause that another answer asked for.
    const pause = lane.openReason === 'retry_after' ? lane.openUntil : null;
    closeLane(lane);
    if (pause !== null) [lane.openUntil, lane.openReason] = [pause, 'retry_after'];
    lane.cap = Math.min(lane.maxInFlight, lane.cap * 2);
    return endsOutage;
  }

  lane.failures += 1;
  lane.cap = 1;
  lane.refusals = outcome === 'answer' ? lane.refusals + 1 : 0;
  const opens = outcome !== 'answer' || lane.isHalfOpen || lane.refusals >= ANSWERS_TO_OPEN;
  // Requests that began before it opened say nothing new: only one opening for each time.
  if (opens && lane.openUntil === null) {
    lane.openings += 1;
    const longer = Math.min(LONGEST_OPEN_MS, FIRST_OPEN_MS * 2 ** Math.min(lane.openings - 1, 16));
    lane.openUntil = now + (outcome === 'blocked' ? BLOCKED_OPEN_MS : longer);
    lane.openReason = 'breaker';
    lane.isHalfOpen = false;
  }
  if (hintMs !== null && now + hintMs > (lane.openUntil ?? 0)) {
    lane.openUntil = now + hintMs;
    lane.openReason = 'retry_after';
    lane.isHalfOpen = false;
  }
  return false;
}

/** Failures in a row that make an outage. */
const OUTAGE_FAILURES = 5;

/** Forgets every failure; the cap stays as it is. */
export function closeLane(lane: Lane): void {
  lane.openUntil = null;
  lane.openReason = null;
  lane.openings = 0;
  lane.isHalfOpen = false;
  lane.refusals = 0;
  lane.failures = 0;
}
