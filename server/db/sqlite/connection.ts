import { Database as Driver, type SQLQueryBindings, type Statement } from 'bun:sqlite';

import { LRUCache } from 'lru-cache';

export type Params = SQLQueryBindings[];
export type Rows = unknown[][];

const MAX_STATEMENTS = 300;
/** Longer texts are inserts whose text depends on the number of rows, and use much memory. */
const MAX_CACHED_LENGTH = 5000;

/** The driver’s own cache holds only twenty prepared statements. */
export class SqliteConnection {
  readonly driver: Driver;
  readonly #statements = new LRUCache<string, Statement>({
    max: MAX_STATEMENTS,
    dispose: (statement) => statement.finalize(),
  });

  constructor(file: string) {
    this.driver = new Driver(file, { create: true });
    this.driver.run('pragma busy_timeout = 5000');
    this.driver.run('pragma journal_mode = wal');
    // An acknowledged write must survive a power cut.
    this.driver.run('pragma synchronous = full');
    this.driver.run('pragma foreign_keys = on');
    this.driver.run('pragma cache_size = -32768');
    this.driver.run('pragma temp_store = memory');
    // The commit that reaches this limit writes all pages: with 4000, requests waited 25 ms.
    this.driver.run('pragma wal_autocheckpoint = 1000');
  }

  get inTransaction(): boolean {
    return this.driver.inTransaction;
  }

  run(sql: string, params: Params = []): Rows {
    if (sql.length <= MAX_CACHED_LENGTH) return this.#prepared(sql).values(...params);
    const statement = this.driver.prepare(sql);
    try {
      return statement.values(...params);
    } finally {
      statement.finalize();
    }
  }

  change(work: (driver: Driver) => void): void {
    this.#statements.clear();
    work(this.driver);
  }

  close(): void {
    this.#statements.clear();
    this.driver.close();
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.driver.prepare(sql)));
    return statement;
  }
}
