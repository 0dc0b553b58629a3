import { AsyncLocalStorage } from 'node:async_hooks';

import { isOutage } from '../outage';
import { runCommitted } from './database';
import { Unavailable } from './faults';
import type { Connection, Params, Rows } from './sqlite-connection';
import type { Turns } from './turns';

interface Step {
  sql: string;
  params: Params;
  rows: Rows;
}

export interface JobHost {
  readonly writer: Connection;
  readonly turns: Turns;
  observe(sql: string, params: Params): void;
  /** A statement failed, and SQLite took back the whole transaction. */
  lost(error: unknown): void;
}

/** A transaction within a group: its statements, its after-commit hooks and its caller. */
export class Job<T = unknown> {
  readonly answer: Promise<T>;
  hasEnded = false;
  readonly #settle: { resolve: (value: T) => void; reject: (error: unknown) => void };
  readonly #host: JobHost;
  readonly #work: (job: Job<T>) => T | Promise<T>;
  /** Work and hooks run in the caller’s asynchronous context, not the committer’s. */
  readonly #inContext = AsyncLocalStorage.snapshot();
  readonly #hooks: (() => void)[] = [];
  #steps: Step[] | undefined;
  #result: { value: T } | undefined;
  #failure: unknown;
  #lost: Unavailable | undefined;

  constructor(host: JobHost, work: (job: Job<T>) => T | Promise<T>) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.answer = promise;
    this.#settle = { resolve, reject };
    this.#host = host;
    this.#work = work;
  }

  /** A long job yields to the event loop between two statements. */
  query(sql: string, params: Params): Rows | Promise<Rows> {
    const { turns } = this.#host;
    return turns.isDue() ? turns.wait().then(() => this.#query(sql, params)) : this.#query(sql, params);
  }

  #query(sql: string, params: Params): Rows {
    if (this.hasEnded) throw new Error('This transaction has ended; a query on it was not awaited.');
    // Any further statement would be committed by itself.
    if (this.#lost) throw this.#lost;
    const { writer } = this.#host;
    this.#host.observe(sql, params);
    try {
      const rows = writer.run(sql, params);
      this.#steps?.push({ sql, params, rows });
      return rows;
    } catch (error) {
      if (!writer.inTransaction) this.#host.lost(error);
      throw error;
    }
  }

  afterCommit(hook: () => void): void {
    this.#hooks.push(hook);
  }

  /** Keeps the statements, so that they can run again in a transaction of their own. */
  record(): void {
    this.#steps = [];
  }

  /**
   * Repeats the statements of a running job in a new transaction. Throws if a result differs, because another process
   * wrote meanwhile.
   */
  replay(): void {
    const steps = this.#steps ?? [];
    this.#steps = undefined;
    for (const { sql, params, rows } of steps) {
      if (!Bun.deepEquals(this.#host.writer.run(sql, params), rows))
        throw new Error('The rows have changed meanwhile.');
    }
  }

  /** The transaction is gone, whatever the job still does. */
  lose(error: unknown): void {
    this.#lost ??= new Unavailable(error);
  }

  /** Runs the work. Returns whether it is to be committed; otherwise `refuse` rejects its caller. */
  async run(): Promise<boolean> {
    try {
      const value = await this.#inContext(() => this.#work(this));
      this.hasEnded = true;
      if (this.#lost) throw this.#lost;
      this.#result = { value };
      return true;
    } catch (error) {
      this.hasEnded = true;
      this.#failure = this.#lost ?? error;
      return false;
    } finally {
      this.#steps = undefined;
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
