import type { BrowserContext, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { test } from './support/one-page';
import { countRows } from './support/rows';
import { expect, settled, test as freshTest } from './support/test';

const ROWS = 'table[aria-label="Requests"] tbody tr:not([aria-hidden])';

/** A request that nothing else makes: its path names it. */
const call = async (url: string, key: string, name: string): Promise<void> => {
  const response = await fetch(`${url}/api/v1/keys/${name}`, { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
};
const row = (page: Page, name: string) => page.getByRole('link', { name: `GET /api/v1/keys/${name}`, exact: true });
const makeKey = (scene: Scene, name: string) =>
  scene.act('mutate', 'keys.create', { kind: 'ak', name, scopes: ['models:read'] });

test('a request stands in the list and on the overview as soon as it is answered', async ({
  page,
  context,
  filled,
}) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/activity`);
  await settled(page);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await call(url, scene.key, 'first');
  await expect(row(page, 'first')).toBeVisible();
  await expect(page.locator('tr.row-new', { has: row(page, 'first') })).toBeVisible();

  await page.goto(`${url}/user/api/w/${scene.workspaceId}`);
  await settled(page);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await call(url, scene.key, 'second');
  await expect(row(page, 'second')).toBeVisible();
  // Refused calls stand first, and only there.
  await expect(page.getByRole('table', { name: 'Recent errors' }).locator('tbody tr').first()).toContainText('second');
  await expect(page.locator('#main tbody tr')).toHaveCount(8);
});

test('paused, or further down, the list holds still and counts what came', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await Promise.all(Array.from({ length: 40 }, (_, at) => call(url, scene.key, `many-${at}`)));
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/activity?method=GET`);
  await settled(page);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await page.keyboard.press(' ');
  await expect(page.getByText('Paused')).toBeVisible();
  await call(url, scene.key, 'while-paused');
  await expect(page.getByRole('button', { name: /^\d+ new$/ })).toBeVisible();
  await expect(row(page, 'while-paused')).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(row(page, 'while-paused')).toBeVisible();

  await page.evaluate(() => window.scrollTo(0, 600));
  await call(url, scene.key, 'while-below');
  await call(url, scene.key, 'while-below-too');
  // What the filters leave out is not counted.
  await fetch(`${url}/api/v1/keys`, { method: 'POST', headers: { authorization: `Bearer ${scene.key}` } });
  await page.getByRole('button', { name: /^\d+ new$/ }).click();
  await expect(row(page, 'while-below-too')).toBeInViewport();
});

test('a server that dies is waited for, and nothing is missing or double afterwards', async ({ page, context }) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  await context.addCookies(scene.cookies);
  await page.goto(`${server.url}/user/api/w/${scene.workspaceId}/activity`);
  await settled(page);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.evaluate(() => (document.body.dataset['stays'] = 'yes'));
  await call(server.url, scene.key, 'before');
  await expect(row(page, 'before')).toBeVisible();
  const before = await page.locator(ROWS).count();

  await server.restart(async () => {
    await expect(page.getByText('Reconnecting')).toBeVisible();
    await expect(row(page, 'before')).toBeVisible();
  });
  const names = Array.from({ length: 30 }, (_, at) => `gap-${at}`);
  await Promise.all(names.map((name) => call(server.url, scene.key, name)));
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.locator(ROWS)).toHaveCount(before + names.length);
  for (const name of names) await expect(row(page, name)).toHaveCount(1);
  expect(await page.evaluate(() => document.body.dataset['stays'])).toBe('yes');

  // Once more, with events: they are caught up by their number.
  await page.getByRole('navigation', { name: 'Logs' }).getByRole('link', { name: 'Events' }).click();
  await settled(page);
  await expect(page.getByRole('row', { name: /api_key\.created/ }).first()).toBeVisible();
  const events = await page.locator('table[aria-label="Events"] tbody tr').count();
  await server.restart(() => expect(page.getByText('Reconnecting')).toBeVisible());
  for (const name of ['One', 'Two', 'Three']) await makeKey(scene, name);
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('table[aria-label="Events"] tbody tr')).toHaveCount(events + 3);
});

freshTest(
  'five minutes in the background close the stream; in the foreground it resumes',
  async ({ page, context, filled }) => {
    await almostRests(page, context, filled);
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('events.subscribe'));
    await page.clock.fastForward('00:11');
    await closed;
    await makeKey(filled.scene, 'Missed');

    const opened = page.waitForRequest(/events\.subscribe/);
    await show(page, 'visible');
    expect(decodeURIComponent((await opened).url())).toMatch(/"lastEventId":"\d+"/);
    await expect(page.getByRole('row', { name: /Missed/ })).toHaveCount(1);
  },
);

freshTest(
  'a tab that is looked at in the moment that its stream closes resumes where it was',
  async ({ page, context, filled }) => {
    await almostRests(page, context, filled);
    await page.evaluate(() => {
      const close: (this: EventSource) => void = Reflect.get(EventSource.prototype, 'close');
      EventSource.prototype.close = function closeAndLook() {
        EventSource.prototype.close = close;
        close.call(this);
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
        document.dispatchEvent(new Event('visibilitychange'));
      };
    });
    const opened = page.waitForRequest(/events\.subscribe/);
    await page.clock.fastForward('00:11');
    expect(decodeURIComponent((await opened).url())).toMatch(/"lastEventId":"\d+"/);
  },
);

/** The list of events, in the background for almost five minutes, with a stream that has brought events. */
async function almostRests(
  page: Page,
  context: BrowserContext,
  { url, scene }: Console & { scene: Scene },
): Promise<void> {
  await context.addCookies(scene.cookies);
  await page.clock.install();
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/events`);
  await settled(page);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await show(page, 'hidden');
  // A stream that was silent is opened anew. The first row may come from the list itself, the second comes by it.
  await page.clock.fastForward('04:50');
  for (const name of ['Read', 'Heard'].map((word) => `${word} ${crypto.randomUUID()}`)) {
    await makeKey(scene, name);
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  }
}

const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((wanted) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => wanted });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('of a long list only the rows in view are drawn', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  for (let batch = 0; batch < 6; batch++) {
    await Promise.all(Array.from({ length: 45 }, (_, at) => call(url, scene.key, `long-${batch}-${at}`)));
  }
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/activity?q=long-`);
  await settled(page);
  for (let pages = 1; pages < 5; pages++) {
    const known = await countRows(page);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => countRows(page)).toBeGreaterThan(known);
  }
  await expect(page.locator('table[aria-rowcount="251"]')).toBeVisible();
  expect(await page.locator(ROWS).count()).toBeLessThan(120);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.locator('tr[aria-rowindex="251"]')).toBeVisible();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.locator('table[aria-rowcount="271"]')).toBeVisible();
});
