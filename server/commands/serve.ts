import { createApp } from '../app';
import { readConfig } from '../config';
import { openDatabase } from '../db/database';
import { ensureInstance, pingDatabase } from '../db/unscoped/instance';
import { createLog } from '../log';
import { createServices } from '../services';

/** Migrates, serves, and stops gracefully at SIGINT or SIGTERM: what is in flight is answered, then all is closed. */
export async function serve(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const database = await openDatabase();
  await database.migrate();
  await ensureInstance(database, new Date());

  const services = createServices(config, database, log);
  let stopping = false;
  const isReady = async () => !stopping && (await pingDatabase(database));
  const app = createApp(services, isReady);
  await services.start();
  app.listen({ port: config.port, hostname: config.host });
  log.info({ url: config.baseUrl, host: config.host, port: app.server?.port }, 'listening');

  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const forced = setTimeout(() => void app.server?.stop(true), config.stopTimeoutMs);
    await app.server?.stop();
    clearTimeout(forced);
    await services.stop();
    await database.close();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('SIGTERM', () => void stop('SIGTERM'));
}
