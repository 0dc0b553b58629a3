import { afterAll, expect, test } from 'bun:test';

import { aiBudgets, aiRequests } from '../../server/ai/schema';
import { queries } from '../../server/db/database';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { chatAnswer, ModelProvider } from '../support/model-provider';
import { startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';

const STREAMS = 300;
const TIMEOUT_MS = 120_000;

const provider = await new ModelProvider().start();
afterAll(() => provider.stop());
const ENV = {
  AI_PROVIDERS: JSON.stringify([
    {
      slug: 'p',
      base_url: provider.url,
      discover: false,
      max_concurrency: STREAMS,
      models: [{ id: 'm', pricing: { prompt: '0.000001', completion: '0.000002' } }],
    },
    { slug: 'other', base_url: provider.url, discover: false, models: [{ id: 'm' }] },
  ]),
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  WEBHOOK_ALLOW_HTTP: 'true',
  // As the launcher and the image set it.
  BUN_CONFIG_MAX_HTTP_REQUESTS: '4096',
};

/** An installation with a key, whose calls are limited by a budget. */
async function installation() {
  const fresh = await freshDatabase();
  const { url, database } = fresh;
  const workspaceId = await seedWorkspace('Test', database);
  const { secret } = await seedKey(workspaceId, {}, database);
  const now = new Date();
  const budget = {
    id: newId('bud'),
    workspaceId,
    keyId: '',
    period: 'lifetime' as const,
    amountMicroUsd: 1_000_000_000,
    warnAtPercent: 80,
    periodStart: new Date(0),
    createdAt: now,
    updatedAt: now,
  };
  await queries(database).insert(aiBudgets).values(budget);
  return { url, database, secret, close: () => fresh.close() };
}

const chat = (url: string, secret: string): Promise<Response> =>
  fetch(`${url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'p/m', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  });

test(
  'what a killed process had reserved is free soon after the next one starts',
  async () => {
    const { url, database, secret, close } = await installation();
    provider.answer = () => ({ isDeaf: true });
    const reserved = async () => (await queries(database).select().from(aiBudgets))[0]?.reservedMicroUsd;
    {
      await using first = await startProcess(url, ENV);
      const asked = provider.requests.length;
      void chat(first.url, secret).catch(() => undefined);
      await until(() => provider.requests.length > asked);
      expect(await reserved()).toBeGreaterThan(0);
      await first.crash();
    }
    await using second = await startProcess(url, ENV);
    await until(async () => (await reserved()) === 0);
    expect(await queries(database).select().from(aiRequests)).toMatchObject([{ outcome: 'lost', leaseOwner: null }]);
    expect(second.isRunning()).toBe(true);
    await close();
  },
  TIMEOUT_MS,
);

test(
  `${STREAMS} streams that hang hold up nothing else`,
  async () => {
    const { url, secret, close } = await installation();
    provider.answer = ({ body }) => (body['stream'] === true ? { isDeaf: true } : chatAnswer('Hello'));
    const delivered = new Set<string>();
    using receiver = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        delivered.add(((await request.json()) as { type: string }).type);
        return new Response(null, { status: 204 });
      },
    });
    await using server = await startProcess(url, ENV);
    const call = restClient(server.url, secret);
    const get = (path: string) =>
      fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${secret}` }, redirect: 'manual' });
    // Another status where the console is not built.
    const consoleStatus = (await get('/user/api')).status;
    const webhook = { url: receiver.url.href, events: ['link.created'] };
    expect((await call('POST', '/webhooks', webhook)).status).toBe(201);
    const asked = provider.requests.length;
    const leaving = new AbortController();
    for (let stream = 0; stream < STREAMS; stream += 1) {
      // One connection each, since the client of this process has a limit of its own.
      void Bun.connect({
        hostname: '127.0.0.1',
        port: server.port,
        socket: {
          open(socket) {
            const body = JSON.stringify({ model: 'p/m', stream: true, messages: [{ role: 'user', content: 'Hi' }] });
            socket.write(
              `POST /api/v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
            );
            leaving.signal.addEventListener('abort', () => socket.end());
          },
          data() {},
        },
      });
    }
    await until(() => provider.requests.length >= asked + STREAMS);
    for (const path of ['/api/v1/models', '/api/v1/me', '/readyz']) expect((await get(path)).status).toBe(200);
    expect((await get('/user/api')).status).toBe(consoleStatus);
    // Webhooks, redirects and calls of other models go on.
    expect((await call('POST', '/links', { url: 'https://example.com', slug: 'beside' })).status).toBe(201);
    expect((await get('/beside')).status).toBe(302);
    await until(() => delivered.has('link.created'));
    const other = { model: 'other/m', messages: [{ role: 'user', content: 'Hi' }] };
    expect((await call('POST', '/chat/completions', other)).status).toBe(200);
    // A call beside them reaches its provider, with nobody in front of it but its own limit.
    const refused = await chat(server.url, secret);
    expect(refused.status).toBe(503);
    leaving.abort();
    await close();
  },
  TIMEOUT_MS,
);
