/** One of the servers of `writes.ts`: the app, or a bare route that inserts the same rows; prints its address as JSON. */
import { Database } from 'bun:sqlite';

import { SQL } from 'bun';
import { Elysia } from 'elysia';

import { databaseUrl, engine, maxConnections } from '../../server/db/engine';
import { newId } from '../../shared/ids';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { type Address, cpuMicroseconds } from './cpu-load';

type Row = Record<string, unknown>;
/** What a request leaves behind, by table. */
type Rows = Record<string, Row[]>;
export type WriteServer = Address & { key: string; instanceId: string; rows: Record<'links' | 'messages', Rows> };

/** Requests that share a commit. */
const GROUP = 32;
const TABLES = ['links', 'wa_messages', 'events'];

const known = process.argv[2] === 'ours' ? await startOurs() : startFloor();
process.stdout.write(JSON.stringify(known satisfies WriteServer));

async function startOurs() {
  const server = await startServer({}, { unlimited: true });
  (server.app as unknown as Elysia).get('/healthz/cpu', async () => {
    await server.services.whatsapp.idle();
    return cpuMicroseconds();
  });
  const { secret: key } = await seedKey(await seedWorkspace(), { fullAccess: true });
  const call = restClient(server.url, key);
  const read = engine === 'postgres' ? postgresReader() : sqliteReader();
  const made = async (path: string, body: object): Promise<Rows> => {
    const before = await Promise.all(TABLES.map((table) => read(`select id from ${table}`)));
    const answer = await call('POST', path, body);
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    await server.services.whatsapp.idle();
    const after = await Promise.all(TABLES.map((table) => read(`select * from ${table} order by id`)));
    return Object.fromEntries(
      TABLES.map((table, index) => {
        const ids = new Set(before[index]?.map(({ id }) => id));
        return [table, after[index]?.filter(({ id }) => !ids.has(id)) ?? []];
      }),
    );
  };
  const sandbox = { delays_ms: { sent: 0, delivered: 0, read: 0 } };
  const { id: instanceId } = (await call('POST', '/whatsapp/instances', { name: 'Bench', driver: 'sandbox', sandbox }))
    .body as { id: string };
  const message = { to: '+16505551000', content: { type: 'text', text: 'Your parcel is on its way.' } };
  const messages = `/whatsapp/instances/${instanceId}/messages`;
  // The first makes the chat and its contact.
  await made(messages, message);
  const rows = {
    links: await made('/links', { url: 'https://example.com/1' }),
    messages: await made(messages, message),
  };
  if (engine === 'sqlite') new Database(databaseUrl).run(`vacuum into '${databaseUrl}.floor'`);
  return { url: server.url, key, instanceId, rows };
}

type Read = (text: string) => Promise<Row[]>;

function sqliteReader(): Read {
  const reader = new Database(databaseUrl);
  return async (text) => reader.query<Row, []>(text).all();
}

function postgresReader(): Read {
  const reader = new SQL({ url: databaseUrl, max: 1 });
  return (text) => reader.unsafe(text);
}

function startFloor() {
  const ours = JSON.parse(process.env['OURS'] ?? '') as WriteServer;
  const inserterOf = engine === 'postgres' ? postgresInserter() : sqliteInserter();
  const bare = new Elysia().get('/healthz/cpu', cpuMicroseconds);
  for (const [path, rows] of Object.entries(ours.rows)) {
    const insert = inserterOf(rows);
    bare.post(`/${path}`, async ({ body, set }) => {
      await insert();
      set.status = 201;
      return body;
    });
  }
  bare.listen({ port: 0, hostname: '127.0.0.1' });
  return {
    ...ours,
    idle: async () => {},
    app: bare as unknown as Elysia,
    url: `http://127.0.0.1:${bare.server?.port}`,
  };
}

type InserterOf = (rows: Rows) => () => Promise<void>;

/** One transaction each, as many at once as the app has connections. */
function postgresInserter(): InserterOf {
  const pool = new SQL({ url: databaseUrl, max: maxConnections });
  return (rows) => {
    const inserts = insertsOf(rows, (index) => `$${index}`);
    return () =>
      pool.begin(async (tx) => {
        for (const { text, values } of inserts) await tx.unsafe(text, values());
      });
  };
}

function sqliteInserter(): InserterOf {
  const driver = new Database(`${databaseUrl}.floor`);
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'cache_size = -32768', 'wal_autocheckpoint = 1000'])
    driver.run(`pragma ${pragma}`);
  return (rows) => {
    const inserts = insertsOf(rows, (index) => `?${index}`).map(({ text, values }) => {
      const statement = driver.prepare(text);
      return () => statement.run(...(values() as (string | number | null)[]));
    });
    return () => grouped(driver, () => inserts.forEach((insert) => insert()));
  };
}

let sequence = 1_000_000;

/** Copies of the rows with keys of their own. */
function insertsOf(rows: Rows, place: (index: number) => string): { text: string; values: () => unknown[] }[] {
  return Object.entries(rows).flatMap(([table, all]) =>
    all.map((row) => ({
      text: `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
        .map((_, index) => place(index + 1))
        .join(', ')})`,
      values: () => {
        const id = newId(table === 'links' ? 'lnk' : table === 'events' ? 'evt' : 'msg');
        sequence += 1;
        const own: Row = { ...row, id };
        for (const name of ['slug', 'slug_key', 'provider_message_id', 'request_id']) if (name in own) own[name] = id;
        if ('sequence' in own) own['sequence'] = sequence;
        return Object.values(own);
      },
    })),
  );
}

let waiting: { insert: () => void; done: () => void }[] = [];

/** Commits what comes in one turn of the event loop, up to 32 of them at once. */
function grouped(driver: Database, insert: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push({ insert, done: resolve });
  if (waiting.length === 1) setImmediate(() => commit(driver));
  else if (waiting.length === GROUP) commit(driver);
  return promise;
}

function commit(driver: Database): void {
  const group = waiting;
  waiting = [];
  if (group.length === 0) return;
  driver.run('begin immediate');
  for (const { insert } of group) insert();
  driver.run('commit');
  for (const { done } of group) done();
}
