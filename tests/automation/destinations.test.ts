import { afterAll, expect, spyOn, test } from 'bun:test';

import { type OpenStore, queries, runStatement, type Value } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { textsOf } from '../../server/whatsapp/identity/contact-text';
import { waContacts, waGroups } from '../../server/whatsapp/schema/people';
import { newId } from '../../shared/ids';
import { automationScenes, startAutomation } from './support';

const server = await startAutomation();
const scene = automationScenes(server);
afterAll(() => server.stop());

interface Item {
  id: string;
  label: string;
  detail: string | null;
  kind: string;
  to: string;
  status: string;
}

const NO_ADDRESS = { phone: null, pushName: null, lid: null, bsuid: null, username: null };

/** People and groups of an instance. */
async function addFixtures(
  workspaceId: string,
  instanceId: string,
  names: readonly (string | null)[],
  groups: readonly string[] = [],
) {
  const db = queries(server.services.store);
  const now = new Date();
  const place = { workspaceId, instanceId, createdAt: now, updatedAt: now };
  for (const [index, name] of names.entries()) {
    const phone = `+4915112345${String(index).padStart(2, '0')}`;
    const texts = textsOf({ ...NO_ADDRESS, phone, name });
    await db.insert(waContacts).values({ ...place, id: newId('cnt'), phone, name, metadata: {}, ...texts });
  }
  for (const subject of groups) {
    await db
      .insert(waGroups)
      .values({ ...place, id: newId('grp'), providerGroupId: `${newId('g')}@g.us`, status: 'active', subject });
  }
}

