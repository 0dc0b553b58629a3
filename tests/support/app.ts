import { createApp } from '../../server/app';
import { readConfig, type Config } from '../../server/config';
import { openDatabase } from '../../server/db/database';
import { ensureInstance } from '../../server/db/unscoped/instance';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';

/** One database for the whole run: tests keep apart by their workspaces. */
export const database = await openDatabase();
await database.migrate();
await ensureInstance(database, new Date());

/** Bytes of every log line of the run, for the search for secrets. */
export async function startServer(change: Partial<Config> = {}) {
  const config: Config = { ...readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }), ...change };
  const services = createServices(config, database, createLog(config.logLevel));
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
