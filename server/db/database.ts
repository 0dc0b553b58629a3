import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import { engine } from './engine';

interface NoDriverResult extends PgQueryResultHKT {
  type: never;
}
type Drizzle = PgDatabase<NoDriverResult>;

/** The database or a transaction. Typed as PostgreSQL; SQLite answers the same calls. */
export type Queries = Pick<Drizzle, 'select' | 'insert' | 'update' | 'delete' | '$count'>;

/** The database or a transaction. Query it with `scoped(store, workspaceId)` or the functions of `queries/` and `system/`. */
export interface Store {
  /** Runs `work` in a transaction; joins an open one. Rolls back when `work` throws. */
  transaction<T>(work: (tx: Store) => Promise<T>): Promise<T>;
  /** Runs `work` once the transaction has committed; outside one, at once. */
  afterCommit(work: () => void): void;
}

/** A store as the database folder sees it. */
export interface OpenStore extends Store, Queries {
  /** Runs a prepared statement and returns its rows. */
  run(text: string, params: readonly Value[]): Promise<readonly unknown[][]>;
}

export type Value = string | number | null;

export interface Database extends Store {
  /** Runs pending migrations; processes that start together wait for each other. */
  migrate(folder?: string): Promise<void>;
  close(): Promise<void>;
  /** Calls `seen` with every statement, for tests of tenant isolation. */
  observe(seen: ((sql: string, params: unknown[]) => void) | undefined): void;
  /**
   * Calls `seen` with the number of transactions of every commit (SQLite only). Returns a function that unsubscribes.
   */
  onCommit(seen: (jobs: number) => void): () => void;
  readonly url: string;
  /** Undefined on PostgreSQL and in memory. */
  readonly file: string | undefined;
  /**
   * Subscribes to a channel; `ready` runs at the start and after each gap, in which notifications were lost. Returns a
   * function that unsubscribes. Does nothing on SQLite.
   */
  listen(channel: string, onNotification: (text: string) => void, ready: () => void): Promise<() => Promise<void>>;
  /** A separate connection, for locks that end with the process; undefined on SQLite. */
  session(): Session | undefined;
}

export interface Session extends Pick<OpenStore, 'run'> {
  close(): Promise<void>;
}

/** The query methods of a store. Lint allows the import in the database folder and in `emit` only. */
export const queries = (store: Store): Queries => store as OpenStore;

/** Runs a hot statement without the query builder, which would cost more than the statement itself. */
export const runStatement = (
  store: Store,
  text: string | { sqlite: string; postgres: string },
  params: readonly Value[],
): Promise<readonly unknown[][]> => {
  const own = typeof text === 'string' ? text : text[engine];
  return (store as OpenStore).run(engine === 'sqlite' ? numbered(own) : own, params);
};

/** SQLite reads `$1` as a name and binds in order of first use; `?1` is a position. */
const numbered = (text: string): string => {
  let own = sqliteTexts.get(text);
  if (own === undefined) sqliteTexts.set(text, (own = text.replaceAll(/\$(\d+)/g, '?$1')));
  return own;
};
const sqliteTexts = new Map<string, string>();

/** A time as the engine binds it. */
export const timeValue = (time: number): Value => (engine === 'postgres' ? new Date(time).toISOString() : time);

/** A time as the engine returns it to `runStatement`, in milliseconds since 1970. */
export const timeOf = (value: unknown): number => (value instanceof Date ? value.getTime() : Number(value));

/** The commit stands whatever its jobs do: every job runs, then the first error is thrown. */
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

/** Limits a store to these query methods. */
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
  for(strength: 'no key update' | 'share'): unknown;
}

/**
 * SQLite has one writer and needs no lock. `no key update`, because a stronger lock would conflict with foreign keys
 * that refer to these rows.
 */
export function forUpdate<Q extends Lockable>(query: Q): Q {
  return engine === 'postgres' ? (query.for('no key update') as Q) : query;
}

/** Prevents changes of the rows until the transaction ends; other transactions may hold the same lock. */
export function forShare<Q extends Lockable>(query: Q): Q {
  return engine === 'postgres' ? (query.for('share') as Q) : query;
}
