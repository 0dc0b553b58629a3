/** One of the servers of `idle.ts`: a workspace that works, beside so many that lie still; prints its address and key. */
import type { Elysia } from 'elysia';

import { createApp } from '../../server/app';
import { readConfig } from '../../server/config/config';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';
import { database } from '../support/app';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';
import { type Address, cpuMicroseconds } from './cpu-load';

export type IdleServer = Address & { key: string };

const LINKS = 20;
const AT_ONCE = 50;
const IDLE = Number(process.env['IDLE'] ?? 0);

const config = readConfig({
  LOG_LEVEL: 'silent',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
});
const services = createServices(config, database, createLog(config.logLevel));
await services.start();
const app = createApp(services) as unknown as Elysia;

const key = await workspaceWith(LINKS);
// Many at once share their commits.
for (let left = IDLE; left > 0; left -= AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => workspaceWith(1)));

app.get('/healthz/cpu', cpuMicroseconds);
app.listen({ port: 0, hostname: '127.0.0.1' });
process.stdout.write(JSON.stringify({ url: `http://127.0.0.1:${app.server?.port}`, key } satisfies IdleServer));

/** Everything that a workspace can have something to do for: an owner, a key, links, a webhook, a connected instance. */
async function workspaceWith(links: number): Promise<string> {
  const workspaceId = await seedWorkspace();
  await seedMember(workspaceId, (await seedUser()).id, 'owner');
  const { secret } = await seedKey(workspaceId);
  for (let index = 0; index < links; index += 1) await make(secret, 'links', { url: `https://example.com/${index}` });
  await make(secret, 'webhooks', { url: 'https://127.0.0.1:1024/hook', events: ['link.created'] });
  await make(secret, 'whatsapp/instances', { name: 'Support', driver: 'sandbox' });
  return secret;
}

async function make(secret: string, what: string, body: object): Promise<void> {
  const response = await app.handle(
    new Request(`http://127.0.0.1/api/v1/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  if (response.status !== 201) throw new Error(`${what} answered ${response.status}: ${await response.text()}`);
}
