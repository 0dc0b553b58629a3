import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { join, openAs } from './support/people';
import { inDays, publish } from './support/publications';
import { dialog, openPage } from './support/steps';
import { expect, SIZES } from './support/test';
import { advance, NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

/** Is not on WhatsApp; and one to which no answer comes. */
const REFUSED = '+15550100001';
const SILENT = '+15550100003';

let place: Console;
let scene: Scene;
let sandbox: string;
let first: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
  await sendText(scene, 'Hello');
  first = await publish(scene, { title: 'Release' });
  await advance(scene, sandbox, 10);
});
test.afterAll(() => place.stop());

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, `/automation${path}`);
  return page.locator('#main');
}

async function filter(page: Page, name: string, value: string): Promise<void> {
  await page.locator('#main').getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.locator('.filter-panel');
  await panel.getByRole('button', { name }).click();
  await panel.getByRole('button', { name: value, exact: true }).click();
}

test('the list is narrowed by status and words, and says when nothing fits', async ({ page }) => {
  await publish(scene, { title: 'Spring letter', schedule: { mode: 'at', at: inDays(1) } });
  await publish(scene, { title: 'A thought', draft: true });
  const main = await open(page, '/publications');
  const list = main.getByRole('table', { name: 'Publications' });
  await expect(list.getByRole('row')).toHaveCount(4);
  await expect(list).toContainText('1 of 1');
  await look(page, 'pub-list');
  await filter(page, 'Status', 'Scheduled');
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(list.getByRole('link', { name: 'Spring letter' })).toBeVisible();
  await expect(page).toHaveURL(/status=scheduled/);
  await main.getByLabel('Search by title or text').fill('autumn');
  await expect(main.getByRole('heading', { name: 'No results for these filters' })).toBeVisible();
  await main.getByRole('button', { name: 'Clear filters' }).click();
  await expect(list.getByRole('row')).toHaveCount(4);
  // One that is made elsewhere shows without a reload.
  await publish(scene, { title: 'From elsewhere', draft: true });
  await expect(list.getByRole('link', { name: 'From elsewhere' })).toBeVisible();
});

test('the calendar shows what is due by day, and is walked by keys', async ({ page }) => {
  const main = await open(page, '/publications');
  await main.getByRole('button', { name: 'Month', exact: true }).click();
  const grid = main.getByRole('table', { name: 'Month' });
  await expect(grid.getByRole('link').first()).toBeVisible();
  await look(page, 'pub-calendar');

  // Of today: tomorrow may be in the next one.
  const month = await main.getByRole('heading', { level: 2 }).first().textContent();
  await grid.getByRole('button', { pressed: true }).focus();
  await page.keyboard.press('ArrowRight');
  const day = main.getByRole('region', { name: 'Selected day' });
  await expect(day.getByRole('link', { name: 'Spring letter' })).toBeVisible();
  await expect(grid.getByRole('button', { pressed: true })).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(main.getByRole('heading', { level: 2 }).first()).not.toHaveText(month ?? '');
  await expect(grid.getByRole('button', { pressed: true })).toBeFocused();
  await main.getByRole('button', { name: 'Today' }).click();
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText(month ?? '');

  // On a phone the days stand in a list.
  await page.setViewportSize(SIZES.phone);
  await expect(grid).toBeHidden();
  await expect(main.getByRole('region', { name: 'Days of this month' }).getByRole('link').first()).toBeVisible();
  await page.setViewportSize(SIZES.desktop);

  await day.getByRole('link', { name: /^New publication on/ }).click();
  await expect(page.getByLabel('Date and time', { exact: true })).toHaveValue(/T09:00$/);
});

test('a failed delivery shows why, and an unknown one is resolved by hand', async ({ page }) => {
  const id = await publish(scene, {
    title: 'Troubled',
    targets: [{ channel: 'whatsapp', instance_id: sandbox, to: [NORMAL, SILENT] }],
    on_invalid_target: 'skip',
  });
  await scene.act('mutate', 'automation.publications.create', {
    title: 'Nobody there',
    content: { text: 'Hello' },
    targets: [{ channel: 'whatsapp', instance_id: sandbox, to: [REFUSED] }],
    on_invalid_target: 'skip',
  });
  const main = await open(page, `/publications/${id}`);
  const deliveries = main.getByRole('table', { name: 'Deliveries' });
  await expect(async () => {
    await advance(scene, sandbox, 60);
    await expect(deliveries.getByText('Unconfirmed', { exact: true })).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await look(page, 'pub-trouble');
  // What may have arrived is asked about, not sent again with the rest.
  await main.getByRole('button', { name: 'Retry failed deliveries' }).click();
  const again = dialog(page, 'Retry failed deliveries?');
  await expect(again.getByLabel('Also retry 1 unconfirmed delivery')).not.toBeChecked();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await deliveries.getByRole('link', { name: /0003$/ }).click();
  const sheet = dialog(page, 'Delivery');
  await expect(sheet.getByText(/^Sent without a confirmation/)).toBeVisible();
  // Again only when one knows that it may come twice.
  await sheet.getByRole('button', { name: 'Retry delivery' }).click();
  const asked = dialog(page, 'Retry this delivery?');
  await expect(asked).toContainText('The message may arrive twice.');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await sheet.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(sheet.getByText('Sent', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(main.getByText('Sent to everyone.')).toBeVisible();

  await open(page, '/deliveries');
  const all = main.getByRole('table', { name: 'Deliveries' });
  await expect(all.getByRole('row').nth(3)).toBeVisible();
  await look(page, 'pub-deliveries');
  await filter(page, 'Status', 'Failed');
  await expect(all.getByRole('row')).toHaveCount(2);
  await main.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Retry matching deliveries' }).click();
  const many = dialog(page, 'Retry all matching deliveries?');
  await expect(many).toContainText('1 delivery can be retried');
  await many.getByRole('button', { name: 'Retry 1' }).click();
  await expect(page.getByText('1 delivery is being retried')).toBeVisible();
});

test('who only reads sees all of it and changes nothing', async ({ browser }) => {
  const vera = await join({ url: place.url, scene }, 'viewer', 'Vera');
  const { page } = await openAs(browser, vera);
  const base = `${place.url}/user/api/w/${scene.workspaceId}/automation`;
  await page.goto(`${base}/publications/${first}`);
  await expect(page.getByRole('table', { name: 'Deliveries' }).getByRole('row').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await page.goto(`${base}/publications`);
  await expect(page.getByRole('table', { name: 'Publications' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New publication' })).toHaveCount(0);
  await page.goto(`${base}/publications/new`);
  await expect(page.getByText('Your role cannot open this page')).toBeVisible();
  await page.goto(`${base}/connect`);
  await expect(page.getByText(/^Your role can’t create keys/)).toBeVisible();
  await page.close();
});

test('ids of automation open their pages from the palette', async ({ page }) => {
  const { data } = await scene.act('query', 'automation.publication_deliveries.list', { publication_id: first });
  const [delivery] = data as { id: string }[];
  await open(page, '/publications');
  for (const [id, address] of [
    [first, `/publications/${first}`],
    [delivery?.id ?? '', `delivery=${delivery?.id}`],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search, or paste an ID' }).fill(id);
    await page.getByRole('option', { name: /^Open / }).click();
    await expect(page).toHaveURL(new RegExp(address.replaceAll('/', '\\/')));
    if (id !== first) await page.keyboard.press('Escape');
  }
  await openPage(page, place, scene, '');
  const tile = page.getByRole('heading', { name: 'Automation' }).locator('..');
  await expect(tile).toContainText('publications');
});
