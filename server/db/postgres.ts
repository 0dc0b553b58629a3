import { SQL } from 'bun';
import { drizzle } from 'drizzle-orm/bun-sql';
import { migrate } from 'drizzle-orm/bun-sql/migrator';

import { queriesOf, runCommitted, type Database, type OpenStore, type Queries } from './database';
import { mostConnections } from './engine';
import { migrationsFolder } from './migrations-folder';
import * as schema from './schema';

const MIGRATION_LOCK = 7_262_001;
/**
 * A process that stands still in a transaction would hold its locks, and so every other process, for as long. Set in
 * each transaction, since a pooler between refuses it at the start of a connection, and may forget it afterwards.
 */
const LIMIT_IDLE = `select set_config('idle_in_transaction_session_timeout', $1, true)`;
const IDLE_MS = '5000';

/** PostgreSQL through Bun.sql, with a pool of connections. */
export function open(url: string): Database {
  const client = new SQL({ url, max: mostConnections });
  let observer: ((sql: string, params: unknown[]) => void) | undefined;
  const db = drizzle(client, { schema, logger: { logQuery: (sql, params) => observer?.(sql, params) } });

  const running =
    (connection: Pick<SQL, 'unsafe'>): OpenStore['run'] =>
    async (text, params) => {
      observer?.(text, [...params]);
      return (await connection.unsafe(text, [...params]).values()) as unknown[][];
    };

  const database: Database & OpenStore = {
    ...queriesOf(db as unknown as Queries),
    run: running(client),

    async transaction(work) {
      const committed: (() => void)[] = [];
      const result = await db.transaction(async (inner) => {
        const connection = (inner as unknown as { session: { client: SQL } }).session.client;
        const tx: OpenStore = {
          ...queriesOf(inner as unknown as Queries),
          run: running(connection),
          transaction: (nested) => nested(tx),
          afterCommit: (job) => void committed.push(job),
        };
        // Ahead of the first statement of the work, which does not wait for its answer.
        const [, answer] = await Promise.all([connection.unsafe(LIMIT_IDLE, [IDLE_MS]).execute(), work(tx)]);
        return answer;
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
        await migrate(drizzle(single), { migrationsFolder: folder });
      } finally {
        await single.end();
      }
    },

    url,
    file: undefined,

    async listen(channel, hear, ready) {
      const subscription = await client.listen(channel, hear, ready);
      return () => subscription.unlisten();
    },

    session() {
      const single = new SQL({ url, max: 1 });
      return { run: running(single), close: () => single.end() };
    },

    close: () => client.end(),
  };
  return database;
}
