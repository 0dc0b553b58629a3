/** The server of `inbound.ts`: endpoints, and beside them a bare route; prints its addresses once it listens. */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { inArray } from 'drizzle-orm';
import { Elysia } from 'elysia';

import { inboundRequests } from '../../server/automation/schema/inbound';
import { publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { ENDPOINTS, SECRET } from './inbound-load';

/** What becomes of a publication: it waits for its approval, or goes out at once, to the inbox of the console or to WhatsApp’s sandbox. */
const LOADS = ['approval', 'publish', 'sandbox'] as const;
/** Each hands over a few messages at a time. */
const INSTANCES = 10;

export interface InboundBench {
  /** Of endpoints. */
  paths: Record<(typeof LOADS)[number], string[]>;
  url: string;
  bareUrl: string;
}

const server = await startServer({}, { unlimited: true });
const workspaceId = await seedWorkspace();
const call = restClient(server.url, (await seedKey(workspaceId, { fullAccess: true })).secret);
const made = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await call('POST', path, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

const webhook = await made('/webhooks', { url: 'switchboard://inbox', events: [] });
const instances: string[] = [];
for (let count = 0; count < INSTANCES; count += 1) {
  const atOnce = { delays_ms: { sent: 0, delivered: 0, read: 0 } };
  instances.push((await made('/whatsapp/instances', { name: `Bench ${count}`, sandbox: atOnce })).id);
}
const targetOf = (load: (typeof LOADS)[number], count: number): object =>
  load === 'sandbox'
    ? { channel: 'whatsapp', instance_id: instances[count % INSTANCES], to: [`+1555700${1000 + count}`] }
    : { channel: 'webhook', to: [webhook.id] };

const paths: InboundBench['paths'] = { approval: [], publish: [], sandbox: [] };
for (let count = 0; count < ENDPOINTS; count += 1) {
  for (const load of LOADS) {
    const { id } = await made('/inbound-endpoints', {
      name: `Bench ${load} ${count}`,
      preset: 'github',
      secret: SECRET,
      rate_limit_per_minute: 6000,
      mode: load === 'approval' ? 'approval' : 'publish',
      mapping: {
        content: { text: '*{{ body.repository.full_name }}* {{ body.head_commit.message | truncate: 200 }}' },
      },
      targets: [targetOf(load, count)],
    });
    paths[load].push(`/api/v1/inbound/${id}`);
  }
}

/** Whether a publication is still on its way. */
async function isOpen(): Promise<boolean> {
  const onTheirWay = inArray(publications.status, ['scheduled', 'queued', 'publishing']);
  return (await queries(database).$count(publications, onTheirWay)) > 0;
}

const bare = new Elysia()
  .post(
    '/hook',
    async ({ request }) => {
      const bytes = new Uint8Array(await request.arrayBuffer());
      const given = Buffer.from((request.headers.get('x-hub-signature-256') ?? '').slice('sha256='.length), 'hex');
      const expected = createHmac('sha256', SECRET).update(bytes).digest();
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return new Response(null, { status: 401 });
      const id = newId('inr');
      await database.transaction(async (tx) => {
        await queries(tx).insert(inboundRequests).values({
          id,
          workspaceId,
          endpointId: 'bare',
          endpointVersion: 1,
          method: 'POST',
          ip: '',
          userAgent: '',
          size: bytes.length,
          headers: {},
          query: {},
          files: [],
          status: 'recorded',
          publicationIds: [],
          durationMs: 0,
          requestId: '',
          createdAt: new Date(),
        });
      });
      return Response.json({ id }, { status: 202 });
    },
    { parse: 'none' },
  )
  .get('/idle', async () => {
    const { automation, delivery, whatsapp } = server.services;
    do {
      await automation.publisher.idle();
      await delivery.idle();
      await whatsapp.idle();
      await automation.publisher.idle();
    } while (await isOpen());
  })
  .get('/cpu', () => {
    const { user, system } = process.cpuUsage();
    return String(user + system);
  })
  .listen({ port: 0, hostname: '127.0.0.1' });

const bench: InboundBench = { paths, url: server.url, bareUrl: `http://127.0.0.1:${bare.server?.port}` };
process.stdout.write(`${JSON.stringify(bench)}\n`);
