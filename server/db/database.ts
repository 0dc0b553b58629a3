import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import type { Awaitable } from '../awaitable';
import { engine } from './engine';
import { sqlitePositions } from './sql-text';

interface NoDriverResult extends PgQueryResultHKT {
  type: never;
}
type Drizzle = PgDatabase<NoDriverResult>;

/** Typed as PostgreSQL; SQLite supports the same calls. */
export type Queries = Pick<Drizzle, 'select' | 'insert' | 'update' | 'delete' | '$count'>;

export interface TransactionOptions {
  /** For what a power cut may undo, but the end of the process may not: SQLite then does not wait for the disk. */
  isRelaxed?: boolean;
}

/** Query it with `scoped(store, workspaceId)` or the functions of `queries/` and `system/`. */
export interface Store {
  /** Joins an open transaction. Rolls back when `work` throws. */
  transaction<T>(work: (tx: Store) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` at once outside a transaction. */
  afterCommit(work: () => void): void;
}

export interface OpenStore extends Store, Queries {
  run(text: string, params: readonly Value[]): Promise<readonly unknown[][]>;
  /** At once where the database is a file. */
  read(text: string, params: readonly Value[]): Awaitable<readonly unknown[][]>;
}

export type Value = string | number | null;

export interface Database extends Store {
  /** Processes that start together wait for each other. */
  migrate(folder?: string): Promise<void>;
  close(): Promise<void>;
  observe(seen: ((sql: string, params: unknown[]) => void) | undefined): void;
  /** SQLite only. Returns a function that unsubscribes. */
  onCommit(seen: (jobs: number) => void): () => void;
  readonly url: string;
  /** Undefined on PostgreSQL and in memory. */
  readonly file: string | undefined;
  readonly location: DatabaseLocation;
  /** Several processes may write and share the work; on SQLite one process does it all. */
  readonly isShared: boolean;
  /** How many of `wanted` transactions progress at once. */
  parallelTransactions(wanted: number): number;
  /** How many of `wanted` transactions may be open at once and still commit in the order in which they began. */
  orderedTransactions(wanted: number): number;
  /** `ready` runs at the start and after each gap. Returns a function that unsubscribes. Does nothing on SQLite. */
  listen(channel: string, onNotification: (text: string) => void, ready: () => void): Promise<() => Promise<void>>;
  /** Does nothing on SQLite. Call it outside of transactions, since PostgreSQL commits those with notifications one by one. */
  notify(channel: string, text: string): Promise<void>;
  /**
   * For work that one process does: ends with the process or by the returned function. Undefined when another process
   * has it. Granted to each process of a shared database.
   */
  takeLock(name: string): (() => void) | undefined;
  /** For locks that end with the process; undefined on SQLite. */
  session(): DatabaseSession | undefined;
}

/** Workers open it with connections of their own. */
export type DatabaseLocation = { url: string } | { file: string; clicksFile: string };

export interface DatabaseSession extends Pick<OpenStore, 'run'> {
  close(): Promise<void>;
}

/** Lint allows the import in the database folder and in `emit` only. */
export const queries = (store: Store): Queries => store as OpenStore;

/** The query builder would cost more than a hot statement itself. */
export const runStatement = (
  store: Store,
  text: string | { sqlite: string; postgres: string },
  params: readonly Value[],
): Promise<readonly unknown[][]> => {
  const own = typeof text === 'string' ? text : text[engine];
  return (store as OpenStore).run(engine === 'sqlite' ? sqlitePositions(own) : own, params);
};

export const readRows = (store: Store, text: string, params: readonly Value[]): Awaitable<readonly unknown[][]> =>
  (store as OpenStore).read(engine === 'sqlite' ? sqlitePositions(text) : text, params);

export const timeValue = (time: number): Value => (engine === 'postgres' ? new Date(time).toISOString() : time);

/** Milliseconds since 1970. */
export const timeFromDatabase = (value: unknown): number => (value instanceof Date ? value.getTime() : Number(value));

/** The commit cannot be undone, so every job runs before the first error is thrown. */
export function runCommitted(jobs: readonly (() => void)[]): void {
  const failures: unknown[] = [];
  for (const job of jobs) {
    try {
      job();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

export function prepared<T>(build: (db: Queries) => T): (store: Store) => T {
  const built = new WeakMap<Store, T>();
  return (store) => {
    let statement = built.get(store);
    if (statement === undefined) built.set(store, (statement = build(queries(store))));
    return statement;
  };
}

export function queriesOf(db: Queries): Queries {
  return {
    select: db.select.bind(db),
    insert: db.insert.bind(db),
    update: db.update.bind(db),
    delete: db.delete.bind(db),
    $count: db.$count.bind(db),
  };
}

interface Lockable {
  for(strength: 'no key update'): unknown;
}

/** `no key update` does not conflict with foreign keys that refer to the rows. */
export function forUpdate<Q extends Lockable>(query: Q): Q {
  return engine === 'postgres' ? (query.for('no key update') as Q) : query;
}
