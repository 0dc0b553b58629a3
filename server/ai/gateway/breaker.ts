import { LRUCache } from 'lru-cache';

import { MINUTE_MS, SECOND_MS } from '../../../shared/durations';
import { ApiError } from '../../errors';
import { AttemptFailure } from './failure';

const FAILURES_TO_OPEN = 5;
const FAILURES_TO_REPORT = 3;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MAX_PAUSE_MS = 10 * MINUTE_MS;
const MAX_CIRCUITS = 10_000;

interface Circuit {
  failures: number;
  /** Milliseconds since 1970; no calls before it. */
  closedUntil: number;
  pauseMs: number;
  isProbing: boolean;
}

const ofWorkspace = (slug: string, workspaceId: string): string => `${slug} ${workspaceId}`;

/** Failures that a request can cause pause the provider for its workspace alone, so that it cannot block others. */
export class Breaker {
  readonly #circuits = new LRUCache<string, Circuit>({ max: MAX_CIRCUITS });
  readonly #seen = new LRUCache<string, true>({ max: MAX_CIRCUITS });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws 503 while the provider has a pause. */
  check(slug: string, workspaceId: string): void {
    const open = this.#of(slug, workspaceId).filter(({ failures }) => failures >= FAILURES_TO_OPEN);
    const waiting = open.filter(({ closedUntil, isProbing }) => isProbing || closedUntil > this.#now());
    if (waiting.length === 0) {
      for (const circuit of open) circuit.isProbing = true;
      return;
    }
    const waitMs = Math.max(...waiting.map(({ closedUntil }) => closedUntil - this.#now()));
    const headers = { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / SECOND_MS))) };
    throw new AttemptFailure(
      new ApiError('unavailable', { detail: 'The provider has failed repeatedly and is given a pause.', headers }),
    );
  }

  /** Returns whether the provider may have been reported as failed, by this process or an earlier one. */
  succeeded(slug: string, workspaceId: string): boolean {
    const own = ofWorkspace(slug, workspaceId);
    const isFirst = !this.#seen.has(own);
    this.#seen.set(own, true);
    const wasReported = this.#of(slug, workspaceId).some(({ failures }) => failures >= FAILURES_TO_REPORT);
    for (const key of [slug, own]) this.#circuits.delete(key);
    return isFirst || wasReported;
  }

  /** Returns whether this failure is the one to report. */
  failed(slug: string, workspaceId: string, concernsAll: boolean): boolean {
    this.ignored(slug, workspaceId);
    const key = concernsAll ? slug : ofWorkspace(slug, workspaceId);
    const circuit = this.#circuits.get(key) ?? {
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
    this.#circuits.set(key, circuit);
    return circuit.failures === FAILURES_TO_REPORT;
  }

  /** For a call that says nothing about the provider, such as one whose caller left. */
  ignored(slug: string, workspaceId: string): void {
    for (const circuit of this.#of(slug, workspaceId)) circuit.isProbing = false;
  }

  #of(slug: string, workspaceId: string): Circuit[] {
    const keys = [slug, ofWorkspace(slug, workspaceId)];
    return keys.map((key) => this.#circuits.get(key)).filter((circuit) => circuit !== undefined);
  }
}
