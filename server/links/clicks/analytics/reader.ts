import { LRUCache } from 'lru-cache';

import { createConcurrencyLimit } from '../../../concurrency';
import type { DatabaseLocation } from '../../../db/database';
import { Unavailable } from '../../../db/faults';
import { within } from '../../../deadline';
import { ApiError } from '../../../errors';
import type { Log } from '../../../log';
import type { Answered, Ask, QueryInput, FromReader, ToReader } from './asks';

const CACHE_TTL_MS = 5000;
const AT_ONCE = 2;
/** A console page sends a dozen questions at once. */
const MAX_WAITING = 50;
/** A connection without an answer is closed after ten seconds. */
const MAX_MS = 9000;

/** Workspaces take turns. Throws 429 when too many reads wait, or one waits for too long, 503 when the Worker ends. */
export interface Analyst {
  ask<K extends Ask>(ask: K, query: QueryInput<K>): Promise<Answered<K>>;
  /** Equal questions share one run and its answer for five seconds. Throws 422 `range_too_large`. */
  count<K extends Ask>(ask: K, query: QueryInput<K>): Promise<Counted<Answered<K>>>;
  stop(): void;
}

export interface Counted<T> {
  answer: T;
  /** Milliseconds since 1970 up to which every click is included. */
  asOf: number;
}

/** Throws 429 when too many questions of a workspace wait, or one has no answer in time. */
export function createWorkspaceTurns(atOnce: number, max: number, maxMs = MAX_MS) {
  const inTurn = createConcurrencyLimit({ atOnce, waiting: { max, refuse: tooMany } });
  return async function ask<T>(question: () => Promise<T>, workspaceId: string): Promise<T> {
    let isLate = false;
    const turn = inTurn(async () => {
      if (isLate) throw tooMany();
      return question();
    }, workspaceId);
    return within(turn, maxMs, () => {
      isLate = true;
      return tooMany();
    });
  };
}

const tooMany = (): ApiError =>
  new ApiError('rate_limited', {
    detail: 'Too many analytics queries of this workspace are waiting.',
    headers: { 'Retry-After': '2' },
  });

export function createAnalyst(place: DatabaseLocation, log: Log, readAsOf: () => Promise<number>): Analyst {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const cached = new LRUCache<string, Promise<Counted<unknown>>>({ max: 500, ttl: CACHE_TTL_MS });
  const inTurn = createWorkspaceTurns(AT_ONCE, MAX_WAITING);
  let worker: Worker | undefined;
  let isStopped = false;
  let next = 0;

  const terminate = (): void => {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new ApiError('unavailable'));
    waiting.clear();
  };

  const failed = (error: unknown): void => {
    log.error({ err: error }, 'click reader stopped');
    terminate();
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
    own.addEventListener('error', (event) => own === worker && failed(event.error ?? event.message));
    own.postMessage({ place } satisfies ToReader);
    return (worker = own);
  };

  const run = async (ask: Ask, query: QueryInput<Ask>): Promise<unknown> => {
    if (isStopped) throw new ApiError('unavailable');
    const own = started();
    const answer = Promise.withResolvers<unknown>();
    next += 1;
    waiting.set(next, answer);
    own.postMessage({ no: next, ask, asked: query } satisfies ToReader);
    return answer.promise;
  };

  return {
    ask: (ask, query) => inTurn(() => run(ask, query), query.workspaceId) as Promise<Answered<typeof ask>>,
    count(ask, query) {
      type Own = Promise<Counted<Answered<typeof ask>>>;
      const key = JSON.stringify([ask, query]);
      const known = cached.get(key);
      if (known) return known as Own;

      // Read before counting, so that `asOf` never claims too much.
      const counted = readAsOf().then(async (asOf) => ({
        answer: await inTurn(() => run(ask, query), query.workspaceId),
        asOf,
      }));
      counted.catch(() => cached.delete(key));
      cached.set(key, counted);
      return counted as Own;
    },
    stop() {
      isStopped = true;
      terminate();
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
