import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { test } from './support/one-page';
import { choose, outlookIn, publish } from './support/publications';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

/** Two people whose numbers end alike. */
const TWINS = [NORMAL, '+15550200000'] as const;

let place: Console;
let scene: Scene;
let sandbox: string;
let contactIds: string[];
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
  for (const number of TWINS) await sendText(scene, 'Hello', number);
  const { data } = await scene.act('query', 'whatsapp.contacts.list', { instance_id: sandbox });
  const known = data as { id: string; phone: string }[];
  contactIds = TWINS.map((number) => known.find(({ phone }) => phone === number)?.id ?? '');
});
test.afterAll(() => place.stop());

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, `/automation${path}`);
  return page.locator('#main');
}

const toTwins = (more: object) =>
  publish(scene, { targets: [{ channel: 'whatsapp', instance_id: sandbox, to: contactIds }], ...more });

test('people whose numbers end alike are told apart after saving', async ({ page }) => {
  const id = await toTwins({ title: 'Twins', draft: true });
  const main = await open(page, `/publications/${id}?edit=true`);
  const chosen = main.getByRole('list', { name: 'Selected recipients' });
  for (const number of TWINS) await expect(chosen.getByText(number)).toBeVisible();

  const sent = await toTwins({ title: 'Sent to twins' });
  await open(page, `/publications/${sent}`);
  const deliveries = main.getByRole('table', { name: 'Deliveries' });
  for (const number of TWINS) await expect(deliveries.getByRole('link', { name: number, exact: true })).toBeVisible();
  await deliveries.getByRole('link', { name: TWINS[1], exact: true }).click();
  await expect(dialog(page, 'Delivery')).toContainText(TWINS[1]);

  // Of two people with one name, the numbers tell.
  for (const contact_id of contactIds) {
    await scene.act('mutate', 'whatsapp.contacts.update', { instance_id: sandbox, contact_id, name: 'Alex' });
  }
  const named = await toTwins({ title: 'Sent to both of one name' });
  await open(page, `/publications/${named}`);
  for (const number of TWINS) await expect(deliveries.getByRole('link', { name: `Alex · ${number}` })).toBeVisible();
});

test('a delivery begins with its publication', async ({ page }) => {
  await publish(scene, { title: 'Another one' });
  const main = await open(page, '/deliveries');
  const table = main.getByRole('table', { name: 'Deliveries' });
  await expect(table.getByRole('columnheader').first()).toHaveText('Publication');
  for (const title of ['Another one', 'Sent to twins', 'Sent to both of one name']) {
    await expect(table.getByRole('cell').locator('visible=true').getByText(title).first()).toBeVisible();
  }

  // Back closes the drawer; closed, Back leaves the list.
  await table.getByRole('link', { name: 'Another one' }).click();
  await expect(dialog(page, 'Delivery')).toContainText('Another one');
  await page.goBack();
  await expect(dialog(page, 'Delivery')).toHaveCount(0);
  await expect(page).toHaveURL(/\/automation\/deliveries$/);
});

test('a time is the next full hour at first, and is checked when one leaves its field', async ({ page }) => {
  const main = await open(page, '/publications/new');
  await choose(main, NORMAL, /0000/);
  await main.getByLabel('Text', { exact: true }).fill('Later');
  await expect(outlookIn(main)).toContainText('Later');

  await main.getByRole('radio', { name: 'At a time' }).check();
  const time = main.getByLabel('Date and time');
  await expect(time).toHaveValue(/T\d\d:00$/);
  await expect(outlookIn(main)).toContainText(/sent \w+ \d+, \d+/);
  await expect(time).not.toHaveAttribute('aria-invalid', 'true');

  await time.fill('');
  await expect(outlookIn(main)).not.toContainText(/sent \w+ \d+, \d+/);
  // The rest of the preview stays, and nothing is red while one types.
  await expect(outlookIn(main)).toContainText('Later');
  await expect(main.locator('.mantine-TextInput-error')).toHaveCount(0);
  await time.blur();
  await expect(main.getByText('Enter a date and a time.')).toBeVisible();
  await time.fill('2020-01-01T09:00');
  await time.blur();
  await expect(main.getByText('Select a time in the future.')).toBeVisible();
});
