import { Database as Driver, type SQLQueryBindings, type Statement } from 'bun:sqlite';

export type Params = SQLQueryBindings[];
export type Rows = unknown[][];

/** The least recently used statement is dropped beyond this number. */
const MOST_STATEMENTS = 300;
/** Longer texts are inserts of many rows, which differ by their number and use much memory. */
const LONGEST_KEPT = 5000;

/** Caches prepared statements; the driver’s own cache holds only twenty. */
export class Connection {
  readonly driver: Driver;
  readonly #statements = new Map<string, Statement>();

  constructor(file: string) {
    this.driver = new Driver(file, { create: true });
    this.driver.run('pragma busy_timeout = 5000');
    this.driver.run('pragma journal_mode = wal');
    // An acknowledged write survives a power cut, not just a crash of the process.
    this.driver.run('pragma synchronous = full');
    this.driver.run('pragma foreign_keys = on');
    this.driver.run('pragma cache_size = -32768');
    this.driver.run('pragma temp_store = memory');
    this.driver.run('pragma wal_autocheckpoint = 4000');
  }

  get inTransaction(): boolean {
    return this.driver.inTransaction;
  }

  run(sql: string, params: Params = []): Rows {
    if (sql.length <= LONGEST_KEPT) return this.#prepared(sql).values(...params);
    const statement = this.driver.prepare(sql);
    try {
      return statement.values(...params);
    } finally {
      statement.finalize();
    }
  }

  /** Runs `work` on the driver; cached statements are dropped, since tables may change. */
  change(work: (driver: Driver) => void): void {
    this.#forget();
    work(this.driver);
  }

  close(): void {
    this.#forget();
    this.driver.close();
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    // Moves the statement to the end, as the most recently used.
    if (statement) this.#statements.delete(sql);
    else statement = this.driver.prepare(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > MOST_STATEMENTS) {
      const [oldest] = this.#statements;
      if (oldest) {
        this.#statements.delete(oldest[0]);
        oldest[1].finalize();
      }
    }
    return statement;
  }

  #forget(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
  }
}
