/** The server of `whatsapp-scale.ts`; prints where it listens as JSON. */
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config/config';
import { openDatabase } from '../../server/db/open';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';

const POLL_MS = 5;

export interface Figures {
  /** Microseconds of all threads. */
  cpu: number;
  rss: number;
  /** Milliseconds that the loop came late, since it was asked last. */
  late: number[];
}

const began = performance.now();
const database = await openDatabase();
await database.migrate();
const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
const services = createServices(config, database, createLog(config.logLevel));

let [late, due]: [number[], number] = [[], performance.now() + POLL_MS];
setInterval(() => {
  const now = performance.now();
  late.push(Math.max(0, now - due));
  due = now + POLL_MS;
}, POLL_MS);
const figures = (): Response => {
  const { user, system } = process.cpuUsage();
  const told: Figures = { cpu: user + system, rss: process.memoryUsage.rss(), late };
  late = [];
  return Response.json(told);
};

const app = createApp(services).get('/healthz/figures', figures);
await services.start();
app.listen({ port: 0, hostname: '127.0.0.1' });
process.stdout.write(JSON.stringify({ port: app.server?.port, startMs: performance.now() - began }));
