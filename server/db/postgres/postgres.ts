import { SQL } from 'bun';
import { drizzle } from 'drizzle-orm/bun-sql';
import { migrate } from 'drizzle-orm/bun-sql/migrator';

import { createGate, isInBackground } from '../background';
import { tooLong } from '../caller';
import { queriesOf, runCommitted, type Database, type OpenStore, type Queries } from '../database';
import { maxConnections } from '../engine';
import { isIdleTimeout, Unavailable } from '../faults';
import { migrationsFolder, refuseUnreleased } from '../migrations-folder';
import { createListener } from './listener';
import { openPool, type Statements } from './pool';

const MIGRATION_LOCK = 7_262_001;
/** A suspended process would hold its locks. Poolers refuse or lose the setting at connection start. */
const LIMIT_IDLE = `select set_config('idle_in_transaction_session_timeout', $1, true)`;
const IDLE_MS = '5000';
const BACKGROUND = Math.max(1, Math.floor(maxConnections / 2));

export function open(url: string): Database {
  const pool = openPool({ url, max: maxConnections });
  const listener = createListener(url, pool);
  let observer: ((sql: string, params: unknown[]) => void) | undefined;
  const db = drizzle(pool as unknown as SQL, {
    logger: { logQuery: (sql, params) => observer?.(sql, params) },
  });

  const gate = createGate(BACKGROUND);
  const yieldToForeground = <T>(work: () => Promise<T>): Promise<T> => (isInBackground() ? gate(work) : work());

  const running =
    (connection: Statements): OpenStore['run'] =>
    async (text, params) => {
      observer?.(text, [...params]);
      return (await connection.unsafe(text, [...params]).values()) as unknown[][];
    };

  const database: Database & OpenStore = {
    ...queriesOf(db as unknown as Queries),
    run: (text, params) => yieldToForeground(() => running(pool)(text, params)),
    read: (text, params) => yieldToForeground(() => running(pool)(text, params)),

    async transaction(work) {
      const committed: (() => void)[] = [];
      const trace = new Error('opened');
      const result = await yieldToForeground(() =>
        db.transaction(async (inner) => {
          const connection = (inner as unknown as { session: { client: Statements } }).session.client;
          const tx: OpenStore = {
            ...queriesOf(inner as unknown as Queries),
            run: running(connection),
            read: running(connection),
            transaction: (nested) => nested(tx),
            afterCommit: (job) => void committed.push(job),
          };
          // Sent ahead of the first statement of `work`, which does not wait for its answer.
          const [, answer] = await Promise.all([connection.unsafe(LIMIT_IDLE, [IDLE_MS]).execute(), work(tx)]);
          return answer;
        }),
      ).catch((error: unknown) => {
        throw isIdleTimeout(error) ? new Unavailable(tooLong(trace, error)) : error;
      });
      runCommitted(committed);
      return result;
    },
    afterCommit: (job) => job(),
    observe: (seen) => void (observer = seen),
    onCommit: () => () => {},

    async migrate(folder = migrationsFolder('postgres')) {
      const single = new SQL({ url, max: 1 });
      try {
        await single`select pg_advisory_lock(${MIGRATION_LOCK})`;
        refuseUnreleased(await firstMigration(single), folder);
        await migrate(drizzle(single), { migrationsFolder: folder });
      } finally {
        await single.end();
      }
    },

    url,
    file: undefined,
    location: { url },

    isShared: true,
    parallelTransactions: (wanted) => wanted,
    orderedTransactions: () => 1,

    async notify(channel, text) {
      await database.run('select pg_notify($1, $2)', [channel, text]);
    },
    takeLock: () => () => {},
    listen: (channel, onNotification, ready) => listener.listen({ channel, onNotification, ready }),

    session() {
      const single = openPool({ url, max: 1 });
      return { run: running(single), close: () => single.close() };
    },

    async close() {
      await listener.close();
      await pool.close();
    },
  };
  return database;
}

async function firstMigration(single: SQL): Promise<number | undefined> {
  const [made] = await single`select to_regclass('drizzle.__drizzle_migrations') is not null as yes`;
  if (made?.yes !== true) return undefined;
  const [row] = await single`select min(created_at) as first from drizzle.__drizzle_migrations`;
  return row?.first === null ? undefined : Number(row?.first);
}
