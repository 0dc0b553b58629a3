/**
 * What a read costs once there is much: by id and of the first page, on a million links, messages, deliveries and
 * events and ten million clicks, beside the same rows with nothing around them. Both run in processes of their own; the
 * load goes round among them, and the figure is requests per second of the server’s CPU time. SQLite alone.
 *
 * Run with `bun tests/bench/growth.ts`; `ROWS`, `CLICKS`, `ROUNDS` and `ROUND_MS` set the size.
 */
import { Database } from 'bun:sqlite';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { freshDatabase, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { type Address, requestsPerCpuSecond, startBenchServer, takeTurns } from './cpu-load';
import { print } from './delivery-stage';
import { report } from './report';

const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const CLICKS = Number(process.env['CLICKS'] ?? 10 * ROWS);
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 1000);
const PAGE = 25;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
const { secret, paths } = await seed(join(folder, 'few'));
cpSync(join(folder, 'few'), join(folder, 'many'), { recursive: true });
const began = performance.now();
grow(join(folder, 'many'));
print(`${ROWS} rows of each and ${CLICKS} clicks in ${((performance.now() - began) / 1000).toFixed(0)} s`);

const start = (name: string) =>
  startBenchServer<Address>('growth-server.ts', name, { DATABASE_URL: join(folder, name, 'bench.db') });
const [few, many] = [await start('few'), await start('many')];
const headers = { authorization: `Bearer ${secret}` };
const loads = Object.entries(paths).flatMap(([name, path]) =>
  Object.entries({ few, many }).map(
    ([size, server]) => [`${name}, ${size}`, (ms: number) => requestsPerCpuSecond(server, path, headers, ms)] as const,
  ),
);
const rates: Record<string, number> = await takeTurns(Object.fromEntries(loads), ROUNDS, ROUND_MS);
few.stop();
many.stop();
rmSync(folder, { recursive: true, force: true });

for (const name of Object.keys(paths)) {
  const ratio = (rates[`${name}, many`] ?? Number.NaN) / (rates[`${name}, few`] ?? Number.NaN);
  const rows = name.includes('click') ? CLICKS : ROWS;
  report({ what: `${name} among ${rows}, requests a CPU second`, beside: `among ${PAGE}`, ratio, aim: '≥ 0.80' });
}
process.exit(0);

/** A page of each, as the app makes them. */
async function seed(place: string) {
  const fresh = await freshDatabase();
  const server = await startServer({}, { store: fresh.database, unlimited: true });
  const workspaceId = await seedWorkspace('Bench', fresh.database);
  const key = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
  const call = restClient(server.url, key.secret);
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const webhook = await post('/webhooks', { url: 'switchboard://inbox', events: ['link.created'] });
  const sandbox = { delays_ms: { sent: 0, delivered: 0, read: 0 } };
  const instance = await post('/whatsapp/instances', { name: 'First', driver: 'sandbox', sandbox });
  let [link, message, slug] = ['', '', ''];
  for (let index = 0; index < PAGE; index += 1) {
    slug = `bench-${index}`;
    link = await post('/links', { url: `https://example.com/${index}`, slug });
    const content = { type: 'text', text: `Hello ${index}` };
    message = await post(`/whatsapp/instances/${instance}/messages`, { to: '+4915100000000', content });
  }
  for (let index = 0; index < PAGE; index += 1) {
    const redirect = await fetch(`${server.url}/${slug}`, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
    if (redirect.status !== 302) throw new Error(`/${slug} answered ${redirect.status}.`);
  }
  await server.services.whatsapp.idle();
  await server.services.delivery.idle();
  await server.services.clicks.drained();
  const delivery = (await call('GET', '/webhook-deliveries?limit=1')).body.data[0].id as string;
  const event = (await call('GET', '/events?limit=1')).body.data[0].id as string;
  await post(`/webhooks/${webhook}/pause`, {});
  await server.stop();
  await fresh.database.close();
  cpSync(dirname(fresh.url), place, { recursive: true });
  cpSync(fresh.url, join(place, 'bench.db'));
  const reads = {
    'a link': `/links/${link}`,
    'a page of links': '/links?limit=20',
    'a message': `/whatsapp/instances/${instance}/messages/${message}`,
    'a page of messages': `/whatsapp/instances/${instance}/messages?limit=20`,
    'a delivery': `/webhook-deliveries/${delivery}`,
    'a page of deliveries': '/webhook-deliveries?limit=20',
    'an event': `/events/${event}`,
    'a page of events': '/events?limit=20',
    'a page of clicks': `/links/${link}/clicks?limit=20`,
  };
  return {
    secret: key.secret,
    paths: Object.fromEntries(Object.entries(reads).map(([name, path]) => [name, `/api/v1${path}`])),
  };
}

/** Copies of the rows before those that are there, each with its own keys. */
function grow(place: string): void {
  const main = open(join(place, 'bench.db'));
  const triggers = main
    .query<{ name: string; sql: string }, []>("select name, sql from sqlite_master where type = 'trigger'")
    .all();
  for (const { name } of triggers) main.run(`drop trigger "${name}"`);
  const id = (prefix: string) => `printf('${prefix}_%026d', n.i)`;
  const created_at = `p.created_at - (${ROWS} - n.i) * 100`;
  copy(main, 'links', ROWS, { id: id('lnk'), slug: id('s'), slug_key: id('s'), created_at, updated_at: created_at });
  copy(main, 'wa_messages', ROWS, { id: id('msg'), provider_message_id: id('wamid'), created_at });
  // Those that are there come after them.
  main.run(`update events set sequence = sequence + ${ROWS} + 1000`);
  main.run(`update workspace_counter set last_sequence = last_sequence + ${ROWS} + 1000`);
  main.run(`update webhook_deliveries set no = no + ${ROWS} + 1000, event_sequence = event_sequence + ${ROWS} + 1000`);
  copy(main, 'events', ROWS, { id: id('evt'), sequence: 'n.i', request_id: id('req'), dedupe_key: 'null', created_at });
  copy(main, 'webhook_deliveries', ROWS, {
    no: 'n.i',
    id: id('dlv'),
    event_sequence: 'n.i',
    event_id: id('evt'),
    state: '0',
    attempts: '0',
    created_at,
  });
  for (const { sql } of triggers) main.run(sql);
  main.run('pragma optimize');
  main.close();

  const counted = open(join(place, 'clicks.db'));
  copy(counted, 'link_clicks', CLICKS, {
    seq: 'p.seq + 1000 + n.i',
    id: 'randomblob(16)',
    created_at: `p.created_at - (${CLICKS} - n.i)`,
  });
  counted.run('pragma optimize');
  counted.close();
}

function open(file: string): Database {
  const driver = new Database(file);
  for (const pragma of ['foreign_keys = off', 'synchronous = off', 'journal_mode = off', 'cache_size = -400000'])
    driver.run(`pragma ${pragma}`);
  return driver;
}

function copy(driver: Database, table: string, count: number, own: Record<string, string>): void {
  const at = performance.now();
  const names = driver.query<{ name: string }, []>(`select name from pragma_table_info('${table}')`).all();
  const values = names.map(({ name }) => own[name] ?? `p."${name}"`);
  driver.run(
    `insert into ${table} with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     select ${values.join(', ')} from n cross join (select * from ${table} order by rowid desc limit 1) p`,
  );
  print(`${table}: ${count} in ${((performance.now() - at) / 1000).toFixed(1)} s`);
}
