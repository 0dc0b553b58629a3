import { SQL } from 'bun';
import { drizzle } from 'drizzle-orm/bun-sql';
import { migrate } from 'drizzle-orm/bun-sql/migrator';

import { queriesOf, runCommitted, type Database, type OpenStore, type Queries } from './database';
import * as schema from './schema';

const MIGRATION_LOCK = 7_262_001;

/** PostgreSQL through Bun.sql, with a pool of connections. */
export function open(url: string): Database {
  const client = new SQL({ url, max: 10 });
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
      const result = await db.transaction((inner) => {
        const tx: OpenStore = {
          ...queriesOf(inner as unknown as Queries),
          run: running((inner as unknown as { session: { client: SQL } }).session.client),
          transaction: (nested) => nested(tx),
          afterCommit: (job) => void committed.push(job),
        };
        return work(tx);
      });
      runCommitted(committed);
      return result;
    },
    afterCommit: (job) => job(),
    observe: (seen) => void (observer = seen),

    async migrate(folder = 'drizzle/postgres') {
      const single = new SQL({ url, max: 1 });
      try {
        await single`select pg_advisory_lock(${MIGRATION_LOCK})`;
        await migrate(drizzle(single), { migrationsFolder: folder });
      } finally {
        await single.end();
      }
    },

    file: undefined,

    async listen(channel, hear, ready) {
      const subscription = await client.listen(channel, hear, ready);
      return () => subscription.unlisten();
    },

    close: () => client.end(),
  };
  return database;
}
