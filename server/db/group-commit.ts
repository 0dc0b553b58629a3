import { AsyncLocalStorage } from 'node:async_hooks';

import { isInBackground } from './background';
import { tooLong } from './caller';
import { Unavailable } from './faults';
import type { SqliteConnection, Params } from './sqlite/connection';
import { Job, type JobHost, type JobOptions } from './sqlite/job';
import { createTurns } from './turns';

const MAX_JOBS = 128;
/** A longer transaction is aborted; one that waits for its own group would block all others forever. */
const MAX_TRANSACTION_MS = 30_000;
/** Requests that may overtake a background job, so that it makes progress too. */
const MAX_QUEUED = 8;
/** The time is `commits` times the duration of a commit, within `least` and `most`. */
const GROUP_MS = { min: 2, max: 12, commits: 3 };
/** Smaller groups wait longer for jobs to share the commit. */
const FEW_JOBS = 8;
const RECENT = 0.2;

interface Seen {
  statement: (sql: string, params: Params) => void;
  commit: (jobs: number) => void;
}

interface Alone {
  alone: () => void;
}

/**
 * A durable commit costs more than most transactions, so transactions share it. Each runs in a savepoint and can fail
 * alone. A group closes once no job waits, so a lone transaction is not delayed.
 */
export class GroupCommit implements JobHost {
  readonly writer: SqliteConnection;
  readonly observe: Seen['statement'];
  readonly #committed: Seen['commit'];
  readonly #maxMs: number;
  /** The committer serves all callers, so it must not run in the context of one of them. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #queue: (Job | Alone)[] = [];
  readonly #background: Job[] = [];
  readonly turns = createTurns();
  #ahead = 0;
  #isBusy = false;
  #done: Job[] = [];
  /** They may have read changes that the group has not committed yet, so their errors wait for the commit. */
  #refused: Job[] = [];
  #running: Job | undefined;
  #beganAt = 0;
  #commitMs = 0;
  /** The open group does not wait for the disk. */
  #isRelaxed = false;

  constructor(writer: SqliteConnection, seen: Seen, maxMs = MAX_TRANSACTION_MS) {
    this.#maxMs = maxMs;
    this.writer = writer;
    this.observe = seen.statement;
    this.#committed = seen.commit;
  }

  transaction<T>(work: (job: Job<T>) => T | Promise<T>, options?: JobOptions): Promise<T> {
    const job = new Job(this, work, options);
    const queue = isInBackground() ? this.#background : this.#queue;
    queue.push(job as unknown as Job);
    this.#wake();
    return job.answer;
  }

  alone(work: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const alone = () => {
        try {
          work();
          resolve();
        } catch (error) {
          reject(error);
        }
      };
      this.#queue.push({ alone });
      this.#wake();
    });
  }

  lost(error: unknown): void {
    this.#running?.abort(new Unavailable(error));
    this.#failAll(error);
  }

  #wake(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // A single request needs no turn.
    if (!isInBackground()) this.turns.had();
    this.#outside(() => void this.#drain());
  }

  /** Exclusive work, such as closing, runs after all queued jobs. */
  #next(): Job | Alone | undefined {
    const [first] = this.#queue;
    const hasWaiting = this.#background.length > 0;
    if (hasWaiting && (first === undefined || 'alone' in first || this.#ahead >= MAX_QUEUED)) {
      this.#ahead = 0;
      return this.#background.shift();
    }
    if (hasWaiting) this.#ahead += 1;
    return this.#queue.shift();
  }

  get #hasWaiting(): boolean {
    return this.#queue.length + this.#background.length > 0;
  }

  async #drain(): Promise<void> {
    // The call that started it must return first.
    await Promise.resolve();
    for (let next = this.#next(); next; next = this.#next()) {
      if ('alone' in next) {
        this.#commit();
        this.#relax(false);
        next.alone();
        continue;
      }
      if (this.#isRelaxed && !next.isRelaxed) this.#commit();
      if (!this.#begin(next)) continue;
      this.#running = next;
      const limit = setTimeout(() => next.abort(new Unavailable(tooLong(next.trace))), this.#maxMs);
      const isGood = await next.run();
      clearTimeout(limit);
      this.#running = undefined;
      this.#end(next, isGood);
      if (this.#done.length === 0 || !(await this.#isComplete())) continue;
      this.#commit();
      // Timers and sockets get a turn between two groups.
      if (this.#hasWaiting) await this.turns.wait();
    }
    this.#isBusy = false;
  }

  /** The first job of a group needs no savepoint: there is nothing else to keep. */
  #begin(job: Job): boolean {
    try {
      if (this.#done.length === 0) {
        this.#relax(job.isRelaxed);
        this.writer.run('begin immediate');
        this.#beganAt = performance.now();
      } else {
        this.writer.run('savepoint job');
      }
      return true;
    } catch (error) {
      this.#rollBack();
      this.#failAll(error);
      job.fail(error);
      return false;
    }
  }

  #relax(isRelaxed: boolean): void {
    if (isRelaxed === this.#isRelaxed) return;
    this.writer.waitForDisk(!isRelaxed);
    this.#isRelaxed = isRelaxed;
  }

  #end(job: Job, isGood: boolean): void {
    if (!this.writer.inTransaction) {
      if (isGood) job.fail(new Unavailable(undefined));
      else job.refuse();
      return;
    }
    try {
      const isFirst = this.#done.length === 0;
      if (isFirst && !isGood) this.writer.run('rollback');
      if (!isFirst && !isGood) this.writer.run('rollback to job');
      if (!isFirst) this.writer.run('release job');
      if (isGood) this.#done.push(job);
      else if (isFirst) job.refuse();
      else this.#refused.push(job);
    } catch (error) {
      this.#rollBack();
      this.#failAll(error);
      job.fail(error);
    }
  }

  async #isComplete(): Promise<boolean> {
    const now = performance.now();
    if (this.#isFull(now)) return true;
    if (this.#hasWaiting && !this.turns.isDue()) return false;
    await this.turns.wait();
    return !this.#hasWaiting || this.#isFull(performance.now());
  }

  #isFull(now: number): boolean {
    const jobs = this.#done.length;
    if (jobs >= MAX_JOBS) return true;
    const { min, max, commits } = GROUP_MS;
    const maxMs = jobs < FEW_JOBS ? max : Math.min(max, Math.max(min, commits * this.#commitMs));
    return now - this.#beganAt >= maxMs;
  }

  #commit(): void {
    if (this.#done.length === 0) return;
    const began = performance.now();
    try {
      this.writer.run('commit');
    } catch (error) {
      this.#rollBack();
      this.#failAll(error);
      return;
    }
    this.#commitMs += RECENT * (performance.now() - began - this.#commitMs);
    const group = this.#close();
    this.#committed(group.done.length);
    for (const job of group.done) job.acknowledge();
    for (const job of group.refused) job.refuse();
  }

  #rollBack(): void {
    try {
      if (this.writer.inTransaction) this.writer.run('rollback');
    } catch {}
  }

  #failAll(error: unknown): void {
    const { done, refused } = this.#close();
    for (const job of [...done, ...refused]) job.fail(new Unavailable(error));
  }

  #close(): { done: Job[]; refused: Job[] } {
    const group = { done: this.#done, refused: this.#refused };
    this.#done = [];
    this.#refused = [];
    return group;
  }
}
