import { AsyncLocalStorage } from 'node:async_hooks';

import { isInBackground } from './background';
import { Unavailable } from './faults';
import type { Connection, Params } from './sqlite-connection';
import { Job, type JobHost } from './sqlite-job';
import { createTurns } from './turns';

/** Most jobs of one commit. */
const MOST_JOBS = 128;
const PATIENCE_MS = 2;
/** Requests that may overtake a background job, so that it makes progress too. */
const MOST_AHEAD = 8;
/** How long a group accepts jobs: minimum, maximum, and between them a multiple of the duration of a commit. */
const GROUP_MS = { least: 2, most: 12, commits: 3 };
/** A smaller group waits longer for more jobs, since too few would share its commit. */
const FEW_JOBS = 8;
/** Weight of the last commit in the moving average. */
const RECENT = 0.2;

interface Seen {
  statement: (sql: string, params: Params) => void;
  commit: (jobs: number) => void;
}

interface Alone {
  alone: () => void;
}

/**
 * Commits many transactions at once, since a durable commit costs more than most transactions. Each runs in a savepoint
 * of its own, so a failed one is rolled back alone. A group closes as soon as no job waits, so a lone transaction is
 * not delayed; while jobs arrive, it stays open longer on slower disks.
 */
export class GroupCommit implements JobHost {
  readonly writer: Connection;
  readonly observe: Seen['statement'];
  readonly #committed: Seen['commit'];
  /** The committer serves all callers, so it must not run in the context of one of them. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #queue: (Job | Alone)[] = [];
  /** Jobs that run when the queue is empty. */
  readonly #background: Job[] = [];
  readonly turns = createTurns();
  #ahead = 0;
  #isBusy = false;
  /** Finished jobs that wait for the commit of the group. */
  #done: Job[] = [];
  /**
   * Failed jobs of the group. They may have read what is committed only with it, so their errors wait for the commit.
   */
  #refused: Job[] = [];
  #running: Job | undefined;
  #beganAt = 0;
  #commitMs = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(writer: Connection, seen: Seen) {
    this.writer = writer;
    this.observe = seen.statement;
    this.#committed = seen.commit;
  }

  transaction<T>(work: (job: Job<T>) => T | Promise<T>): Promise<T> {
    const job = new Job(this, work);
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

  /** SQLite rolled back the whole transaction. */
  lost(error: unknown): void {
    this.#running?.lose(error);
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
    if (hasWaiting && (first === undefined || 'alone' in first || this.#ahead >= MOST_AHEAD)) {
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
    // Never synchronously inside the call that started it.
    await Promise.resolve();
    for (let next = this.#next(); next; next = this.#next()) {
      if ('alone' in next) {
        this.#commit();
        next.alone();
        continue;
      }
      if (!this.#begin(next)) continue;
      this.#running = next;
      const isGood = await next.run();
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
        this.writer.run('begin immediate');
        this.#beganAt = performance.now();
      } else {
        this.writer.run('savepoint job');
        job.record();
        this.#watch ??= setTimeout(() => this.#overdue(), PATIENCE_MS);
      }
      return true;
    } catch (error) {
      this.#rollBack();
      this.#failAll(error);
      job.fail(error);
      return false;
    }
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

  /** Callers that are about to enqueue get one turn of the event loop. */
  async #isComplete(): Promise<boolean> {
    const now = performance.now();
    if (this.#isFull(now)) return true;
    if (this.#hasWaiting && !this.turns.isDue()) return false;
    await this.turns.wait();
    return !this.#hasWaiting || this.#isFull(performance.now());
  }

  #isFull(now: number): boolean {
    const jobs = this.#done.length;
    if (jobs >= MOST_JOBS) return true;
    const { least, most, commits } = GROUP_MS;
    const longest = jobs < FEW_JOBS ? most : Math.min(most, Math.max(least, commits * this.#commitMs));
    return now - this.#beganAt >= longest;
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

  /**
   * A job awaits something other than its statements, perhaps another job of its group. It is removed, the others are
   * committed, and it resumes in a transaction of its own.
   */
  #overdue(): void {
    this.#watch = undefined;
    const job = this.#running;
    // No job is running; the next one starts a new timer.
    if (!job || this.#done.length === 0) return;
    // The job only yields to the event loop.
    if (this.turns.isWaiting()) {
      this.#watch = setTimeout(() => this.#overdue(), PATIENCE_MS);
      return;
    }
    try {
      this.writer.run('rollback to job');
      this.writer.run('release job');
      this.#commit();
      this.writer.run('begin immediate');
      this.#beganAt = performance.now();
      job.replay();
    } catch (error) {
      this.#rollBack();
      this.#failAll(error);
      job.lose(error);
    }
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
    clearTimeout(this.#watch);
    this.#watch = undefined;
    const group = { done: this.#done, refused: this.#refused };
    this.#done = [];
    this.#refused = [];
    return group;
  }
}
