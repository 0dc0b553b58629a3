import { Database } from 'bun:sqlite';

import type { Locator, Page } from '@playwright/test';

import { until } from '../support/process';
import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { addCondition, addEvent, rulesOf, runsIn, runsOf, stepIn } from './support/rules';
import { dialog, fromMenu, openPage, setFilter } from './support/steps';
import { expect } from './support/test';
import { receiveFrom } from './support/whatsapp';
import { NORMAL, sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
  await scene.act('mutate', 'webhooks.create', {
    url: 'switchboard://inbox',
    events: ['api_key.*'],
    name: 'Our inbox',
  });
});
test.afterAll(() => place.stop());

async function open(page: Page, path = ''): Promise<Locator> {
  await openPage(page, place, scene, `/automation/rules${path}`);
  return page.locator('#main');
}
const write = (text: string) => receiveFrom(scene, sandbox, NORMAL, text);
const rules = () => rulesOf(scene);
const runs = () => runsOf(scene);

/** Known from the first test on. */
let greeting = '';

test('a rule is written from top to bottom, and tried before anybody writes', async ({ page }) => {
  const main = await open(page);
  await expect(main.getByRole('heading', { name: 'No rules yet' })).toBeVisible();
  await look(page, 'rul-empty');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'New rule', level: 1 })).toBeVisible();
  await look(page, 'rul-recipes');
  await main.getByRole('link', { name: 'Start from scratch' }).click();
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(main.getByText('Enter a name.')).toBeVisible();
  await expect(main.getByText('Select at least one event.')).toBeVisible();
  await look(page, 'rul-faults');

  await main.getByLabel('Name', { exact: true }).fill('Prices');
  await addEvent(main, 'message received', 'whatsapp.message.received');
  await addCondition(main, 1, ['event.data.content.text', 'contains', 'price']);
  await stepIn(main, 1)
    .getByLabel('Text', { exact: true })
    .fill('You asked: {{ event.data.content.text }}. It costs 5.');
  await look(page, 'rul-new-event');
  await main.getByRole('button', { name: 'Create rule' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Prices', level: 1 })).toBeVisible();
  // A double click made one.
  const made = await rules();
  expect(made).toHaveLength(1);
  greeting = String(made[0]?.['id']);

  await expect(main.getByText('Reply: You asked: event.data.content.text. It costs 5.')).toBeVisible();
  await main.getByRole('link', { name: 'Test' }).click();
  await expect(main.getByText('No matching event yet.')).toBeVisible();
  await expect(main.getByText('A condition is not met')).toBeVisible();
  await look(page, 'rul-dry-run');
});

test('after a message the phone shows the reply, and the run shows its steps', async ({ page }) => {
  const main = await open(page, `/${greeting}?tab=runs`);
  await expect(main.getByRole('heading', { name: 'No runs yet' })).toBeVisible();
  await write('Good morning');
  await write('What is the price?');
  // It shows without being asked for.
  await expect(runsIn(main).getByText('Succeeded')).toBeVisible();
  await expect(runsIn(main).getByRole('row')).toHaveCount(2);
  await look(page, 'rul-runs');
  await runsIn(main).getByRole('row').nth(1).getByRole('link').click();
  const sheet = dialog(page, 'Run');
  await expect(sheet.getByRole('listitem')).toContainText('You asked: What is the price?. It costs 5.');
  await expect(sheet.getByRole('listitem')).toContainText('msg_');
  await look(page, 'rul-run');
  await page.keyboard.press('Escape');

  await main.getByRole('link', { name: 'Test' }).click();
  await expect(main.getByText('The rule would run')).toBeVisible();
  await expect(main.getByText('Would send: You asked: What is the price?. It costs 5.')).toBeVisible();
  await look(page, 'rul-dry-run-event');
  // Trying sent nothing, and made no run.
  expect(await runs()).toHaveLength(1);

  await openPage(page, place, scene, `/whatsapp/${sandbox}/tester`);
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('You asked: What is the price?. It costs 5.')).toHaveCount(1);
});

