import { Database as Connection, type SQLQueryBindings } from 'bun:sqlite';
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { drizzle } from 'drizzle-orm/sqlite-proxy';

import { queriesOf, runCommitted, type Database, type OpenStore, type Queries } from './database';
import { Mutex } from './mutex';
import * as schema from './schema';
import { migrate } from './sqlite-migrate';

type Observer = ((sql: string, params: unknown[]) => void) | undefined;
type Rows = unknown[][];

/**
 * bun:sqlite is synchronous and knows no `await` inside a transaction. Here one writer connection
 * stands behind a mutex, and reads go to a second connection, which sees committed rows only.
 */
export function open(file: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const writer = connect(file);
  const reader = file === ':memory:' ? writer : connect(file);
  const turn = new Mutex();
  const current = new AsyncLocalStorage<{ ended: boolean }>();
  let observer: Observer;

  const run = (connection: Connection, sql: string, params: SQLQueryBindings[]): Rows => {
    observer?.(sql, params);
    return connection.query(sql).values(...params);
  };

  const answer = (sql: string, params: SQLQueryBindings[]): Rows | Promise<Rows> => {
    if (current.getStore()?.ended === false) throw new Error('Inside a transaction, query through `tx`.');
    if (reader !== writer && /^\s*(?:select|with recursive)/i.test(sql)) return run(reader, sql, params);
    return turn.take(() => run(writer, sql, params));
  };

  const transaction = <T>(work: (tx: OpenStore) => Promise<T>): Promise<T> => {
    if (current.getStore()?.ended === false) throw new Error('Inside a transaction, open another through `tx`.');
    return turn.take(async () => {
      const state = { ended: false };
      const committed: (() => void)[] = [];
      const within = (sql: string, params: SQLQueryBindings[]): Rows => {
        if (state.ended) throw new Error('This transaction has ended; a query on it was not awaited.');
        return run(writer, sql, params);
      };
      const tx: OpenStore = {
        ...queriesThrough(within),
        run: async (text, params) => within(text, [...params]),
        transaction: (inner) => inner(tx),
        afterCommit: (job) => void committed.push(job),
      };

      writer.run('begin immediate');
      try {
        const result = await current.run(state, () => work(tx));
        state.ended = true;
        writer.run('commit');
        runCommitted(committed);
        return result;
      } catch (error) {
        state.ended = true;
        if (writer.inTransaction) writer.run('rollback');
        throw error;
      }
    });
  };

  const database: Database & OpenStore = {
    ...queriesThrough(answer),
    run: async (text, params) => answer(text, [...params]),
    transaction,
    afterCommit: (job) => job(),
    observe: (seen) => void (observer = seen),

    listen: async () => async () => {},
    file: file === ':memory:' ? undefined : file,

    migrate: (folder = 'drizzle/sqlite') => turn.take(() => migrate(writer, folder)),

    async close() {
      await turn.take(() => {
        if (reader !== writer) reader.close();
        writer.close();
      });
    },
  };
  return database;
}

function connect(file: string): Connection {
  const connection = new Connection(file, { create: true });
  connection.run('pragma busy_timeout = 5000');
  connection.run('pragma journal_mode = wal');
  // An acknowledged write survives a power cut, not just a crash of the process.
  connection.run('pragma synchronous = full');
  connection.run('pragma foreign_keys = on');
  return connection;
}

function queriesThrough(answer: (sql: string, params: SQLQueryBindings[]) => Rows | Promise<Rows>): Queries {
  const db = drizzle(
    async (sql, params, method) => {
      const rows = await answer(sql, params);
      return { rows: method === 'get' ? (rows[0] ?? []) : rows };
    },
    { schema },
  );
  return queriesOf(db as unknown as Queries);
}
