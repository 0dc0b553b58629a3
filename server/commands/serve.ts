import { announceSetup } from '../access';
import { ensureInstance, pingDatabase } from '../access/system/instance';
import { createApp } from '../app';
import { type Config, readConfig } from '../config/config';
import { migrationState } from '../db/applied-migrations';
import type { Database } from '../db/database';
import { openDatabase } from '../db/open';
import { databaseWithin } from '../deadline';
import { isLoopbackHost } from '../limits/client-address';
import { createLog, type Log } from '../log';
import { createServices } from '../services';
import { openTerminal, type Terminal } from './terminal';

/** Time for the last writes to the database once all requests have ended. */
const LAST_WRITES_MS = 3000;
const READY_MS = 2000;

/** SIGINT and SIGTERM stop the server gracefully: running requests are answered first. */
export async function serve(): Promise<void> {
  const config = readConfig();
  // In a terminal people read; elsewhere programs do.
  const terminal = process.stdout.isTTY ? openTerminal(process.stdout) : undefined;
  const log = createLog(config.logLevel, terminal?.log);
  // A log collector that went away must not fail requests.
  process.stdout.on('error', () => {});
  const database = await openDatabase();
  await migrate(database, terminal);
  await ensureInstance(database, new Date());

  const services = createServices(config, database, log);
  let stopping = false;
  const isReady = async () => !stopping && (await answersInTime(database));
  const app = createApp(services, isReady);
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    await Bun.sleep(config.stopDelayMs);
    // With a hanging database, queued writes could block the stop forever.
    setTimeout(() => {
      log.error('stopped before all data was written');
      process.exit(1);
    }, config.stopTimeoutMs + LAST_WRITES_MS).unref();

    // Requests that wait for events end now, or they would hold the stop.
    services.hub.close();
    const forced = setTimeout(() => void app.server?.stop(true), config.stopTimeoutMs);
    await Promise.all([app.server?.stop(), services.delivery.stop()]);
    clearTimeout(forced);
    await services.stop();
    await database.close();
    log.info('stopped');
    process.exit(0);
  };
  // Before the start, since an interrupted start has to be closed as well.
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('SIGTERM', () => void stop('SIGTERM'));

  await services.start();
  listen(app, config);
  if (terminal) terminal.ready(config.baseUrl);
  else log.info({ url: config.baseUrl, host: config.host, port: app.server?.port }, 'listening');
  warnOfPlainHttp(config.baseUrl, log);

  // Not through the log, whose mask would remove the token.
  await services.afterOutage.run(() => announceSetup(services, (line) => void process.stdout.write(line)));
}

async function migrate(database: Database, terminal: Terminal | undefined): Promise<void> {
  const pending = terminal ? (await migrationState(database)).pending.length : 0;
  if (terminal && pending > 0) await terminal.migrating(pending, () => database.migrate());
  else await database.migrate();
}

function listen(app: ReturnType<typeof createApp>, { host, port }: Config): void {
  try {
    app.listen({ port, hostname: host });
  } catch (error) {
    const code = (error as { code?: string }).code ?? 'unknown reason';
    throw new Error(
      `The service cannot listen on ${host}:${port} (${code}).\nStop the program that uses the port, or set HOST and PORT to an address that this user can listen on.`,
      { cause: error },
    );
  }
}

const answersInTime = (database: Database): Promise<boolean> =>
  databaseWithin(pingDatabase(database), READY_MS).catch(() => false);

function warnOfPlainHttp(baseUrl: string, log: Log): void {
  const { protocol, host } = new URL(baseUrl);
  if (protocol === 'https:' || isLoopbackHost(host)) return;
  log.warn(
    { url: baseUrl },
    'BASE_URL is plain http: passwords, session cookies and API keys are sent unencrypted. Use a reverse proxy with TLS and set BASE_URL to its https address.',
  );
}
