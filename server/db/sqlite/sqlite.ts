import type { SQLQueryBindings } from 'bun:sqlite';
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { drizzle } from 'drizzle-orm/sqlite-proxy';

import { isInBackground } from '../background';
import { queriesOf, type Database, type OpenStore, type Queries, type TransactionOptions } from '../database';
import { GroupCommit } from '../group-commit';
import { migrationsFolder } from '../migrations-folder';
import { clicksFileOf, migrateClicks } from './clicks-file';
import { onlyReads, SqliteConnection, type Params, type Rows } from './connection';
import { acquireFileLock } from './file-lock';
import { migrate } from './migrate';

type Observer = ((sql: string, params: unknown[]) => void) | undefined;

/** bun:sqlite cannot `await` inside a transaction: one connection commits queued jobs in groups, a second one reads. */
export function open(file: string, maxTransactionMs?: number): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const writer = new SqliteConnection(file);
  const reader = file === ':memory:' ? writer : new SqliteConnection(file);
  const current = new AsyncLocalStorage<{ readonly hasEnded: boolean }>();
  let observer: Observer;
  const counters = new Set<(jobs: number) => void>();
  const commits = new GroupCommit(
    writer,
    {
      statement: (sql, params) => observer?.(sql, params),
      commit: (jobs) => {
        reader.endReading();
        counters.forEach((count) => count(jobs));
      },
    },
    maxTransactionMs,
  );

  /** The action would wait for the transaction that waits for it. */
  const rejectNested = (action: string): void => {
    if (current.getStore()?.hasEnded === false) throw new Error(`Inside a transaction, ${action} through \`tx\`.`);
  };

  const read = (sql: string, params: SQLQueryBindings[]): Rows => {
    observer?.(sql, params);
    // Outside a transaction the writer sees the same rows, and its cache is warm.
    return (writer.inTransaction ? reader : writer).run(sql, params);
  };

  const answer = (sql: string, params: SQLQueryBindings[]): Rows | Promise<Rows> => {
    rejectNested('query');
    if (reader !== writer && onlyReads(sql)) {
      // Continuous reads would block the event loop.
      const { turns } = commits;
      return isInBackground() && turns.isDue() ? turns.wait().then(() => read(sql, params)) : read(sql, params);
    }
    return commits.transaction((job) => job.query(sql, params));
  };

  const transaction = <T>(work: (tx: OpenStore) => Promise<T>, options?: TransactionOptions): Promise<T> => {
    rejectNested('open another');
    const traced = { ...options, trace: new Error('opened') };
    return commits.transaction<T>((job) => {
      const within = (sql: string, params: Params): Rows | Promise<Rows> => job.query(sql, params);
      let made: Queries | undefined;
      const builder = (): Queries => (made ??= queriesThrough(within));
      const tx: OpenStore = {
        // Created lazily, since a query builder costs more than a short transaction.
        get select() {
          return builder().select;
        },
        get insert() {
          return builder().insert;
        },
        get update() {
          return builder().update;
        },
        get delete() {
          return builder().delete;
        },
        get $count() {
          return builder().$count;
        },
        run: async (text, params) => within(text, [...params]),
        read: (text, params) => within(text, [...params]),
        transaction: (inner) => inner(tx),
        afterCommit: (hook) => job.afterCommit(hook),
      };
      return current.run(job, () => work(tx));
    }, traced);
  };

  const database: Database & OpenStore = {
    ...queriesThrough(answer),
    run: async (text, params) => answer(text, [...params]),
    read: (text, params) => answer(text, [...params]),
    transaction,
    afterCommit: (hook) => hook(),
    observe: (seen) => void (observer = seen),
    onCommit: (seen) => {
      counters.add(seen);
      return () => counters.delete(seen);
    },

    isShared: false,
    parallelTransactions: () => 1,
    orderedTransactions: (wanted) => wanted,
    listen: async () => async () => {},
    notify: async () => {},
    takeLock: (name) => (file === ':memory:' ? () => {} : acquireFileLock(`${file}.${name}`)),
    session: () => undefined,
    url: file,
    file: file === ':memory:' ? undefined : file,
    location: { file, clicksFile: clicksFileOf(file) },

    async migrate(folder = migrationsFolder('sqlite')) {
      await commits.alone(() => writer.change((connection) => migrate(connection, folder)));
      if (file !== ':memory:') migrateClicks(file);
    },

    close: () =>
      commits.alone(() => {
        if (reader !== writer) reader.close();
        writer.close();
      }),
  };
  return database;
}

function queriesThrough(answer: (sql: string, params: Params) => Rows | Promise<Rows>): Queries {
  const db = drizzle(async (sql, params, method) => {
    const rows = await answer(sql, params);
    return { rows: method === 'get' ? (rows[0] ?? []) : rows };
  });
  return queriesOf(db as unknown as Queries);
}
