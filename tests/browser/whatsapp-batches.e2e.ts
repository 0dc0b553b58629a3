import type { Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { receiveFrom, PEOPLE } from './support/whatsapp';
import { advance, sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
});
test.afterAll(() => place.stop());

const open = (page: Page, path: string): Promise<void> => openPage(page, place, scene, `/whatsapp/${sandbox}${path}`);
const numberNo = (index: number): string => `+1555020${String(index).padStart(4, '0')}`;
const selected = (field: Element): string => {
  const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
  return value.slice(selectionStart, selectionEnd);
};
const share = (page: Page, name: RegExp) => page.getByRole('list', { name: 'By status' }).getByRole('link', { name });

test('a file of people gets a message with their names; each result is seen, and what can be is tried again', async ({
  page,
}) => {
  await receiveFrom(scene, sandbox, PEOPLE[2], 'Hello');
  await open(page, '/batches');
  await expect(page.getByText('No batches yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create batch' }).first().click();

  // Nothing is sent to nobody.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Add at least one recipient.')).toBeVisible();

  const file = [
    'Given name;Mobile;client_reference',
    `"Nelson, Sheena";${numberNo(1)};order-1`,
    `Ada;${numberNo(2)};order-2`,
    `Ada;${numberNo(2)};order-2`,
    'Nobody;;order-3',
    ';+15550100001;order-4',
    'Ben;+15550100003;order-5',
  ].join('\r\n');
  const mimeType = 'text/csv';
  await page
    .getByLabel('Or a CSV file from this computer')
    .setInputFiles({ name: 'people.csv', mimeType, buffer: Buffer.from(file) });
  await expect(page.getByLabel('Number column')).toHaveValue('1');
  await expect(page.getByText('1 duplicate removed and 1 line without a number skipped')).toBeVisible();
  await page.getByRole('button', { name: 'Line 5: Nobody, order-3' }).click();
  const table = page.getByLabel('Numbers or CSV');
  await expect(table).toBeFocused();
  expect(await table.evaluate(selected)).toBe('Nobody;;order-3');
  await page.getByLabel('Text', { exact: true }).fill('Hello {{given_name}}, the shop is open.');
  await expect(page.getByText('1 recipient has no value for {{given_name}}')).toBeVisible();
  const finder = page.getByRole('combobox', { name: 'Or find contacts and groups' });
  await finder.fill('0021');
  await page.getByRole('option', { name: PEOPLE[2] }).click();
  await expect(page.getByRole('list', { name: 'Selected' })).toContainText(PEOPLE[2]);
  await page.getByRole('button', { name: `Remove ${PEOPLE[2]}` }).click();

  const preview = page.locator('.batch-wall');
  await expect(preview).toContainText('Hello Nelson, Sheena, the shop is open.');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(preview).toContainText('Hello Ada, the shop is open.');
  await look(page, 'wa-batch-new');

  await page.getByRole('button', { name: 'Send to 4 recipients' }).click();
  const asked = dialog(page, 'Send to 4 recipients?');
  await expect(asked.getByText('Simulated: nothing leaves this server.')).toBeVisible();
  await asked.getByRole('button', { name: 'Send to 4 recipients' }).click();

  await expect(page.getByRole('heading', { name: 'Text to 4 recipients' })).toBeVisible();
  // Receipts come by themselves, without a reload.
  await expect(share(page, /^Read 2/)).toBeVisible();
  await expect(share(page, /^Failed 1/)).toBeVisible();
  await advance(scene, sandbox, 120);
  await expect(share(page, /^Unconfirmed 1/)).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await look(page, 'wa-batch');

  await share(page, /^Failed/).click();
  const rows = page.getByRole('table', { name: 'Recipients' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('The recipient has no value for the variable given_name.');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link').click();
  const sheet = dialog(page, '+15550100001');
  await expect(sheet.getByText('order-4')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Retry' })).toBeVisible();
  await look(page, 'wa-batch-message');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Retry failed' }).click();
  await expect(dialog(page, 'Retry failed messages?').getByText('0 of 1 failed message may succeed now')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'All batches' }).click();
  const row = page.getByRole('row', { name: /Hello \{\{given_name\}\}/ });
  await expect(row).toContainText('4 of 4 · 1 failed');
  await look(page, 'wa-batches');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Paused', exact: true }).click();
  await expect(page.getByText('No results for these filters')).toBeVisible();
});

test('a slow batch is paused, resumed and canceled by keyboard', async ({ page }) => {
  await open(page, '/batches/new');
  await page.getByLabel('Numbers or CSV').fill([1, 2, 3, 4, 5].map(numberNo).join('\n'));
  await page.getByLabel('Text', { exact: true }).fill('One after the other');
  await page.getByLabel('Max. messages per minute').fill('1');
  await expect(page.getByText('Takes about 5 minutes.')).toBeVisible();
  await page.getByRole('button', { name: 'Send to 5 recipients' }).press('Enter');
  await dialog(page, 'Send to 5 recipients?').getByRole('button', { name: 'Send to 5 recipients' }).press('Enter');

  await expect(share(page, /^Pending 4/)).toBeVisible();
  // While a change is saved the buttons are disabled, and a key does nothing.
  const press = async (name: string) => {
    const button = page.getByRole('button', { name });
    await expect(button).toBeEnabled();
    await button.press('Enter');
  };
  await press('Pause');
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect(page.getByText('the batch is paused').first()).toBeVisible();
  await press('Resume');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

  await press('Stop batch');
  const asked = dialog(page, 'Stop this batch?');
  await expect(asked.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await look(page, 'wa-batch-cancel');
  await asked.getByRole('button', { name: 'Stop batch' }).press('Enter');
  await expect(share(page, /^Canceled 4/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});

test('what is half written is not lost by a click', async ({ page }) => {
  await open(page, '/batches/new');
  await page.getByLabel('Numbers or CSV').fill(numberNo(1));
  await page.getByRole('link', { name: 'All batches' }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Numbers or CSV')).toHaveValue(numberNo(1));
});
