import { AsyncLocalStorage } from 'node:async_hooks';

import { isOutage } from '../../outage';
import { runCommitted, type TransactionOptions } from '../database';
import { Unavailable } from '../faults';
import type { Turns } from '../turns';
import type { SqliteConnection, Params, Rows } from './connection';

export interface JobHost {
  readonly writer: SqliteConnection;
  readonly turns: Turns;
  observe(sql: string, params: Params): void;
  lost(error: unknown): void;
}

export interface JobOptions extends TransactionOptions {
  /** Names the caller of work that may await. */
  trace?: Error;
}

export class Job<T = unknown> {
  readonly answer: Promise<T>;
  readonly trace: Error | undefined;
  readonly isRelaxed: boolean;
  hasEnded = false;
  readonly #settle: { resolve: (value: T) => void; reject: (error: unknown) => void };
  readonly #host: JobHost;
  readonly #work: (job: Job<T>) => T | Promise<T>;
  readonly #inContext = AsyncLocalStorage.snapshot();
  readonly #hooks: (() => void)[] = [];
  readonly #aborted = Promise.withResolvers<never>();
  #result: { value: T } | undefined;
  #failure: unknown;

  constructor(host: JobHost, work: (job: Job<T>) => T | Promise<T>, { trace, isRelaxed = false }: JobOptions = {}) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.answer = promise;
    this.#settle = { resolve, reject };
    this.#host = host;
    this.#work = work;
    this.trace = trace;
    this.isRelaxed = isRelaxed;
  }

  query(sql: string, params: Params): Rows | Promise<Rows> {
    const { turns } = this.#host;
    return turns.isDue() ? turns.wait().then(() => this.#query(sql, params)) : this.#query(sql, params);
  }

  #query(sql: string, params: Params): Rows {
    // A further statement would be committed by itself.
    if (this.hasEnded) throw this.#failure ?? new Error('This transaction has ended; a query on it was not awaited.');
    const { writer } = this.#host;
    this.#host.observe(sql, params);
    try {
      return writer.run(sql, params);
    } catch (error) {
      if (!writer.inTransaction) this.#host.lost(error);
      throw error;
    }
  }

  afterCommit(hook: () => void): void {
    this.#hooks.push(hook);
  }

  /** Ends the transaction at once, even if its work never ends. */
  abort(error: Unavailable): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#failure = error;
    this.#aborted.reject(error);
  }

  /** Returns whether to commit; otherwise call `refuse`. */
  async run(): Promise<boolean> {
    try {
      const work = this.#inContext(() => this.#work(this));
      this.#result = { value: await Promise.race([work, this.#aborted.promise]) };
      return !this.hasEnded;
    } catch (error) {
      this.#failure ??= error;
      return false;
    } finally {
      this.hasEnded = true;
    }
  }

  refuse(): void {
    this.fail(this.#failure);
  }

  fail(error: unknown): void {
    this.#settle.reject(isOutage(error) && !(error instanceof Unavailable) ? new Unavailable(error) : error);
  }

  acknowledge(): void {
    const result = this.#result;
    if (!result) return;
    try {
      this.#inContext(() => runCommitted(this.#hooks));
      this.#settle.resolve(result.value);
    } catch (error) {
      this.#settle.reject(error);
    }
  }
}
