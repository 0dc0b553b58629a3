import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { join, openAs } from './support/people';
import { inDays, publish } from './support/publications';
import { dialog, openPage } from './support/steps';
import { expect, SIZES, test } from './support/test';
import { advance, NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ trace: 'off', actionTimeout: 20_000 });

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

test('the list is narrowed by status and words, and says when nothing fits', async ({ page }) => {
  await publish(scene, { title: 'Spring letter', schedule: { mode: 'at', at: inDays(1) } });
  await publish(scene, { title: 'A thought', draft: true });
  const main = await open(page, '/publications');
  const list = main.getByRole('table', { name: 'Publications' });
  await expect(list.getByRole('row')).toHaveCount(4);
  await expect(list).toContainText('1 of 1');
  await look(page, 'pub-list');
  await main.getByLabel('Status', { exact: true }).selectOption('scheduled');
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(list.getByRole('link', { name: 'Spring letter' })).toBeVisible();
  await expect(page).toHaveURL(/status=scheduled/);
  await main.getByLabel('Find by title or text').fill('autumn');
  await expect(main.getByRole('heading', { name: 'No results for these filters' })).toBeVisible();
  await main.getByRole('button', { name: 'Clear filters' }).click();
  await expect(list.getByRole('row')).toHaveCount(4);
  // One that is made elsewhere shows without a reload.
  await publish(scene, { title: 'From elsewhere', draft: true });
  await expect(list.getByRole('link', { name: 'From elsewhere' })).toBeVisible();
});

test('the calendar shows what is due by day, and is walked by keys', async ({ page }) => {
  const main = await open(page, '/publications');
  await main.getByRole('button', { name: 'Calendar' }).click();
  const grid = main.getByRole('table', { name: 'Month' });
  await expect(grid.getByRole('link').first()).toBeVisible();
  await look(page, 'pub-calendar');

  await grid.getByRole('button', { pressed: true }).focus();
  await page.keyboard.press('ArrowRight');
  const day = main.getByRole('region', { name: 'The chosen day' });
  await expect(day.getByRole('link', { name: 'Spring letter' })).toBeVisible();
  await expect(grid.getByRole('button', { pressed: true })).toBeFocused();
  const month = await main.getByRole('heading', { level: 2 }).first().textContent();
  await page.keyboard.press('PageDown');
  await expect(main.getByRole('heading', { level: 2 }).first()).not.toHaveText(month ?? '');
  await expect(grid.getByRole('button', { pressed: true })).toBeFocused();
  await main.getByRole('button', { name: 'Today' }).click();
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText(month ?? '');

  // On a phone the days stand in a list.
  await page.setViewportSize(SIZES.phone);
  await expect(grid).toBeHidden();
  await expect(main.getByRole('region', { name: 'The days of the month' }).getByRole('link').first()).toBeVisible();
  await page.setViewportSize(SIZES.desktop);

  await day.getByRole('link', { name: /^New publication on/ }).click();
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue(/T09:00$/);
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
    await expect(deliveries.getByText('Unconfirmed', { exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await look(page, 'pub-trouble');
  // What may have arrived is asked about, not sent again with the rest.
  await main.getByRole('button', { name: 'Retry' }).click();
  const again = dialog(page, 'Send it again?');
  await expect(again.getByLabel('Also 1 delivery that may have arrived')).not.toBeChecked();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await deliveries.getByRole('link', { name: /0003$/ }).click();
  const sheet = dialog(page, 'Delivery');
  await expect(sheet.getByText(/nobody can tell whether it arrived/)).toBeVisible();
  // Again only when one knows that it may come twice.
  await sheet.getByRole('button', { name: 'Send again' }).click();
  const asked = dialog(page, 'Send it again?');
  await expect(asked).toContainText('Then the message arrives twice.');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await sheet.getByRole('button', { name: 'It arrived' }).click();
  await expect(sheet.getByText('Sent', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(main.getByText('All that could be sent was sent.')).toBeVisible();

  await open(page, '/deliveries');
  const all = main.getByRole('table', { name: 'Deliveries' });
  await expect(all.getByRole('row').nth(3)).toBeVisible();
  await look(page, 'pub-deliveries');
  await main.getByLabel('Status', { exact: true }).selectOption('failed');
  await expect(all.getByRole('row')).toHaveCount(2);
  await main.getByRole('button', { name: 'Retry all of these' }).click();
  const many = dialog(page, 'Retry all that fit the filters?');
  await expect(many).toContainText('1 delivery can be tried again');
  await many.getByRole('button', { name: 'Retry 1' }).click();
  await expect(page.getByText('1 delivery is tried again')).toBeVisible();
});

test('who only reads sees all of it and changes nothing', async ({ browser }) => {
  const vera = await join({ url: place.url, scene }, 'viewer', 'Vera');
  const { page } = await openAs(browser, vera);
  const base = `${place.url}/user/api/w/${scene.workspaceId}/automation`;
  await page.goto(`${base}/publications/${first}`);
  await expect(page.getByRole('table', { name: 'Deliveries' }).getByRole('row').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Duplicate' })).toHaveCount(0);
  await page.goto(`${base}/publications`);
  await expect(page.getByRole('table', { name: 'Publications' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New publication' })).toHaveCount(0);
  await page.goto(`${base}/publications/new`);
  await expect(page.getByText('Your role cannot open this page')).toBeVisible();
  await page.goto(`${base}/connect`);
  await expect(page.getByText(/^Your role makes no keys/)).toBeVisible();
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
