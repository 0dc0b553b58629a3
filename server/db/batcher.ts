import { AsyncLocalStorage } from 'node:async_hooks';

import type { Log } from '../log';
import { nextTurn } from '../next-turn';
import type { Store } from './database';
import { isDataFault } from './faults';

interface BatcherOptions<T> {
  name: string;
  store: Store;
  log: Log;
  write: (tx: Store, items: T[]) => Promise<void>;
  everyMs?: number;
  batchSize?: number;
  queueSize?: number;
  retryMs?: number;
  whenFull?: 'refuse' | 'drop_oldest';
  isRelaxed?: boolean;
}

interface Entry<T> {
  items: readonly T[];
  settle?: (error?: unknown) => void;
}

/** A client gets 503 `overloaded`. */
export class QueueFull extends Error {
  override name = 'Overloaded';
}

const MAX_PAUSE_MS = 5000;
/** A stop gives up on an unavailable database after this many tries, within a second. */
const TRIES_AT_STOP = 4;

/**
 * Group commit. Retries failed batches and isolates refused items by halving. Never await `write` or `flush` inside a
 * transaction: on SQLite they wait for its end.
 */
export class Batcher<T> {
  readonly #options: Required<BatcherOptions<T>>;
  /** A batch must not join the transaction in the caller’s asynchronous context. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #queue: Entry<T>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #stopped = false;
  #endPause: (() => void) | undefined;
  #dropped = 0;

  constructor(options: BatcherOptions<T>) {
    this.#options = {
      everyMs: 5,
      batchSize: 500,
      queueSize: 20_000,
      retryMs: 50,
      whenFull: 'refuse',
      isRelaxed: false,
      ...options,
    };
  }

  get depth(): number {
    return this.#queue.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Throws `QueueFull`. */
  add(item: T): void {
    this.#push({ items: [item] });
    if (this.#stopped) return;
    if (this.#queue.length >= this.#options.batchSize) this.#start();
    else this.#timer ??= this.#outside(() => setTimeout(() => this.#start(), this.#options.everyMs));
  }

  /** Resolves after the commit. Rejects with `QueueFull`, or the error of the database. */
  write(item: T): Promise<void> {
    return this.#awaited([item]);
  }

  flush(): Promise<void> {
    return this.#awaited([]);
  }

  async stop(): Promise<void> {
    const last = this.flush();
    this.#stopped = true;
    this.#endPause?.();
    await last.catch(() => {});
    clearTimeout(this.#timer);
  }

  #awaited(items: readonly T[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#push({ items, settle: (error) => (error === undefined ? resolve() : reject(error)) });
      this.#start();
    });
  }

  #push(entry: Entry<T>): void {
    const { queueSize, whenFull } = this.#options;
    const isMark = entry.items.length === 0;
    if (this.#stopped && !isMark) return this.#lose([entry], new QueueFull('Stopped.'));
    if (this.#queue.length >= queueSize && !isMark) {
      if (whenFull === 'refuse') throw new QueueFull('Too many writes are waiting for the database.');
      const oldest = this.#queue.shift();
      if (oldest) this.#lose([oldest], new QueueFull('Dropped: too many writes are waiting for the database.'));
    }
    this.#queue.push(entry);
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#running) return;
    this.#running = true;
    this.#outside(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    // Items that are added in the same turn share a transaction.
    await nextTurn();
    while (this.#queue.length > 0) await this.#commit(this.#queue.splice(0, this.#options.batchSize));
    this.#running = false;
  }

  async #commit(entries: Entry<T>[]): Promise<void> {
    const items = entries.flatMap((entry) => entry.items);
    const { store, write, isRelaxed } = this.#options;
    for (let tries = 1; ; tries += 1) {
      try {
        if (items.length > 0) await store.transaction((tx) => write(tx, items), { isRelaxed });
        for (const entry of entries) entry.settle?.();
        return;
      } catch (error) {
        if (isDataFault(error)) return this.#halve(entries, error);
        if (this.#stopped && tries >= TRIES_AT_STOP) return this.#lose(entries, error);
        const { log, name } = this.#options;
        log.warn({ err: error, batcher: name, items: items.length, tries }, 'batch not written, retrying');
        await this.#pause(Math.min(MAX_PAUSE_MS, this.#options.retryMs * 2 ** Math.min(tries - 1, 20)));
      }
    }
  }

  async #halve(entries: Entry<T>[], error: unknown): Promise<void> {
    if (entries.length === 1) return this.#lose(entries, error);
    const middle = entries.length >> 1;
    await this.#commit(entries.slice(0, middle));
    await this.#commit(entries.slice(middle));
  }

  #lose(entries: Entry<T>[], error: unknown): void {
    const count = entries.reduce((sum, entry) => sum + entry.items.length, 0);
    this.#dropped += count;
    if (!(error instanceof QueueFull)) {
      const { log, name } = this.#options;
      log.error({ err: error, batcher: name, items: count }, 'items lost');
    }
    for (const entry of entries) entry.settle?.(entry.items.length === 0 ? undefined : error);
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
