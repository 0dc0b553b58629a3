import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApp } from '../../server/app';
import { readConfig, type Config } from '../../server/config';
import { openDatabase, type Database } from '../../server/db/database';
import { databaseUrl, engine } from '../../server/db/engine';
import { ensureInstance } from '../../server/db/unscoped/instance';
import { createFailureBucket } from '../../server/limits/failure-bucket';
import { createPolicy } from '../../server/limits/gcra';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';

/** One database for the whole run: tests keep apart by their workspaces. */
export const database = await openDatabase();
await database.migrate();
await ensureInstance(database, new Date());

interface ServerOptions {
  store?: Database;
  /** Lifts the bucket of failures, for tests that fail on purpose thousands of times. */
  unlimited?: boolean;
}

/** A server of its own on a free port; `change` overrides the configuration. */
export async function startServer(
  change: Partial<Config> = {},
  { store = database, unlimited = false }: ServerOptions = {},
) {
  const config: Config = {
    ...readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }),
    ...change,
  };
  const services = createServices(config, store, createLog(config.logLevel));
  if (unlimited) {
    const wide = createFailureBucket({}, createPolicy('wide', 1_000_000, 1));
    Object.assign(services.limits, { failures: wide, leakReports: wide });
  }
  const app = createApp(services);
  await services.start();
  app.listen({ port: 0, hostname: '127.0.0.1' });
  const url = `http://127.0.0.1:${app.server?.port}`;
  return {
    services,
    app,
    url,
    async stop() {
      await app.server?.stop(true);
      await services.stop();
    },
  };
}

/** A database of its own, for tests of what there is once an installation. `close` it when done. */
export async function freshDatabase() {
  const { url, drop } = await emptyDatabase();
  const fresh = await openDatabase(url);
  await fresh.migrate();
  await ensureInstance(fresh, new Date());
  return {
    url,
    database: fresh,
    async close() {
      await fresh.close();
      await drop();
    },
  };
}

/** Where a database can be made that nobody has migrated yet. */
export async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-fresh-'));
    return { url: join(folder, 'test.db'), drop: async () => rmSync(folder, { recursive: true, force: true }) };
  }

  const name = `switchboard_fresh_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const sql = new Bun.SQL(databaseUrl, { max: 1 });
  await sql.unsafe(statement);
  await sql.close();
}
