import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { queries } from '../../../server/db/database';
import { engine } from '../../../server/db/engine';
import { closeDays } from '../../../server/links/clicks/rollups/close-days';
import { addToFacets, emptyFacets, type Facets } from '../../../server/links/clicks/rollups/facets';
import { foldGrownDays } from '../../../server/links/clicks/rollups/fold';
import { maintain } from '../../../server/links/clicks/rollups/maintain';
import { rotateSalts } from '../../../server/links/clicks/salts';
import { clickEngine } from '../../../server/links/clicks/store/click-engine';
import { CLICK_SELECT, clickFromRow } from '../../../server/links/clicks/store/click-rows';
import { createVisitors } from '../../../server/links/clicks/visitors';
import { linkSalts } from '../../../server/links/schema/links';
import { newId } from '../../../shared/ids';
import { freshDatabase, startServer } from '../../support/app';
import { textOfTables } from '../../support/dump';
import { seedWorkspace } from '../../support/seed';
import { click, DAY_MS, openTables } from './support';

const fresh = await freshDatabase();
const server = await startServer({}, { store: fresh.database });
const { clicks } = server.services;
// A job would close days half a minute after the start.
clicks.maintain = async () => {};
const tables = openTables(fresh.database);
const store = clickEngine(fresh.database.location).openDrain();
const workspace = () => seedWorkspace('Clicks', fresh.database);
const KEY = new Uint8Array(32).fill(3);
const NOON = Date.UTC(2026, 5, 15, 12);
const dayAt = (time: number) => Math.floor(time / DAY_MS);
afterAll(async () => {
  await server.stop();
  await store.close();
  await tables.close();
  await fresh.close();
});

describe('visitors', () => {
  const one = click({ workspaceId: newId('ws'), at: NOON });
  const visitors = createVisitors((day) => new Uint8Array(32).fill(day % 250));

  test('are the same only for one link, address, agent and day', () => {
    const same = visitors.of(one, NOON);
    expect(visitors.of({ ...one, id: newId('clk'), at: NOON + 3_600_000 }, NOON)).toBe(same);
    const others = [
      { linkId: newId('lnk') },
      { address: '203.0.113.8' },
      { userAgent: 'another' },
      { at: NOON + DAY_MS },
      { at: NOON - DAY_MS },
    ];
    const found = others.map((change) => visitors.of({ ...one, ...change }, NOON));
    expect(new Set([same, ...found]).size).toBe(others.length + 1);
  });

  test('cannot be distinguished once the salt of their day is deleted', () => {
    const end = (dayAt(NOON) + 3) * DAY_MS;
    expect(visitors.of(one, end - 1)).not.toBeNull();
    expect(visitors.of(one, end)).toBeNull();
  });
});

describe('salts', () => {
  const days = async () => {
    const rows = await queries(fresh.database).select().from(linkSalts);
    return rows.map(({ day }) => day).toSorted();
  };

  test('are created an hour ahead, shared, sealed, and deleted two days after their day', async () => {
    await queries(fresh.database).delete(linkSalts);
    const at = (text: string) => rotateSalts(fresh.database, KEY, new Date(text));
    await at('2026-06-15T22:59:00Z');
    expect(await days()).toEqual(['2026-06-15']);
    await at('2026-06-15T23:00:00Z');
    expect(await days()).toEqual(['2026-06-15', '2026-06-16']);
    const kept = await queries(fresh.database).select().from(linkSalts);
    await at('2026-06-15T23:30:00Z');
    expect(await queries(fresh.database).select().from(linkSalts)).toEqual(kept);
    expect(new Set(kept.map(({ sealed }) => sealed.length)).size).toBe(1);
    expect(kept[0]?.sealed.length).toBeGreaterThan(60);
    await at('2026-06-17T23:59:00Z');
    expect(await days()).toContain('2026-06-15');
    await at('2026-06-18T00:00:00Z');
    expect(await days()).not.toContain('2026-06-15');
    await rotateSalts(fresh.database, Buffer.alloc(32, 7), new Date());
  });
});

