import { Unavailable } from '../../../db/faults';
import { ApiError } from '../../../errors';
import type { Log } from '../../../log';
import type { ClickPlace } from '../store/click-reader';
import type { Answered, Ask, Asked, FromReader, ToReader } from './asks';
import { createTurns } from './turns';

/** Equal questions are answered from memory so long, in milliseconds. */
const KEPT_MS = 5000;
const MOST_KEPT = 500;

/**
 * Long reads of clicks and links, away from the event loop, where each workspace takes its turn. They throw 429 when too
 * many of one wait, and 503 when the Worker ends.
 */
export interface Analyst {
  ask<K extends Ask>(ask: K, asked: Asked<K>): Promise<Answered<K>>;
  /** Equal questions share one run and, for five seconds, its answer. Throws 422 `range_too_large`. */
  count<K extends Ask>(ask: K, asked: Asked<K>): Promise<Counted<Answered<K>>>;
  stop(): void;
}

export interface Counted<T> {
  answer: T;
  /** Milliseconds since 1970: every click of before is in it. */
  asOf: number;
}

/** The Worker starts with the first question. */
export function createAnalyst(place: ClickPlace, log: Log, readAsOf: () => Promise<number>): Analyst {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const kept = new Map<string, { counted: Promise<Counted<unknown>>; until: number }>();
  const inTurn = createTurns();
  let worker: Worker | undefined;
  let isStopped = false;
  let next = 0;

  const ended = (error: unknown): void => {
    log.error({ err: error }, 'click reader stopped');
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new ApiError('unavailable'));
    waiting.clear();
  };

  const started = (): Worker => {
    if (worker) return worker;
    const own = new Worker(new URL('./reader.worker.ts', import.meta.url).href, { ref: false });
    own.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
      const one = waiting.get(data.no);
      waiting.delete(data.no);
      if ('answer' in data) one?.resolve(data.answer);
      else if ('tooMuch' in data) one?.reject(tooMuch());
      else {
        const error = new Error(`The reader of clicks failed: ${data.failure}`);
        one?.reject(data.isOutage ? new Unavailable(error) : error);
      }
    });
    own.addEventListener('error', (event) => own === worker && ended(event.error ?? event.message));
    own.postMessage({ place } satisfies ToReader);
    return (worker = own);
  };

  const run = async (ask: Ask, asked: Asked<Ask>): Promise<unknown> => {
    if (isStopped) throw new ApiError('unavailable');
    const own = started();
    const answer = Promise.withResolvers<unknown>();
    next += 1;
    waiting.set(next, answer);
    own.postMessage({ no: next, ask, asked } satisfies ToReader);
    return answer.promise;
  };

  return {
    ask: (ask, asked) => inTurn(asked.workspaceId, () => run(ask, asked)) as Promise<Answered<typeof ask>>,
    count(ask, asked) {
      type Own = Promise<Counted<Answered<typeof ask>>>;
      const [key, now] = [JSON.stringify([ask, asked]), Date.now()];
      const known = kept.get(key);
      if (known && known.until > now) return known.counted as Own;

      // Asked before: what is drained meanwhile is more than `asOf` says, never less.
      const counted = readAsOf().then(async (asOf) => ({
        answer: await inTurn(asked.workspaceId, () => run(ask, asked)),
        asOf,
      }));
      // A failure is not kept.
      counted.catch(() => kept.delete(key));
      kept.delete(key);
      kept.set(key, { counted, until: now + KEPT_MS });
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      return counted as Own;
    },
    stop() {
      isStopped = true;
      worker?.terminate();
      worker = undefined;
      for (const { reject } of waiting.values()) reject(new ApiError('unavailable'));
      waiting.clear();
    },
  };
}

const tooMuch = (): ApiError =>
  new ApiError('unprocessable', {
    detail: 'The query takes too long. Use a shorter period or fewer filters.',
    errors: [
      {
        in: 'query',
        pointer: '/from',
        code: 'range_too_large',
        message: 'Must be a shorter period for these filters.',
      },
    ],
  });