test('a change makes a version, and the one before comes back', async ({ page }) => {
  const main = await open(page, `/${greeting}?tab=edit`);
  await stepIn(main, 1).getByLabel('Text', { exact: true }).fill('It costs 6.');
  await look(page, 'rul-edit');
  await main.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('Rule saved')).toBeVisible();
  await write('The price, please');
  await expect.poll(async () => (await runs()).length).toBe(2);

  await main.getByRole('link', { name: 'Versions' }).click();
  const versions = main.getByRole('region', { name: 'Versions' });
  await versions.getByText(/^Version 1/).click();
  await look(page, 'rul-versions');
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await dialog(page, 'Restore version 1?').getByRole('button', { name: 'Restore version' }).click();
  await expect(versions.getByText('Version 3')).toBeVisible();
  const [rule] = await rules();
  expect(rule).toMatchObject({
    version: 3,
    actions: [{ type: 'reply', text: 'You asked: {{ event.data.content.text }}. It costs 5.' }],
  });
});

test('a failed run shows its failed step, and can be resumed there', async ({ page }) => {
  const { id } = await scene.act('mutate', 'automation.rules.create', {
    name: 'Broken',
    trigger: { type: 'manual' },
    actions: [
      { type: 'create_link', link: { url: 'https://example.com/first' } },
      { type: 'create_link', link: { url: 'not an address {{ input.order }}' } },
    ],
  });
  await scene.act('mutate', 'automation.rules.run', { rule_id: id });
  await until(async () => (await runs())[0]?.['status'] === 'failed');
  const main = await open(page, `/${String(id)}?tab=runs`);
  await runsIn(main).getByRole('row').nth(1).getByRole('link').click();
  const sheet = dialog(page, 'Run');
  await expect(sheet.getByText('A step failed.')).toBeVisible();
  await look(page, 'rul-run-failed');
  await sheet.getByRole('button', { name: 'Retry from the failed step' }).click();
  await expect(page.getByText('Run resumed at the failed step')).toBeVisible();
  await expect(sheet.getByText('Failed').first()).toBeVisible();
  // The first step was not done again.
  const { data } = await scene.act('query', 'links.list', { q: 'first' });
  expect(data).toHaveLength(1);
});

test('a rule is paused, found again, and deleted', async ({ page }) => {
  const main = await open(page, `/${greeting}`);
  await fromMenu(page, 'More actions', 'Pause rule');
  await dialog(page, 'Pause “Prices”?').getByRole('button', { name: 'Pause rule' }).click();
  await expect(main.getByRole('button', { name: 'Activate rule' })).toBeVisible();
  const before = (await runs()).length;
  await write('What is the price now?');

  await open(page);
  const rows = main.getByRole('table', { name: 'Rules' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await look(page, 'rul-list');
  await main.getByLabel('Find by name').fill('PRI');
  await expect(rows).toHaveCount(2);
  await main.getByLabel('Find by name').fill('');
  await expect(rows).toHaveCount(3);
  await setFilter(page, 'Status', 'Paused');
  await expect(rows).toHaveCount(2);
  expect(await runs()).toHaveLength(before);
  await rows.nth(1).getByRole('link', { name: 'Prices' }).click();
  await fromMenu(page, 'More actions', 'Delete rule');
  await dialog(page, 'Delete “Prices”?').getByRole('button', { name: 'Delete rule' }).click();
  await expect(page).toHaveURL(/\/automation\/rules$/);
  await expect(rows).toHaveCount(2);
});

test('a rule that was disabled asks for attention, which leads to where it is enabled', async ({ page }) => {
  await place.restart((file) => {
    using database = new Database(file);
    database.run(
      `update rules set status = 'disabled', disabled_reason = 'failing', disabled_at = created_at
       where json_extract(config, '$.name') = 'Broken'`,
    );
  });
  await openPage(page, place, scene, '');
  const items = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  const item = items.filter({ hasText: 'The rule “Broken” was disabled' });
  await expect(item).toBeVisible();
  await look(page, 'rul-attention');
  // The header says so on every page, and leads there.
  const slot = page.locator('.warning-slot');
  await slot.getByRole('button').click();
  const warning = page.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
  await expect(warning.filter({ hasText: '“Broken” was disabled and does not run.' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await item.getByRole('link', { name: 'See failed runs' }).click();
  const main = page.locator('#main');
  await expect(runsIn(main).getByText('Failed').first()).toBeVisible();
  await main.getByRole('button', { name: 'Activate rule' }).click();
  await expect(page.getByText('The rule is active')).toBeVisible();
  await page.goBack();
  await expect(item).toHaveCount(0);
  await expect(slot.getByText('Rule disabled')).toHaveCount(0);
});
