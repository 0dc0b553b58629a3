import { MINUTE_MS, SECOND_MS } from '../../../shared/durations';
import type { Metrics } from '../../metrics';
import { Breaker } from './breaker';
import type { CallResult } from './ledger';
import { CallSlots } from './slots';

interface CallTimings {
  connectMs: number;
  /** From the request to the first byte of the answer’s body. */
  firstByteMs: number;
  silenceMs: number;
  /** Of a call with all its attempts. */
  totalMs: number;
  /** In the queue of a provider that has its maximum of calls. */
  slotMs: number;
  /** A silent stream gets a comment, which clients skip. */
  keepaliveMs: number;
}

export interface Gateway {
  slots: CallSlots;
  largeAnswers: CallSlots;
  recordings: CallSlots;
  breaker: Breaker;
  timings: CallTimings;
  /** Once a minute: whether the list of models may be asked for again because of a failed call. */
  mayRefresh(slug: string): boolean;
  /** Counts a settled call with its cost in millionths of a US dollar. */
  count(provider: string, result: CallResult, costMicroUsd: number): void;
  closing: AbortSignal;
  /** Work that outlives its request, such as settling. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Aborts running calls and waits until they are settled. */
  stop(): Promise<void>;
}

export function createGateway(now: () => Date, metrics: Metrics): Gateway {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const refreshedAt = new Map<string, number>();
  const slots = new CallSlots();
  const calls = metrics.counter('ai_calls_total', 'Calls of AI models, by provider and outcome.', [
    'provider',
    'outcome',
  ]);
  const tokens = metrics.counter('ai_tokens_total', 'Tokens of AI models, by direction.', ['direction']);
  const cost = metrics.counter('ai_cost_micro_usd_total', 'Cost of calls of AI models in micro-USD, by provider.', [
    'provider',
  ]);
  const firstToken = metrics.histogram(
    'ai_first_token_seconds',
    'Time from a call of an AI model to the first byte of its answer, in seconds.',
    [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  );
  metrics.gauge(
    'ai_calls_running',
    'Running calls of AI models, by provider.',
    () => slots.all().map(([provider, used]) => [{ provider }, used] as const),
    ['provider'],
  );
  return {
    slots,
    largeAnswers: new CallSlots(),
    recordings: new CallSlots(),
    count(provider, { outcome, usage, firstTokenMs }, costMicroUsd) {
      calls.inc({ provider, outcome });
      tokens.inc({ direction: 'prompt' }, usage.prompt);
      tokens.inc({ direction: 'completion' }, usage.completion);
      cost.inc({ provider }, costMicroUsd);
      if (firstTokenMs !== null) firstToken.observe(firstTokenMs / SECOND_MS);
    },
    breaker: new Breaker(() => now().getTime()),
    timings: {
      connectMs: 5 * SECOND_MS,
      firstByteMs: MINUTE_MS,
      silenceMs: MINUTE_MS,
      totalMs: 10 * MINUTE_MS,
      slotMs: 5 * SECOND_MS,
      keepaliveMs: 15 * SECOND_MS,
    },
    closing: closing.signal,
    mayRefresh(slug) {
      const time = now().getTime();
      if (time - (refreshedAt.get(slug) ?? -Infinity) < MINUTE_MS) return false;
      refreshedAt.set(slug, time);
      return true;
    },
    track(work) {
      running.add(work);
      void work.catch(() => undefined).finally(() => running.delete(work));
      return work;
    },
    async stop() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
