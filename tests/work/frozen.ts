/**
 * A server whose background work stands still for ever before a step, and says of each queue that it does. What runs on
 * is the heartbeat, until somebody kills it.
 */
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config/config';
import { openDatabase } from '../../server/db/open';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';

const read = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
const config = { ...read, importFolder: process.env['IMPORT_FOLDER'] ?? read.importFolder };
const services = createServices(config, await openDatabase(), createLog('silent'));
services.queues.watch((queue, step) => {
  if (step !== process.env['FREEZE_AT']) return undefined;
  process.stdout.write(`frozen ${queue}\n`);
  return new Promise<void>(() => {});
});
const app = createApp(services);
await services.start();
app.listen({ port: 0, hostname: '127.0.0.1' });
process.stdout.write(`{"port":${app.server?.port},"msg":"listening"}\n`);
