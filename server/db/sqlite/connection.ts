import { Database as Driver, type SQLQueryBindings, type Statement } from 'bun:sqlite';

import { LRUCache } from 'lru-cache';

export type Params = SQLQueryBindings[];
export type Rows = unknown[][];

const MAX_STATEMENTS = 300;
/** Longer texts are inserts whose text depends on the number of rows, and use much memory. */
const MAX_CACHED_LENGTH = 5000;

/** A statement that begins with `with` may still write. */
const NAMES_PARTS = /^\s*with\b/i;
const WRITES = /\b(?:insert|replace)\s+(?:or|into)\b|\bdelete\s+from\b|\bupdate\s/i;
export const onlyReads = (sql: string): boolean =>
  /^\s*select\b/i.test(sql) || (NAMES_PARTS.test(sql) && !WRITES.test(sql));

/**
 * SQLite may choose a plan by the values of a limit, a join or a partial index, and would make it again for every run,
 * which takes ten times as long as the run. The plus sign hides the value.
 */
const withSteadyPlan = (sql: string): string => sql.replaceAll(/\?\d*/g, '+$&');

interface Prepared {
  statement: Statement;
  isRead: boolean;
}

/** The driver’s own cache holds only twenty prepared statements. */
export class SqliteConnection {
  readonly driver: Driver;
  readonly #statements = new LRUCache<string, Prepared>({
    max: MAX_STATEMENTS,
    dispose: ({ statement }) => statement.finalize(),
  });
  #isReading = false;

  constructor(file: string) {
    this.driver = new Driver(file, { create: true });
    this.driver.run('pragma busy_timeout = 5000');
    this.driver.run('pragma journal_mode = wal');
    // An acknowledged write must survive a power failure.
    this.driver.run('pragma synchronous = full');
    this.driver.run('pragma foreign_keys = on');
    this.driver.run('pragma cache_size = -32768');
    this.driver.run('pragma temp_store = memory');
    // The commit that reaches this limit writes all pages: with 4000, requests waited 25 ms.
    this.driver.run('pragma wal_autocheckpoint = 1000');
  }

  get inTransaction(): boolean {
    return this.driver.inTransaction && !this.#isReading;
  }

  run(sql: string, params: Params = []): Rows {
    if (sql.length <= MAX_CACHED_LENGTH) {
      const { statement, isRead } = this.#prepared(sql);
      if (isRead) this.#beginReading();
      else this.endReading();
      return statement.values(...params);
    }
    this.endReading();
    const statement = this.driver.prepare(sql);
    try {
      return statement.values(...params);
    } finally {
      statement.finalize();
    }
  }

  /** Whether a commit returns only when it would survive a power cut. Not for use in a transaction. */
  waitForDisk(isWaiting: boolean): void {
    this.endReading();
    // Takes effect when it is prepared.
    this.driver.run(`pragma synchronous = ${isWaiting ? 'full' : 'normal'}`);
  }

  change(work: (driver: Driver) => void): void {
    this.endReading();
    this.#statements.clear();
    work(this.driver);
  }

  close(): void {
    this.endReading();
    this.#statements.clear();
    this.driver.close();
  }

  /** Locks of files take longer than most reads, so those of one turn share a transaction. */
  #beginReading(): void {
    if (this.driver.inTransaction) return;
    this.#prepared('begin').statement.run();
    this.#isReading = true;
    // After all that follows without waiting, before the next event.
    queueMicrotask(() => process.nextTick(() => this.endReading()));
  }

  /** What is read next sees what others have committed meanwhile. */
  endReading(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    // An error may have ended it.
    if (this.driver.inTransaction) this.#prepared('commit').statement.run();
  }

  #prepared(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      prepared = { statement: this.driver.prepare(withSteadyPlan(sql)), isRead: onlyReads(sql) };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}
