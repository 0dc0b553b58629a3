/** One of the servers of `reads.ts`; prints its address as JSON once it listens. */
import { Database as SqliteDatabase } from 'bun:sqlite';

import { SQL } from 'bun';
import { Elysia } from 'elysia';

import { createApp } from '../../server/app';
import { readConfig } from '../../server/config/config';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';
import { database } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';
import { type Address, cpuMicroseconds } from './cpu-load';

interface Noun {
  name: string;
  /** Of the list. */
  path: string;
  table: string;
  /** Column by which the list is sorted, newest first. */
  order: string;
  id: string;
}

export type ReadServer = Address & { key: string; workspaceId: string; nouns: Noun[] };

const OBJECTS = 26;
const MODELS = [{ id: 'echo', name: 'Echo', context_length: 131_072 }];

/** Rows of a statement. */
type Query = (text: string, values: string[]) => Promise<object[]> | object[];

const [kind] = process.argv.slice(2);
const { app, ...known } = kind === 'ours' ? await startOurs() : await startFloor();
app.get('/healthz/cpu', cpuMicroseconds);
app.listen({ port: 0, hostname: '127.0.0.1' });
process.stdout.write(JSON.stringify({ ...known, url: `http://127.0.0.1:${app.server?.port}` } satisfies ReadServer));

async function startOurs() {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    AI_PROVIDERS: JSON.stringify([{ slug: 'static', base_url: 'http://127.0.0.1:9', discover: false, models: MODELS }]),
  });
  const services = createServices(config, database, createLog(config.logLevel));
  await services.start();
  const workspaceId = await seedWorkspace();
  const { secret: key } = await seedKey(workspaceId);
  const ours = createApp(services) as unknown as Elysia;

  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await ours.handle(new Request(`${config.baseUrl}/api/v1${path}`, init));
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await call('POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.created'] });
  const { id: instanceId } = await call('POST', '/whatsapp/instances', { name: 'Bench' });
  const messages = `/whatsapp/instances/${instanceId}/messages`;
  for (let at = 0; at < OBJECTS; at += 1) {
    await seedKey(workspaceId);
    await call('POST', '/links', { url: `https://example.com/${at}` });
    await call('POST', messages, { to: `+4915112345${100 + at}`, content: { type: 'text', text: `Hello ${at}` } });
  }
  await services.delivery.idle();

  const nouns = await Promise.all(
    [
      { name: 'link', path: '/links', table: 'links', order: 'id' },
      { name: 'message', path: messages, table: 'wa_messages', order: 'id' },
      { name: 'delivery', path: '/webhook-deliveries', table: 'webhook_deliveries', order: 'no' },
      { name: 'event', path: '/events', table: 'events', order: 'sequence' },
      { name: 'key', path: '/keys', table: 'api_keys', order: 'id' },
    ].map(async (noun): Promise<Noun> => ({ ...noun, id: (await call('GET', `${noun.path}?limit=20`)).data[0].id })),
  );
  return { app: ours, key, workspaceId, nouns };
}

async function startFloor() {
  const ours = JSON.parse(process.env['OURS'] ?? '') as ReadServer;
  const answerOf = async (path: string) =>
    (await (
      await fetch(`${ours.url}/api/v1${path}`, { headers: { authorization: `Bearer ${ours.key}` } })
    ).json()) as object;
  const [me, models] = [await answerOf('/me'), await answerOf('/models')];
  const query = openQuery();
  const bare = new Elysia().get('/api/v1/me', () => me).get('/api/v1/models', () => models);
  for (const { path, table, order } of ours.nouns) {
    const one = `select * from ${table} where workspace_id = $1 and id = $2`;
    const page = `select * from ${table} where workspace_id = $1 order by ${order} desc limit 21`;
    bare
      .get(`/api/v1${path}`, async () => ({ data: await query(page, [ours.workspaceId]) }))
      .get(`/api/v1${path}/:id`, async ({ params }) => (await query(one, [ours.workspaceId, params.id]))[0]);
  }
  return { ...ours, app: bare as unknown as Elysia };
}

function openQuery(): Query {
  const { location } = database;
  if ('url' in location) {
    const sql = new SQL(location.url);
    return (text, values) => sql.unsafe(text, values);
  }
  const file = new SqliteDatabase(location.file, { readonly: true });
  return (text, values) => file.query<object, string[]>(text).all(...values);
}
