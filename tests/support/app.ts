import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureInstance } from '../../server/access/system/instance';
import { createApp } from '../../server/app';
import { readConfig, type Config } from '../../server/config/config';
import type { Database } from '../../server/db/database';
import { databaseUrl, engine } from '../../server/db/engine';
import { openDatabase } from '../../server/db/open';
import { createFailureBucket } from '../../server/limits/failure-bucket';
import { createRatePolicy } from '../../server/limits/gcra';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';
import { freshPostgres } from './fresh-postgres';
import { NO_WHATSAPP } from './no-whatsapp';
import { dropDatabase, makeDatabase } from './postgres';
import { saveLog, logFolder } from './test-logs';

/** One database for the whole run: tests keep apart by their workspaces. */
export const database = await openDatabase();
await database.migrate();
await ensureInstance(database, new Date());

interface ServerOptions {
  store?: Database;
  /** Lifts the buckets of failures, of questions about clicks and of sessions, for tests with thousands of them. */
  unlimited?: boolean;
  /** Hears what the server logs of failures. */
  onErrorLog?: (line: string) => void;
}

/** A server of its own on a free port; `change` overrides the configuration. */
export async function startServer(
  change: Partial<Config> = {},
  { store = database, unlimited = false, onErrorLog }: ServerOptions = {},
) {
  const config: Config = {
    ...readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }),
    whatsappWebTestPeer: NO_WHATSAPP,
    ...change,
  };
  const services = createServices(config, store, logOf(config, onErrorLog));
  if (unlimited) {
    const wide = createFailureBucket({}, createRatePolicy('wide', 1_000_000, 1));
    const charge = () => ({ allowed: true, policies: [], retryAfterSeconds: 0, violated: [] });
    Object.assign(services.limits, {
      failures: wide,
      leakReports: wide,
      chargeAnalytics: charge,
      chargeSession: charge,
    });
  }
  // The servers of one file share a database and are no cluster: each grants its limits in full.
  Object.assign(services.node, { processes: () => 1 });
  const app = createApp(services);
  await services.start();
  listen(app);
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

/** Without Elysia’s listener, which keeps each server in memory until the process ends. */
function listen(app: ReturnType<typeof createApp>): void {
  const others = process.listeners('beforeExit');
  app.listen({ port: 0, hostname: '127.0.0.1' });
  for (const one of process.listeners('beforeExit')) if (!others.includes(one)) process.off('beforeExit', one);
}

function logOf({ logLevel }: Config, onErrorLog: ServerOptions['onErrorLog']) {
  if (logFolder === undefined) return onErrorLog ? createLog('error', { write: onErrorLog }) : createLog(logLevel);
  const write = (line: string) => {
    saveLog(line);
    if (line.includes('"level":"error"')) onErrorLog?.(line);
  };
  return createLog('debug', { write });
}

/** A database of its own, for tests of what there is once an installation. `close` it when done. */
export async function freshDatabase() {
  const place = engine === 'sqlite' ? emptyDatabase() : freshPostgres(databaseUrl, await (template ??= makeTemplate()));
  const { url, drop } = await place;
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

let template: Promise<string> | undefined;

/** The name of a migrated database: to copy it takes a tenth of the time. */
async function makeTemplate(): Promise<string> {
  const name = `${new URL(databaseUrl).pathname.slice(1)}_template`;
  await dropDatabase(databaseUrl, name);
  const store = await openDatabase(await makeDatabase(databaseUrl, name));
  await store.migrate();
  await store.close();
  return name;
}

/** Where a database can be made that nobody has migrated yet. */
export async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-fresh-'));
    return { url: join(folder, 'test.db'), drop: async () => rmSync(folder, { recursive: true, force: true }) };
  }

  const name = `switchboard_fresh_${crypto.randomUUID().replaceAll('-', '')}`;
  return { url: await makeDatabase(databaseUrl, name), drop: () => dropDatabase(databaseUrl, name) };
}
