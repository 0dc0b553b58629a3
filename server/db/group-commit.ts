import { AsyncLocalStorage } from 'node:async_hooks';

import { isInBackground } from './background';
import { Unavailable } from './faults';
import type { Connection, Params } from './sqlite-connection';
import { Job, type JobHost } from './sqlite-job';
import { createTurns } from './turns';

/** Most jobs of one commit. */
const MOST_JOBS = 128;
/** No job under way keeps the commit of its group waiting for longer. */
const PATIENCE_MS = 2;
/** Jobs of requests that go ahead of one in the background, which is to go on too. */
const MOST_AHEAD = 8;
/** A group that is older takes no more jobs: at least, at most, and between them as a multiple of a commit’s own time. */
const GROUP_MS = { least: 2, most: 12, commits: 3 };
/** A smaller group waits for more jobs as long as one may, while there are any: its commit would be shared by too few. */
const FEW_JOBS = 8;
/** How much the last commit counts in the mean of their times. */
const RECENT = 0.2;

/** Who hears of every statement, and of the number of transactions of every commit. */
interface Seen {
  statement: (sql: string, params: Params) => void;
  commit: (jobs: number) => void;
}

/** Runs by itself, outside any transaction. */
interface Alone {
  alone: () => void;
}

/**
 * Commits many transactions at once, since a commit that survives a power cut costs more than most of what it keeps.
 * They run one after the other, each in a savepoint of its own: one that fails is taken back alone. Callers hear of
 * theirs when the commit of all has succeeded. A group ends as soon as nobody else has come, so a lone transaction
 * waits for nothing. While others come it lasts the longer the slower the disk is: more share what costs more.
 */
export class GroupCommit implements JobHost {
  readonly writer: Connection;
  readonly observe: Seen['statement'];
  readonly #committed: Seen['commit'];
  /** The committer serves all callers, so it must not carry the context of the one that woke it. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #queue: (Job | Alone)[] = [];
  /** Jobs that give way to those of the queue. */
  readonly #background: Job[] = [];
  readonly turns = createTurns();
  #ahead = 0;
  #isBusy = false;
  /** Jobs of the open group that have ended well and wait for its commit, in their order. */
  #done: Job[] = [];
  /** Jobs that failed beside those. They may have seen what is committed only then: what they failed for must stand. */
  #refused: Job[] = [];
  #running: Job | undefined;
  #beganAt = 0;
  /** Mean time of a commit. */
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

  /** SQLite took back all of the open transaction. */
  lost(error: unknown): void {
    this.#running?.lose(error);
    this.#failAll(error);
  }

  #wake(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // A request that comes alone waits for no turn.
    if (!isInBackground()) this.turns.had();
    this.#outside(() => void this.#drain());
  }

  /** What runs alone, as the end does, comes after all that was asked for. */
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
    // Never inside the call that woke it.
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
      // However many wait, timers and sockets have their turn between two groups.
      if (this.#hasWaiting) await this.turns.wait();
    }
    this.#isBusy = false;
  }

  /** The first job of a group needs no savepoint: while it runs there is nothing else to keep. */
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

  /** Whoever was about to come gets one turn of the event loop for it. */
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
   * A job awaits something else than its statements. The others of its group do not wait for it, perhaps it waits for
   * one of them: it is taken out, they are committed, and it goes on in a transaction of its own where it stood.
   */
  #overdue(): void {
    this.#watch = undefined;
    const job = this.#running;
    // Between two jobs nobody is waited for; the next one is watched anew.
    if (!job || this.#done.length === 0) return;
    // It gives way to the event loop, and goes on.
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
    } catch {
      // The failure before this one is told; whoever begins next sees whether the connection still works.
    }
  }

  #failAll(error: unknown): void {
    const { done, refused } = this.#close();
    for (const job of [...done, ...refused]) job.fail(new Unavailable(error));
  }

  /** Ends the group, and returns who waits for it. */
  #close(): { done: Job[]; refused: Job[] } {
    clearTimeout(this.#watch);
    this.#watch = undefined;
    const group = { done: this.#done, refused: this.#refused };
    this.#done = [];
    this.#refused = [];
    return group;
  }
}
