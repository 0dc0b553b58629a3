import type { Page } from '@playwright/test';

import { scriptOf } from './support/scripts';
import { openPage } from './support/steps';
import { expect, test } from './support/test';

/** Scripts of pages that the tab has not opened yet have other names now. */
const OTHERS = scriptOf('/w/$ws/settings/members');
const gone = { status: 404, contentType: 'text/plain', body: 'Not found' };

function loadsOf(page: Page): string[] {
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  return loads;
}

const toMembers = (page: Page) => page.getByRole('link', { name: 'Members', exact: true }).click();

test('a tab older than the console reloads once and opens the requested page', async ({ page, filled, watch }) => {
  watch.expect(404);
  await openPage(page, filled, filled.scene, '/activity');
  const loads = loadsOf(page);
  // The load brings the new names.
  await page.route(OTHERS, (route) => (loads.length === 0 ? route.fulfill(gone) : route.continue()));
  await toMembers(page);
  await expect.poll(() => loads.length).toBe(1);
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();
  expect(loads).toHaveLength(1);
});

test('a script that cannot be loaded is reported with a retry, and the page stays', async ({ page, filled, watch }) => {
  watch.expect(404);
  await openPage(page, filled, filled.scene, '/activity');
  const loads = loadsOf(page);
  await page.route(OTHERS, (route) => route.fulfill(gone));
  await toMembers(page);
  await expect.poll(() => loads.length).toBe(1);
  await expect(page.getByText('The console was updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(loads).toHaveLength(1);
  // The router tells the developer too; nothing else is wrong.
  expect(watch.faults.splice(0).filter((fault) => !fault.includes('because the console was updated'))).toEqual([]);
});
