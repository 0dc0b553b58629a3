import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import { engine } from './engine';
import type * as schema from './schema';

interface NoDriverResult extends PgQueryResultHKT {
  type: never;
}
type Drizzle = PgDatabase<NoDriverResult, typeof schema>;

/** What is queried through: the database, or a transaction on it. Typed as PostgreSQL; SQLite answers the same calls. */
export type Queries = Pick<Drizzle, 'select' | 'insert' | 'update' | 'delete' | '$count'>;

/**
 * A handle on the database or on a transaction. It cannot be queried by itself: `scoped(store, workspaceId)`
 * queries it within one workspace, the functions of `unscoped/` across them.
 */
export interface Store {
  /** Runs `work` in a transaction; on a store that is one already, joins it. Rolls back when `work` throws. */
  transaction<T>(work: (tx: Store) => Promise<T>): Promise<T>;
  /** Runs `work` once the transaction has committed; outside one, at once. */
  afterCommit(work: () => void): void;
}

/** A store as the database folder sees it. */
export interface OpenStore extends Store, Queries {
  /** Runs one statement as it stands and returns its rows; the same text is prepared once. */
  run(text: string, params: readonly Value[]): Promise<readonly unknown[][]>;
}

/** What a statement of `run` binds. */
export type Value = string | number | null;

export interface Database extends Store {
  /** Runs the migrations that the database has not had; processes that start together wait for each other. */
  migrate(folder?: string): Promise<void>;
  close(): Promise<void>;
  /** Calls `seen` with every statement, for tests of tenant isolation. */
  observe(seen: ((sql: string, params: unknown[]) => void) | undefined): void;
  /** Calls `seen` with the number of transactions of every commit; on PostgreSQL never. Returns the way out. */
  onCommit(seen: (jobs: number) => void): () => void;
  /** As it was opened. */
  readonly url: string;
  /** Where it lies; undefined on PostgreSQL and in memory. */
  readonly file: string | undefined;
  /**
   * Hears what other processes announce on a channel; `ready` runs at the start and after each gap, in which notices
   * were lost. Returns the way out. On SQLite there is nothing to hear.
   */
  listen(channel: string, onNotification: (text: string) => void, ready: () => void): Promise<() => Promise<void>>;
  /** A connection of its own, for locks that are to end with the process; undefined on SQLite, which has none. */
  session(): Session | undefined;
}

/** One connection, made anew when it broke: what it held is gone then. */
export interface Session extends Pick<OpenStore, 'run'> {
  close(): Promise<void>;
}

/** The query methods of a store. Only the database folder and `emit` may look inside one; lint holds to that. */
export const queries = (store: Store): Queries => store as OpenStore;

/**
 * Runs a hot statement without the query builder, which would cost more than the statement. `text` names its values
 * $1, $2, …; engines that differ get a text each.
 */
export const runStatement = (
  store: Store,
  text: string | { sqlite: string; postgres: string },
  params: readonly Value[],
): Promise<readonly unknown[][]> => {
  const own = typeof text === 'string' ? text : text[engine];
  return (store as OpenStore).run(engine === 'sqlite' ? numbered(own) : own, params);
};

/** SQLite takes `$1` for a name and binds by the order of the first use; `?1` is a number. */
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

/** The commit stands whatever its jobs do, and each of them runs; then the first failure is told. */
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

/** A statement that is built once for each store, because building it costs more than running it. */
export function prepared<T>(build: (db: Queries) => T): (store: Store) => T {
  const built = new WeakMap<Store, T>();
  return (store) => {
    let statement = built.get(store);
    if (statement === undefined) built.set(store, (statement = build(queries(store))));
    return statement;
  };
}

/** The query methods alone, bound: what is not named here cannot be called. */
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
 * Holds the rows until the transaction ends; SQLite has one writer, so it needs no lock. Ids never change, so the lock
 * leaves room for rows that refer to these ones: with a stronger one, two transactions could wait for each other.
 */
export function forUpdate<Q extends Lockable>(query: Q): Q {
  return engine === 'postgres' ? (query.for('no key update') as Q) : query;
}

/** Keeps the rows from being changed or deleted until the transaction ends; others may hold them the same way. */
export function forShare<Q extends Lockable>(query: Q): Q {
  return engine === 'postgres' ? (query.for('share') as Q) : query;
}
