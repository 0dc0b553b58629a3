import { MINUTE_MS, SECOND_MS } from '../../../shared/durations';
import { ApiError } from '../../errors';
import { AttemptFailure } from './failure';

const FAILURES_TO_OPEN = 5;
/** Failures in a row after which a provider counts as failed. */
export const FAILURES_TO_REPORT = 3;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MAX_PAUSE_MS = 10 * MINUTE_MS;

interface Circuit {
  failures: number;
  /** Milliseconds since 1970; no calls before it. */
  closedUntil: number;
  pauseMs: number;
  isProbing: boolean;
}

/** Keeps calls from a provider that fails again and again; one call at a time finds out whether it is back. */
export class Breaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #seen = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws 503 while the provider has a pause. */
  check(slug: string): void {
    const circuit = this.#circuits.get(slug);
    if (!circuit || circuit.failures < FAILURES_TO_OPEN) return;
    const waitMs = circuit.closedUntil - this.#now();
    if (waitMs <= 0 && !circuit.isProbing) {
      circuit.isProbing = true;
      return;
    }
    const headers = { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / SECOND_MS))) };
    throw new AttemptFailure(
      new ApiError('unavailable', { detail: 'The provider has failed repeatedly and is given a pause.', headers }),
    );
  }

  /** Returns whether the provider may have been reported as failed: by this process, or by one before it. */
  succeeded(slug: string): boolean {
    const isFirst = !this.#seen.has(slug);
    this.#seen.add(slug);
    const failures = this.#circuits.get(slug)?.failures ?? 0;
    this.#circuits.delete(slug);
    return isFirst || failures >= FAILURES_TO_REPORT;
  }

  /** Returns whether this failure is the one to report. */
  failed(slug: string): boolean {
    const circuit = this.#circuits.get(slug) ?? {
      failures: 0,
      closedUntil: 0,
      pauseMs: FIRST_PAUSE_MS,
      isProbing: false,
    };
    circuit.failures += 1;
    if (circuit.failures >= FAILURES_TO_OPEN) {
      circuit.closedUntil = this.#now() + circuit.pauseMs;
      circuit.pauseMs = Math.min(circuit.pauseMs * 2, MAX_PAUSE_MS);
    }
    circuit.isProbing = false;
    this.#circuits.set(slug, circuit);
    return circuit.failures === FAILURES_TO_REPORT;
  }

  /** The call says nothing about the provider, such as one whose caller left. */
  ignored(slug: string): void {
    const circuit = this.#circuits.get(slug);
    if (circuit) circuit.isProbing = false;
  }
}
