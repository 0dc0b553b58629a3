/** The server of `ingress.ts`: an instance in the Cloud API and its address; prints where it listens. */
import { Elysia } from 'elysia';

import { queries } from '../../server/db/database';
import { waProviderRaw } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { APP_SECRET, NUMBER } from './ingress-load';

export interface IngressBench {
  /** Where Meta calls. */
  callback: string;
  /** What the server tells of itself. */
  url: string;
}

const server = await startServer({}, { unlimited: true });
const call = restClient(server.url, (await seedKey(await seedWorkspace())).secret);
const cloud = { phone_number_id: NUMBER, access_token: 'EAAtoken', app_secret: APP_SECRET };
const made = await call('POST', '/whatsapp/instances', { name: 'bench', driver: 'cloud', connect: false, cloud });
if (made.status !== 201) throw new Error(JSON.stringify(made.body));

const told = new Elysia()
  .get('/kept', async () => ({
    notifications: await queries(database).$count(waProviderRaw),
    messages: await queries(database).$count(waMessages),
  }))
  .get('/cpu', () => {
    const { user, system } = process.cpuUsage();
    return String(user + system);
  })
  .listen({ port: 0, hostname: '127.0.0.1' });

const bench: IngressBench = {
  callback: `${server.url}${new URL(made.body.cloud.ingress_url).pathname}`,
  url: `http://127.0.0.1:${told.server?.port}`,
};
process.stdout.write(`${JSON.stringify(bench)}\n`);
