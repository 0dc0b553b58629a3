import type { Locator, Page, Route } from '@playwright/test';

import { withSomeAutomation } from './support/automation';
import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { test } from './support/one-page';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await withSomeAutomation(await addFixtures(place.url));
});
test.afterAll(() => place.stop());

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, `/automation${path}`);
  return page.locator('#main');
}
const NOTHING = 'No results for these filters';

/** Lists, an address that narrows them to nothing, and what they say where there is nothing at all. */
const LISTS = () => [
  { path: '/publications', narrowed: '?status=expired', table: 'Publications', empty: 'No publications yet' },
  { path: '/deliveries', narrowed: '?status=expired', table: 'Deliveries', empty: 'No deliveries yet' },
  { path: '/endpoints', narrowed: '?preset=stripe', table: 'Inbound endpoints', empty: 'No endpoints yet' },
  { path: '/rules', narrowed: '?status=paused', table: 'Rules', empty: 'No rules yet' },
  {
    path: `/endpoints/${scene.endpointId}`,
    narrowed: '?tab=requests&status=rejected',
    table: 'Inbound requests',
    empty: 'No requests yet',
  },
  { path: `/rules/${scene.ruleId}`, narrowed: '?tab=runs&status=failed', table: 'Runs', empty: 'No runs yet' },
];
const CALLS = /\/trpc\/[^?]*automation\.\w+\.list/;

test('a list that is narrowed to nothing says by what, and never that there is nothing at all', async ({ page }) => {
  for (const { path, narrowed, table, empty } of LISTS()) {
    const main = await open(page, `${path}${narrowed}`);
    await expect(main.getByRole('heading', { name: NOTHING })).toBeVisible();

    // Until the whole list is there, it is not known to be empty.
    const held = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await held.promise;
      await route.continue();
    };
    await page.route(CALLS, hold);
    const asked = page.waitForRequest(CALLS);
    await main
      .getByRole('button', { name: /^Remove filter / })
      .first()
      .click();
    await asked;
    await expect(main.getByRole('heading', { name: NOTHING })).toHaveCount(0);
    await expect(main.getByRole('heading', { name: empty })).toHaveCount(0);
    held.resolve();
    await expect(main.getByRole('table', { name: table }).getByRole('row').nth(1)).toBeVisible();
    await page.unroute(CALLS, hold);
  }
});

test('a list that cannot be read says so, and is read again by a click', async ({ page, watch }) => {
  watch.expect(503);
  for (const { path, narrowed, table } of LISTS()) {
    const main = await open(page, path.includes('_') ? `${path}${narrowed.replace(/&.*/, '')}` : path);
    await expect(main.getByRole('table', { name: table })).toBeVisible();
    const fail = (route: Route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Gateway</h1>' });
    await page.route(CALLS, fail);
    await page.reload();
    const alert = main.getByRole('alert');
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 });
    await expect(alert).not.toContainText('<h1>');
    await page.unroute(CALLS, fail);
    // An event may have had the list read just before the click.
    await alert
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await expect(main.getByRole('table', { name: table }).getByRole('row').nth(1)).toBeVisible();
  }
});

test('what is gone has a page that says so, and leads back', async ({ page, watch }) => {
  watch.expect(404);
  for (const [path, what, back] of [
    ['/publications/pub_01h455vb4pex5vsknk084sn02q', 'publication', 'All publications'],
    ['/endpoints/iep_01h455vb4pex5vsknk084sn02q', 'endpoint', 'All endpoints'],
    ['/rules/rul_01h455vb4pex5vsknk084sn02q', 'rule', 'All rules'],
  ] as const) {
    const main = await open(page, path);
    await expect(main.getByRole('heading', { name: `This ${what} does not exist` })).toBeVisible();
    await main.getByRole('link', { name: back }).click();
    await expect(main.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  }
});

test('a row opens by its key, and the focus comes back to it', async ({ page }) => {
  for (const [path, table, sheet] of [
    ['/deliveries', 'Deliveries', 'Delivery'],
    [`/endpoints/${scene.endpointId}?tab=requests`, 'Inbound requests', 'Inbound request'],
    [`/rules/${scene.ruleId}?tab=runs`, 'Runs', 'Run'],
  ] as const) {
    const main = await open(page, path);
    const link = main.getByRole('table', { name: table }).getByRole('row').nth(1).getByRole('link').first();
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page, sheet)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, sheet)).toHaveCount(0);
    await expect(link).toBeFocused();
  }
});
