import type { Locator, Page } from '@playwright/test';

import { furnish, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { dialog, openPage } from './support/steps';
import { expect, SIZES, test } from './support/test';
import { advance, NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ trace: 'off', actionTimeout: 20_000 });

/** Is not on WhatsApp; and one to which no answer comes. */
const REFUSED = '+15550100001';
const SILENT = '+15550100003';
const DAY_MS = 86_400_000;

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await furnish(place.url);
  sandbox = await sandboxOf(scene);
});
test.afterAll(() => place.stop());

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, `/automation${path}`);
  return page.locator('#main');
}

/** The publications, as the API tells them. */
async function publications(input: object = {}): Promise<Record<string, unknown>[]> {
  const { data } = await scene.act('query', 'automation.publications.list', input);
  return data as Record<string, unknown>[];
}

async function make(input: object): Promise<string> {
  const { id } = await scene.act('mutate', 'automation.publications.create', {
    content: { text: 'Version 2 is out.' },
    targets: [{ channel: 'whatsapp', instance_id: sandbox, to: [NORMAL] }],
    ...input,
  });
  return String(id);
}
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const outlookIn = (main: Locator): Locator => main.getByRole('complementary', { name: 'What it will be' });

async function choose(main: Locator, typed: string, option: string | RegExp): Promise<void> {
  const finder = main.getByRole('combobox', { name: 'Add a recipient' });
  await finder.fill(typed);
  await main.getByRole('option', { name: option }).first().click();
}

test('an empty list says what to do; what is missing stands at its field', async ({ page }) => {
  const main = await open(page, '');
  await expect(page).toHaveURL(/\/automation\/publications$/);
  await expect(main.getByRole('heading', { name: 'No publications yet' })).toBeVisible();
  await look(page, 'pub-empty');

  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'New publication', level: 1 })).toBeVisible();
  await expect(outlookIn(main)).toContainText('Choose a recipient and write something');
  await main.getByRole('button', { name: 'Publish now' }).click();
  await expect(main.getByText('Where should it go?')).toBeVisible();
  await expect(main.getByText('What should it say?')).toBeVisible();
  await expect(main.getByRole('combobox', { name: 'Add a recipient' })).toBeFocused();
  expect(await publications()).toEqual([]);
});

let first = '';

test('one text goes to a chat and a webhook, each previewed as it will arrive', async ({ page }) => {
  await sendText(scene, 'Hello');
  await scene.act('mutate', 'webhooks.create', { url: 'switchboard://inbox', events: ['api_key.*'], name: 'Our inbox' });
  const main = await open(page, '/publications/new');
  await choose(main, 'inbox', /Our inbox/);
  await choose(main, '+1 555 010 0000', /^\+15550100000/);
  const chosen = main.getByRole('list', { name: 'Chosen recipients' });
  await expect(chosen.getByRole('listitem')).toHaveCount(2);

  await main.getByLabel('Text', { exact: true }).fill('**Version 2** is out: https://example.com/changes');
  await main.getByLabel('Format of the text').selectOption('markdown');
  const outlook = outlookIn(main);
  await expect(outlook.getByRole('region', { name: 'Preview on WhatsApp' })).toContainText('*Version 2* is out');
  await expect(outlook.getByRole('region', { name: 'Preview on Webhook' })).toContainText('Version 2');
  await expect(outlook).toContainText('Ready');

  // What is wrong with it as it stands is said at its field, before it is sent.
  await main.getByRole('button', { name: /^Only on Webhook/ }).click();
  await main.getByLabel('Payload, as JSON').fill('{"build": 42}');
  await expect(outlook.getByRole('region', { name: 'Preview on Webhook' })).toContainText('42');
  await main.getByRole('button', { name: /^Links, length and expiry/ }).click();
  await main.getByLabel('Short links').selectOption('auto');
  await expect(outlook).toContainText('1 short link');
  await look(page, 'pub-composer');

  await main.getByRole('button', { name: 'Publish now' }).dblclick();
  await expect(page.getByRole('heading', { name: /Version 2/, level: 1 })).toBeVisible();
  // A double click made one.
  const made = await publications();
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({
    source: { kind: 'console' },
    content: { format: 'markdown' },
    overrides: { webhook: { payload: { build: 42 } } },
    short_links: 'auto',
  });
  first = String(made[0]?.['id']);
});