test('no file of a database contains an address or a user agent', async () => {
  const workspaceId = await workspace();
  const addresses = ['203.0.113.222', '198.51.100.187'];
  const agent = 'Mozilla/5.0 (Windows NT 10.0) Needle/7.7 Firefox/127.0';
  for (const address of [...addresses, '2001:db8:7:8::9']) {
    await clicks.record(click({ workspaceId, address, userAgent: agent, referrer: 'https://seen.example.com/' }));
  }
  await clicks.drained();
  const everything =
    engine === 'sqlite'
      ? filesIn(dirname(fresh.url))
          .map((file) => readFileSync(file).toString('latin1'))
          .join('')
      : await textOfTables(fresh.url);
  expect(everything).toContain('seen.example.com');
  for (const secret of [...addresses, 'Needle/7.7', '2001:db8:7:8::9']) expect(everything).not.toContain(secret);
  // Four bytes may stand there by chance, but not those of both.
  const bytes = addresses.map((address) => Buffer.from(address.split('.').map(Number)).toString('latin1'));
  if (engine === 'sqlite') expect(bytes.filter((one) => everything.includes(one)).length).toBeLessThan(2);
});

describe('maintenance', () => {
  /** Rows straight through the drain, at a time of the past. */
  async function past(count: number, at: number, change: Partial<Parameters<typeof click>[0]> = {}) {
    const workspaceId = await workspace();
    const linkId = newId('lnk');
    const made = Array.from({ length: count }, (_, index) =>
      click({ workspaceId, linkId, at: at + index * 1000, address: `198.51.${index >> 8}.${index & 255}`, ...change }),
    );
    await Promise.all(made.map((one) => clicks.record(one)));
    await clicks.drained();
    return { workspaceId, linkId };
  }
  const facetsOf = async (workspaceId: string) => {
    const rows = await store.run(
      'select facets, facets_through, facets_count from link_days where workspace_id = $1 order by day',
      [store.id(workspaceId)],
    );
    return rows.map(([facets, through, count]) => ({
      facets: facets === null ? null : (JSON.parse(facets as string) as Facets),
      through: Number(through),
      count: Number(count),
    }));
  };
  const rawOf = async (workspaceId: string) => {
    const rows = await store.run(`select ${CLICK_SELECT} where c.workspace_id = $1 order by c.seq`, [
      store.id(workspaceId),
    ]);
    return rows.map((row) => clickFromRow(store, row));
  };
  const at = Date.now() - 40 * DAY_MS;
  const morning = dayAt(at) * DAY_MS + 3_600_000;

  test('summarises days with many clicks: facets equal the sums of the rows', async () => {
    const few = await past(200, morning);
    const many = await past(400, morning, { referrer: 'https://news.example.com/', query: 'utm_source=letter' });
    while ((await foldGrownDays(store)) > 0);
    expect((await facetsOf(few.workspaceId))[0]?.facets).toBeNull();
    const [folded] = await facetsOf(many.workspaceId);
    const raw = await rawOf(many.workspaceId);
    const expected = emptyFacets();
    for (const one of raw) addToFacets(expected, one);
    expect(folded).toEqual({ facets: expected, count: 400, through: raw.at(-1)?.seq ?? 0 });
    expect(folded?.facets?.by['utm_source']).toEqual({ letter: [400, 0, 0] });
  });

  test('deletes old clicks once their days have facets; sums are kept', async () => {
    const { workspaceId } = await past(30, morning);
    const before = await tables.everywhere(workspaceId);
    const keep = (clickRetentionDays: number) => maintain(store, [{ workspaceId, clickRetentionDays }], Date.now());
    while (!(await keep(41)));
    expect((await rawOf(workspaceId)).length).toBe(30);
    while (!(await keep(39)));
    expect((await rawOf(workspaceId)).length).toBe(0);
    const [day] = await facetsOf(workspaceId);
    expect(day?.count).toBe(30);
    expect(Object.values(day?.facets?.slots ?? {}).reduce((sum, [count]) => sum + count, 0)).toBe(30);
    const after = await tables.everywhere(workspaceId);
    expect(after).toMatchObject({ days: before['days'], linkDays: before['linkDays'], counters: before['counters'] });
    // Quarter hours are kept 32 days; those of the total for ever.
    expect(after['rollups']).toEqual(before['rollups'] as never);
    expect(after['devices']?.clicks).toBe(0);
    const urls = await store.run('select url from link_urls where workspace_id = $1', [store.id(workspaceId)]);
    expect(urls).toEqual([]);
  });

  test('closes days after two o’clock, and again after late clicks', async () => {
    const workspaceId = await workspace();
    const [first, second] = [newId('lnk'), newId('lnk')];
    const day = dayAt(morning);
    const put = async (linkId: string) => {
      await clicks.record(click({ workspaceId, linkId, at: morning }));
      await clicks.drained();
    };
    await put(first);
    await closeDays(store, (day + 1) * DAY_MS + 3_600_000);
    expect(await tables.rollup(workspaceId, 'link')).toEqual({});
    await closeDays(store, (day + 1) * DAY_MS + 2 * 3_600_000);
    expect(await tables.rollup(workspaceId, 'link')).toEqual({ [first]: { clicks: 1, unique: 0, bots: 0 } });
    await put(second);
    await put(second);
    await closeDays(store, Date.now());
    expect(await tables.rollup(workspaceId, 'link')).toMatchObject({ [first]: { clicks: 1 }, [second]: { clicks: 2 } });
  });

  test('summarises what is worth it of a past day before closing it, as time allows', async () => {
    const [few, some] = [await past(15, morning), await past(120, morning, { referrer: 'https://news.example.com/' })];
    const open = async () => (await store.run('select day from link_open_days')).map(([day]) => Number(day));
    expect(await closeDays(store, Date.now(), () => false)).toBe(false);
    expect(await open()).toContain(dayAt(morning));
    expect(await closeDays(store, Date.now())).toBe(true);
    expect(await open()).not.toContain(dayAt(morning));

    expect((await facetsOf(few.workspaceId))[0]?.facets).toBeNull();
    const [folded] = await facetsOf(some.workspaceId);
    expect(folded?.count).toBe(120);
    expect(folded?.facets?.by.referrer_host).toEqual({ 'news.example.com': [120, 0, 0] });
  });

  // On SQLite a transaction has the file for itself, and two in one thread would wait for each other.
  test.skipIf(engine === 'sqlite')('closes days once where two processes do it at the same time', async () => {
    const other = clickEngine(fresh.database.location).openDrain();
    for (let round = 0; round < 5; round += 1) {
      const workspaceId = await workspace();
      const ids = Array.from({ length: 50 }, () => newId('lnk'));
      await Promise.all(ids.map((linkId) => clicks.record(click({ workspaceId, linkId, at: morning }))));
      await clicks.drained();
      await Promise.all([closeDays(store, Date.now()), closeDays(other, Date.now())]);
      const closed = await tables.rollup(workspaceId, 'link');
      expect(Object.keys(closed).toSorted()).toEqual(ids.toSorted());
      expect(new Set(Object.values(closed).map((counts) => counts.clicks))).toEqual(new Set([1]));
    }
    await other.close();
  });

  test('replaces the first destinations by the most frequent ones', async () => {
    const workspaceId = await workspace();
    const linkId = newId('lnk');
    const made = Array.from({ length: 1100 }, (_, index) =>
      click({ workspaceId, linkId, at: morning, destination: `https://example.com/${index}` }),
    );
    const late = Array.from({ length: 3 }, () =>
      click({ workspaceId, linkId, at: morning, destination: 'https://example.com/1099' }),
    );
    // What is recorded together may be counted in any order.
    for (const those of [made.slice(0, 1000), made.slice(1000), late]) {
      await Promise.all(those.map((one) => clicks.record(one)));
      await clicks.drained();
    }
    expect((await tables.rollup(workspaceId, 'destination'))['https://example.com/1099']).toBeUndefined();
    await closeDays(store, Date.now());
    const closed = await tables.rollup(workspaceId, 'destination');
    expect(closed['https://example.com/1099']?.clicks).toBe(4);
    expect(closed['~other']?.clicks).toBe(100);
    expect(Object.keys(closed).length).toBe(1001);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}
