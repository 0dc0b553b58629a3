import { afterAll, describe, expect, spyOn, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { workspaces } from '../../../server/db/workspaces';
import { jobsOf } from '../../../server/modules';
import { newId } from '../../../shared/ids';
import { freshDatabase, startServer } from '../../support/app';
import { until } from '../../support/process';
import { seedWorkspace } from '../../support/seed';
import { click, DAY_MS, openTables } from './support';

const fresh = await freshDatabase();
const server = await startServer({}, { store: fresh.database });
const { clicks } = server.services;
const tables = openTables(fresh.database);
const workspace = () => seedWorkspace('Clicks', fresh.database);
afterAll(async () => {
  await server.stop();
  await tables.close();
  await fresh.close();
});

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

describe('the drain', () => {
  test('counts every click the same in each table', async () => {
    const workspaceId = await workspace();
    const links = Array.from({ length: 40 }, () => newId('lnk'));
    const made = Array.from({ length: 3000 }, () =>
      click({
        workspaceId,
        linkId: pick(links),
        address: `203.0.113.${Math.floor(Math.random() * 250)}`,
        country: pick(['DE', 'FR', null]),
        class: pick(['human', 'human', 'human', 'crawler', 'http_client', 'preview']),
        referrer: pick(['', 'https://news.example.com/letters', 'android-app://com.example.mail/']),
      }),
    );
    expect((await Promise.all(made.map((one) => clicks.record(one)))).every(Boolean)).toBe(true);
    await clicks.drained();

    const places = await tables.everywhere(workspaceId);
    const humans = made.filter((one) => one.class === 'human');
    const visitors = new Set(humans.map((one) => `${one.linkId} ${one.address}`)).size;
    const expected = { clicks: humans.length, unique: visitors, bots: made.length - humans.length };
    for (const [table, counts] of Object.entries(places)) expect({ table, ...counts }).toEqual({ table, ...expected });

    const germans = await tables.rollup(workspaceId, 'country');
    expect(germans['DE']?.clicks).toBe(humans.filter(({ country }) => country === 'DE').length);
    expect(Object.keys(await tables.rollup(workspaceId, 'referrer_host')).toSorted()).toEqual([
      'com.example.mail',
      'news.example.com',
    ]);
    expect((await tables.ids(workspaceId)).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  });

  test('shows counters of links only to their workspace', async () => {
    const [mine, other] = [await workspace(), await workspace()];
    const linkId = newId('lnk');
    const at = Date.now();
    await clicks.record(click({ workspaceId: mine, linkId, at }));
    await clicks.drained();
    const found = await clicks.store.counters(mine, [linkId]);
    expect(found.get(linkId)).toEqual({ clicks: 1, uniqueClicks: 1, botClicks: 0, lastClickedAt: new Date(at) });
    expect((await clicks.store.counters(other, [linkId])).size).toBe(0);
  });

  test('counts a visitor once per day and link', async () => {
    const workspaceId = await workspace();
    const [linkId, another] = [newId('lnk'), newId('lnk')];
    const now = Date.now();
    const yesterday = now - DAY_MS;
    for (const one of [
      { linkId },
      { linkId },
      { linkId: another },
      { linkId, at: yesterday },
      { linkId, at: yesterday },
    ]) {
      await clicks.record(click({ workspaceId, at: now, ...one }));
    }
    await clicks.record(click({ workspaceId, linkId, at: now, class: 'crawler' }));
    await clicks.drained();
    const counters = await clicks.store.counters(workspaceId, [linkId, another]);
    expect(counters.get(linkId)).toMatchObject({ clicks: 4, uniqueClicks: 2, botClicks: 1 });
    expect(counters.get(another)).toMatchObject({ clicks: 1, uniqueClicks: 1 });
  });

  test('counts a visitor with more than 120 clicks a minute as a bot, except by QR code and on limited links', async () => {
    const workspaceId = await workspace();
    const [linkId, scanned, limited] = [newId('lnk'), newId('lnk'), newId('lnk')];
    // One minute, whenever the test runs.
    const at = Math.floor(Date.now() / 60_000) * 60_000;
    for (let index = 0; index < 130; index += 1) {
      await clicks.record(click({ workspaceId, linkId, at, trigger: 'qr' }));
      await clicks.record(click({ workspaceId, linkId: scanned, at, trigger: 'qr' }));
      await clicks.record(click({ workspaceId, linkId: limited, at, used: true }));
    }
    // Codes that were scanned before use up nothing of what clicks may.
    for (let index = 0; index < 130; index += 1) await clicks.record(click({ workspaceId, linkId, at }));
    await clicks.drained();
    const counters = await clicks.store.counters(workspaceId, [linkId, scanned, limited]);
    expect(counters.get(linkId)).toMatchObject({ clicks: 250, botClicks: 10 });
    expect(counters.get(scanned)).toMatchObject({ clicks: 130, botClicks: 0 });
    expect(counters.get(limited)).toMatchObject({ clicks: 130, botClicks: 0 });
    expect((await tables.rollup(workspaceId, 'bot_reason'))['click_rate']?.bots).toBe(10);
  });

  test('stores a thousand values per dimension and day, and sums up the rest', async () => {
    const workspaceId = await workspace();
    const linkId = newId('lnk');
    const made = Array.from({ length: 1300 }, (_, index) =>
      click({
        workspaceId,
        linkId,
        address: `198.51.${index >> 8}.${index & 255}`,
        referrer: `https://r${index}.example.com/`,
      }),
    );
    for (const half of [made.slice(0, 700), made.slice(700)]) {
      await Promise.all(half.map((one) => clicks.record(one)));
      await clicks.drained();
    }
    const hosts = await tables.rollup(workspaceId, 'referrer_host');
    expect(Object.keys(hosts).length).toBe(1001);
    expect(hosts['~other']).toEqual({ clicks: 300, unique: 300, bots: 0 });
  });

  test('loses and duplicates nothing while its Worker keeps crashing', async () => {
    const workspaceId = await workspace();
    const linkId = newId('lnk');
    const made: string[] = [];
    const counted = async () => (await clicks.store.counters(workspaceId, [linkId])).get(linkId)?.clicks ?? 0;
    for (let round = 0; round < 8; round += 1) {
      const before = await counted();
      const some = Array.from({ length: 400 }, (_, index) =>
        click({ workspaceId, linkId, address: `192.0.2.${(round * 30 + index) % 250}` }),
      );
      await Promise.all(some.map((one) => clicks.record(one)));
      made.push(...some.map(({ id }) => id));
      // At times before it began, at times in the middle.
      if (round % 2 === 1) await until(async () => (await counted()) > before);
      clicks.crashDrain();
    }
    await clicks.drained();
    expect((await tables.ids(workspaceId)).toSorted()).toEqual(made.toSorted());
    const { rows, ...rest } = await tables.everywhere(workspaceId);
    expect(rows?.clicks).toBeGreaterThan(0);
    for (const [table, counts] of Object.entries(rest))
      expect({ table, ...counts }).toEqual({ table, ...(rows ?? { clicks: 0, unique: 0, bots: 0 }) });
  });

  test('deletes counters of deleted links, and keeps the sums of their workspace', async () => {
    const workspaceId = await workspace();
    const [linkId, kept] = [newId('lnk'), newId('lnk')];
    for (const id of [linkId, linkId, kept]) await clicks.record(click({ workspaceId, linkId: id }));
    await clicks.drained();
    await clicks.store.forgetLinks(await workspace(), [linkId]);
    expect((await tables.everywhere(workspaceId))['rows']?.clicks).toBe(3);
    await clicks.store.forgetLinks(workspaceId, [linkId]);
    expect(await tables.everywhere(workspaceId)).toMatchObject({
      rows: { clicks: 1 },
      linkDays: { clicks: 1 },
      counters: { clicks: 1 },
      rollups: { clicks: 3 },
    });
  });

  test('deletes counters of a workspace a week after its deletion, and of no other', async () => {
    const [gone, kept, fresher] = [await workspace(), await workspace(), await workspace()];
    const ofWorkspace = (workspaceId: string) => click({ workspaceId, used: true });
    for (const id of [gone, kept, fresher]) await clicks.record(ofWorkspace(id));
    await clicks.drained();
    const giveUp = (id: string, days: number) =>
      queries(fresh.database)
        .update(workspaces)
        .set({ status: 'deleting', deletedAt: new Date(Date.now() - days * DAY_MS) })
        .where(eq(workspaces.id, id));
    await giveUp(gone, 8);
    await giveUp(fresher, 6);
    const before = await Promise.all([kept, fresher].map((id) => tables.left(id)));

    const job = jobsOf(server.services).find(({ name }) => name === 'deleted workspaces');
    await job?.run(new AbortController().signal);
    const none = Object.fromEntries(Object.keys(before[0] ?? {}).map((table) => [table, 0]));
    expect(await tables.left(gone)).toEqual(none);
    expect(await Promise.all([kept, fresher].map((id) => tables.left(id)))).toEqual(before);
    expect(before[0]).toMatchObject({ link_clicks: 1, link_urls: 1, link_days: 1, link_counters: 1 });
  });
});

test('the Worker of the drain ends by itself at a stop, so that its lease and files are released', async () => {
  const own = await freshDatabase();
  const stopped = await startServer({}, { store: own.database });
  await stopped.services.clicks.drained();
  const terminate = spyOn(Worker.prototype, 'terminate');
  await stopped.stop();
  expect(terminate).not.toHaveBeenCalled();
  terminate.mockRestore();
  await own.close();
});
