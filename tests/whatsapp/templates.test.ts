import { afterAll, beforeEach, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { NUMBER, TOKEN, WABA } from './cloud';
import { startMetaGraphProcess } from './meta-graph';
import { whatsAppScenes } from './support';

const graph = await startMetaGraphProcess();
const server = await startServer(
  { whatsappAllowCustomGraphUrl: true, whatsappLoopbackGraph: true },
  { unlimited: true },
);
afterAll(async () => {
  await server.stop();
  await graph[Symbol.asyncDispose]();
});
beforeEach(() => graph.reset());
const scene = whatsAppScenes(server);

const template = (name: string, more: object = {}) => ({
  id: `9${name.length}${name.codePointAt(0)}`,
  name,
  language: 'en_US',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: `Order {{1}}: ${name}` }],
  ...more,
});
/** The stand-in has `hello_world` besides. */
const seed = (templates: object[]) =>
  graph.seed({ waba_id: WABA, phone_number_id: NUMBER, access_token: TOKEN, templates: templates as never });

async function onCloud(change: object = {}) {
  const own = await scene();
  const cloud = {
    phone_number_id: NUMBER,
    waba_id: WABA,
    access_token: TOKEN,
    app_secret: 'app-secret',
    base_url: graph.url,
  };
  const { at } = await own.instance({ driver: 'cloud', cloud: { ...cloud, ...change } });
  const sync = () => own.expectStatus(200, 'POST', `${at}/templates/sync`);
  return { ...own, at, sync };
}

test('a sync adds, changes and removes templates as the account has them', async () => {
  await seed([template('shipped'), template('parcel', { category: 'MARKETING', status: 'PENDING' })]);
  const { at, sync, call, events } = await onCloud();
  expect((await call('GET', `${at}/templates`)).body.data).toEqual([]);
  expect(await sync()).toEqual({ synced: 3, added: 3, changed: 0, removed: 0 });
  expect(await sync()).toEqual({ synced: 3, added: 0, changed: 0, removed: 0 });

  const namesOf = async (query: string) =>
    (await call('GET', `${at}/templates?${query}`)).body.data.map(({ name }: { name: string }) => name).toSorted();
  expect(await namesOf('')).toEqual(['hello_world', 'parcel', 'shipped']);
  expect(await namesOf('status=approved')).toEqual(['hello_world', 'shipped']);
  expect(await namesOf('category=marketing')).toEqual(['parcel']);
  expect(await namesOf('language=de')).toEqual([]);
  expect(await namesOf('q=SHIP')).toEqual(['shipped']);
  const { body: page } = await call('GET', `${at}/templates?limit=2`);
  expect((await call('GET', `${at}/templates?limit=2&cursor=${page.next_cursor}`)).body.has_more).toBe(false);

  const [{ id }] = (await call('GET', `${at}/templates?q=shipped`)).body.data;
  expect((await call('GET', `${at}/templates/${id}`)).body).toMatchObject({
    id,
    object: 'whatsapp.template',
    provider_template_id: template('shipped').id,
    status: 'approved',
    category: 'utility',
    parameter_format: 'positional',
    components: [{ type: 'BODY', text: 'Order {{1}}: shipped' }],
  });

  await graph.reset();
  await seed([template('parcel', { category: 'MARKETING', status: 'APPROVED' })]);
  expect(await sync()).toEqual({ synced: 2, added: 0, changed: 1, removed: 1 });
  expect((await call('GET', `${at}/templates/${id}`)).status).toBe(404);
  const told = await events('whatsapp.template.status_changed');
  expect(told.slice(-2).map(({ data }) => [data.name, data.previous.status, data.status])).toEqual([
    ['parcel', 'pending', 'approved'],
    ['shipped', 'approved', 'deleted'],
  ]);
});

test('a sync without a business account adds and removes nothing', async () => {
  await seed([template('shipped')]);
  const { at, sync, call } = await onCloud();
  await sync();
  await call('PATCH', at, { cloud: { waba_id: null } });
  const refused = await call('POST', `${at}/templates/sync`);
  expect([refused.status, refused.body.code]).toEqual([422, 'unprocessable']);
  expect((await call('GET', `${at}/templates?q=shipped`)).body.data).toHaveLength(1);
  const capabilities = (await call('GET', `${at}/capabilities`)).body;
  expect(capabilities['template.read']).toMatchObject({ supported: false, note: 'Needs `cloud.waba_id`.' });
  expect(capabilities['message.text']).toMatchObject({ supported: true });
});

test('a refused sync is a problem with the provider’s message, and changes nothing', async () => {
  await seed([template('shipped')]);
  const { at, sync, call } = await onCloud();
  await sync();
  for (const [action, status, code] of [
    [{ code: 80_007 }, 429, 'rate_limited'],
    [{ code: 100 }, 422, 'unprocessable'],
    [{ http: 502, malformed: '<html>' }, 502, 'upstream_error'],
  ] as const) {
    await graph.fault({ action });
    const answer = await call('POST', `${at}/templates/sync`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await call('GET', `${at}/templates?q=shipped`)).body.data).toHaveLength(1);
});

test('a sandbox has one template at first', async () => {
  const own = await scene();
  const { at } = await own.instance();
  expect(await own.expectStatus(200, 'POST', `${at}/templates/sync`)).toMatchObject({ synced: 1, added: 1 });
  const { data } = await own.expectStatus(200, 'GET', `${at}/templates`);
  expect(data).toMatchObject([{ name: 'hello_world', status: 'approved' }]);
  const other = await own.instance();
  expect((await own.call('GET', `${other.at}/templates/${data[0].id}`)).status).toBe(404);
});
