import { engine } from '../../server/db/engine';
import { until } from './until';

const MAX_WAIT_MS = 20_000;

/** Runs statements on a database past the application, as an operator or an accident would. */
export async function runStatements(databaseUrl: string, ...statements: string[]): Promise<void> {
  const sql = new Bun.SQL(engine === 'sqlite' ? `sqlite://${databaseUrl}` : databaseUrl, { max: 1 });
  try {
    if (engine === 'sqlite') await sql.unsafe('pragma busy_timeout = 0');
    for (const statement of statements) await whenFree(() => sql.unsafe(statement));
  } finally {
    await sql.close();
  }
}

/**
 * SQLite’s own waiting would stand in this thread, and with it the application of the test, which may be in the middle
 * of a transaction.
 */
async function whenFree(run: () => PromiseLike<unknown>): Promise<void> {
  const isDone = async () => {
    try {
      await run();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
      return false;
    }
  };
  await until(isDone, { timeoutMs: MAX_WAIT_MS, everyMs: 1 });
}

/** Makes every new key take about 20 ms in SQLite, and 100 beside others in PostgreSQL, so that a process dies in the middle of one. */
export const slowKeys = (databaseUrl: string): Promise<void> =>
  engine === 'sqlite'
    ? runStatements(
        databaseUrl,
        `create trigger slow_keys before insert on api_keys begin
           with recursive many(n) as (select 1 union all select n + 1 from many limit 200000)
           select max(n) from many;
         end`,
      )
    : runStatements(
        databaseUrl,
        `create function slow() returns trigger language plpgsql as
           'begin perform pg_sleep(0.1); return new; end'`,
        'create trigger slow_keys before insert on api_keys for each row execute function slow()',
      );

/** Rows that a query returns, past the application. */
export async function readRows(databaseUrl: string, query: string): Promise<Record<string, unknown>[]> {
  const sql = new Bun.SQL(engine === 'sqlite' ? `sqlite://${databaseUrl}` : databaseUrl, { max: 1 });
  try {
    return [...(await sql.unsafe(query))];
  } finally {
    await sql.close();
  }
}