test('lists destinations of every channel by name, in pages, each once', async () => {
  const place = await scene();
  const instance = await place.instance();
  await addFixtures(place.workspaceId, instance.id, ['Zoë', 'adam', 'Émile', null], ['Neighbours', 'adam']);
  await place.webhook({ name: 'Billing' });

  const all: Item[] = [];
  for (let cursor = ''; ;) {
    const page = await place.expectStatus(200, 'GET', `/destinations?limit=2${cursor}`);
    all.push(...page.data);
    if (!page.has_more) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(all.map(({ label }) => label)).toEqual([
    '+491511234503',
    'adam',
    'adam',
    'Billing',
    'Émile',
    'Neighbours',
    'Zoë',
  ]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(7);
  const group = all.find(({ label }) => label === 'Neighbours');
  expect(group).toMatchObject({ kind: 'group', status: 'ok', detail: instance.name });
  expect(group?.id).toBe(`whatsapp:${instance.id}:${group?.to}`);
});

test('the id of a destination is a valid target', async () => {
  const place = await scene();
  const instance = await place.instance();
  await addFixtures(place.workspaceId, instance.id, ['Ada']);
  const webhook = await place.webhook();
  const { data } = await place.expectStatus(200, 'GET', '/destinations');
  const { id } = await place.publish({ content: { text: 'Hi' }, targets: data.map((one: Item) => one.id) });
  await place.reaches(id, 'published');
  expect(webhook.receiver.requests).toHaveLength(1);
  expect((await place.messages()).map(({ status }) => status)).toEqual(['read']);
});

test('searches without case and accents, by name and number', async () => {
  const place = await scene();
  const instance = await place.instance();
  await addFixtures(place.workspaceId, instance.id, ['Émile Zola', 'Bob']);
  const find = async (q: string) =>
    (await place.expectStatus(200, 'GET', `/destinations?q=${encodeURIComponent(q)}`)).data.map(
      ({ label }: Item) => label,
    );
  expect(await find('emile z')).toEqual(['Émile Zola']);
  expect(await find('ÉMILE')).toEqual(['Émile Zola']);
  expect(await find('1234501')).toEqual(['Bob']);
  expect(await find('nobody')).toEqual([]);
  expect(await find('émile zola\n')).toEqual(['Émile Zola']);
});

test('people with a chat are distinguished from those without, and can be listed separately', async () => {
  const place = await scene();
  const instance = await place.instance();
  await addFixtures(place.workspaceId, instance.id, ['Ada', 'Bob', 'Cleo'], ['Group']);
  const { data } = await place.expectStatus(200, 'GET', '/destinations?q=bob');
  const { id } = await place.publish({ content: { text: 'Hi' }, targets: [data[0].id] });
  await place.reaches(id, 'published');
  const kinds = async (query: string) =>
    (await place.expectStatus(200, 'GET', `/destinations?${query}`)).data.map(({ label, kind }: Item) => [label, kind]);
  expect(await kinds('')).toEqual([
    ['Ada', 'contact'],
    ['Bob', 'chat'],
    ['Cleo', 'contact'],
    ['Group', 'group'],
  ]);
  expect(await kinds('kind=chat')).toEqual([['Bob', 'chat']]);
  expect(await kinds('kind=contact,group')).toEqual([
    ['Ada', 'contact'],
    ['Cleo', 'contact'],
    ['Group', 'group'],
  ]);
  expect(await kinds('kind=chat,contact&q=b')).toEqual([['Bob', 'chat']]);
});

test('filters by channel, kind and instance', async () => {
  const place = await scene();
  const [one, two] = [await place.instance(), await place.instance()];
  await addFixtures(place.workspaceId, one.id, ['Ada'], ['Group']);
  await addFixtures(place.workspaceId, two.id, ['Bob']);
  await place.webhook({ name: 'Hook' });
  const labels = async (query: string) =>
    (await place.expectStatus(200, 'GET', `/destinations?${query}`)).data.map(({ label }: Item) => label);
  expect(await labels('channel=webhook')).toEqual(['Hook']);
  expect(await labels('kind=group')).toEqual(['Group']);
  expect(await labels('kind=contact,webhook')).toEqual(['Ada', 'Bob', 'Hook']);
  expect(await labels(`instance_id=${two.id}`)).toEqual(['Bob']);
});

test('numbers are masked for a key that does not read contacts, and cannot be guessed by searching', async () => {
  const place = await scene();
  const instance = await place.instance();
  await addFixtures(place.workspaceId, instance.id, ['Ada', null]);
  const key = await place.keyOf({ scopes: ['automation.publications:read'] });
  const { body } = await key('GET', '/destinations');
  expect(body.data.map(({ label, detail }: Item) => [label, detail])).toEqual([
    ['Ada', '…4500'],
    ['…4501', '…4501'],
  ]);
  expect(JSON.stringify(body)).not.toContain('+4915');
  expect((await key('GET', '/destinations?q=1511234501')).body.data).toEqual([]);
});

test('a narrowed key sees only its own instances, another workspace nothing, and the scope is needed', async () => {
  const [place, other] = [await scene(), await scene()];
  const [one, two] = [await place.instance(), await place.instance()];
  await addFixtures(place.workspaceId, one.id, ['Ada']);
  await addFixtures(place.workspaceId, two.id, ['Bob']);
  await place.webhook();
  const narrow = await place.keyOf({ resources: { whatsapp_instances: [one.id] } });
  expect((await narrow('GET', '/destinations')).body.data.map(({ label }: Item) => label)).toEqual(['Ada']);
  expect((await narrow('GET', `/destinations?instance_id=${two.id}`)).body.data).toEqual([]);
  expect((await other.call('GET', '/destinations')).body.data).toEqual([]);
  expect((await other.call('GET', `/destinations?instance_id=${one.id}`)).body.data).toEqual([]);
  const without = await place.keyOf({ scopes: ['links:read'] });
  expect((await without('GET', '/destinations')).status).toBe(403);
  expect((await place.call('GET', '/destinations?kind=nothing')).status).toBe(400);
  const page = await place.expectStatus(200, 'GET', '/destinations?limit=1');
  expect((await place.call('GET', `/destinations?limit=1&q=a&cursor=${page.next_cursor}`)).body.code).toBe(
    'invalid_cursor',
  );
});

test('a disconnected instance and a disabled webhook are marked', async () => {
  const place = await scene();
  const instance = await place.instance();
  await addFixtures(place.workspaceId, instance.id, ['Ada']);
  const webhook = await place.webhook({ name: 'Hook' });
  await place.expectStatus(202, 'POST', `${instance.at}/disconnect`);
  await place.expectStatus(200, 'POST', `/webhooks/${webhook.id}/disable`);
  const { data } = await place.expectStatus(200, 'GET', '/destinations');
  expect(data.map(({ label, status }: Item) => [label, status])).toEqual([
    ['Ada', 'offline'],
    ['Hook', 'disabled'],
  ]);
});

test('of very many people the first by name are found, and paging lists each once', async () => {
  const place = await scene();
  const instance = await place.instance();
  const db = queries(server.services.store);
  const now = new Date();
  const names = Array.from({ length: 2300 }, (_, index) => `Person ${String((index * 997) % 2300).padStart(4, '0')}`);
  for (let made = 0; made < names.length; made += 100) {
    await db.insert(waContacts).values(
      names.slice(made, made + 100).map((name) => ({
        workspaceId: place.workspaceId,
        instanceId: instance.id,
        createdAt: now,
        updatedAt: now,
        id: newId('cnt'),
        name,
        metadata: {},
        ...textsOf({ ...NO_ADDRESS, name }),
      })),
    );
  }
  const seen: string[] = [];
  for (let cursor = ''; seen.length < 300;) {
    const page = await place.expectStatus(200, 'GET', `/destinations?limit=100${cursor}`);
    seen.push(...page.data.map(({ label }: Item) => label));
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(seen).toEqual(names.toSorted().slice(0, 300));
  const [last] = (await place.expectStatus(200, 'GET', '/destinations?q=person%202299')).data;
  expect(last.label).toBe('Person 2299');

  // However many there are, a page reads as many as it shows, along the index.
  const { store } = server.services;
  const open = store as OpenStore;
  const read: { sql: string; params: readonly Value[]; rows: number }[] = [];
  const run = open.run.bind(open);
  const spy = spyOn(open, 'run').mockImplementation(async (sql, params) => {
    const rows = await run(sql, params);
    if (sql.includes('from wa_contacts')) read.push({ sql, params, rows: rows.length });
    return rows;
  });
  const first = await place.expectStatus(200, 'GET', '/destinations?limit=100');
  await place.expectStatus(200, 'GET', `/destinations?limit=100&cursor=${first.next_cursor}`);
  spy.mockRestore();
  expect(read.map(({ rows }) => rows)).toEqual([101, 101]);
  if (engine !== 'sqlite') return;
  for (const { sql, params } of read) {
    const plan = (await runStatement(store, `explain query plan ${sql}`, params)).map((row) => String(row[3]));
    expect(plan).toEqual([expect.stringMatching(/^SEARCH wa_contacts USING INDEX wa_contacts_sort_key_idx .*>/)]);
  }
});

test('names have the same order on every database', async () => {
  const place = await scene();
  const instance = await place.instance();
  const names = ['a b', 'A-c', 'ab', 'Öl', 'zz', 'Ω', '\uffee', '😀', null];
  await addFixtures(place.workspaceId, instance.id, names);

  const all: (string | null)[] = [];
  const key = await place.keyOf({ scopes: ['automation.publications:read'] });
  for (let cursor = ''; ;) {
    const { body } = await key('GET', `/destinations?limit=2${cursor}`);
    all.push(...body.data.map(({ label }: Item) => label));
    if (!body.has_more) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  expect(all).toEqual(['a b', 'A-c', 'ab', 'Öl', 'zz', 'Ω', '…4508', '\uffee', '😀']);
});

test('destinations are sorted by name, and two instances share one list', async () => {
  const place = await scene();
  const [one, two] = [await place.instance(), await place.instance()];
  await addFixtures(place.workspaceId, one.id, ['Same', 'Same', 'Alpha']);
  await addFixtures(place.workspaceId, two.id, ['Same', 'Same']);
  const pages = async () => {
    const seen: Item[] = [];
    for (let cursor = ''; ;) {
      const page = await place.expectStatus(200, 'GET', `/destinations?limit=1${cursor}`);
      seen.push(...page.data);
      if (!page.has_more) return seen;
      cursor = `&cursor=${page.next_cursor}`;
    }
  };
  const before = await pages();
  expect(before.map(({ label }) => label)).toEqual(['Alpha', 'Same', 'Same', 'Same', 'Same']);
  expect(new Set(before.map(({ id }) => id)).size).toBe(5);
  await place.expectStatus(200, 'PATCH', `${one.at}/contacts/${before[0]?.to}`, { name: 'Zulu' });
  expect((await pages()).map(({ label }) => label)).toEqual(['Same', 'Same', 'Same', 'Same', 'Zulu']);
});
