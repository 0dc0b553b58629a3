/** The server of `inbound.ts`: endpoints, and beside them a bare route; prints its addresses once it listens. */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { Elysia } from 'elysia';

import { queries } from '../../server/db/database';
import { inboundRequests } from '../../server/db/schema';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { ENDPOINTS, SECRET } from './inbound-load';

export interface InboundBench {
  paths: string[];
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
const paths: string[] = [];
for (let count = 0; count < ENDPOINTS; count += 1) {
  const { id } = await made('/inbound-endpoints', {
    name: `Bench ${count}`,
    preset: 'github',
    secret: SECRET,
    rate_limit_per_minute: 6000,
    // What is published waits: the publisher has a bench of its own.
    mode: 'approval',
    mapping: { content: { text: '*{{ body.repository.full_name }}* {{ body.head_commit.message | truncate: 200 }}' } },
    targets: [{ channel: 'webhook', to: [webhook.id] }],
  });
  paths.push(`/api/v1/inbound/${id}`);
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
  .get('/cpu', () => {
    const { user, system } = process.cpuUsage();
    return String(user + system);
  })
  .listen({ port: 0, hostname: '127.0.0.1' });

const bench: InboundBench = { paths, url: server.url, bareUrl: `http://127.0.0.1:${bare.server?.port}` };
process.stdout.write(`${JSON.stringify(bench)}\n`);
