import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { addToList } from './support/keys';
import { follow } from './support/links';
import { look } from './support/look';
import { test } from './support/one-page';
import { choose, inDays, outlookIn, publicationsOf, publish } from './support/publications';
import { copiedBy, dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { advance, NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

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

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, `/automation${path}`);
  return page.locator('#main');
}

async function fromMenu(page: Page, action: string): Promise<void> {
  await page.locator('#main').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an empty list says what to do; what is missing stands at its field', async ({ page }) => {
  const main = await open(page, '');
  await expect(page).toHaveURL(/\/automation\/publications$/);
  await expect(main.getByRole('heading', { name: 'No publications yet' })).toBeVisible();

  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'New publication', level: 1 })).toBeVisible();
  await expect(outlookIn(main)).toContainText('Add a recipient and a text');
  await main.getByRole('button', { name: 'Publish now' }).click();
  await expect(main.getByText('Add at least one recipient.')).toBeVisible();
  await expect(main.getByText('Enter a text or add a file.')).toBeVisible();
  await expect(main.getByRole('combobox', { name: 'Add a recipient' })).toBeFocused();
  expect(await publicationsOf(scene)).toEqual([]);
});

let first = '';

test('one text goes to a chat and a webhook, each previewed as it will arrive', async ({ page }) => {
  await sendText(scene, 'Hello');
  await scene.act('mutate', 'webhooks.create', {
    url: 'switchboard://inbox',
    events: ['api_key.*'],
    name: 'Our inbox',
  });
  const main = await open(page, '/publications/new');
  await choose(main, 'inbox', /Our inbox/);
  await choose(main, '+1 555 010 0000', /^\+15550100000/);
  const chosen = main.getByRole('list', { name: 'Selected recipients' });
  await expect(chosen.getByRole('listitem')).toHaveCount(2);

  await main.getByLabel('Text', { exact: true }).fill('**Version 2** is out: https://example.com/changes');
  await main.getByLabel('Format', { exact: true }).selectOption('markdown');
  const outlook = outlookIn(main);
  await expect(outlook.getByRole('region', { name: 'Preview on WhatsApp' })).toContainText('*Version 2* is out');
  await expect(outlook.getByRole('region', { name: 'Preview on Webhook' })).toContainText('Version 2');
  await expect(outlook).toContainText('Ready');

  await main.getByRole('button', { name: /^Only on Webhook/ }).click();
  await main.getByLabel('Payload on Webhook (JSON)').fill('{"build": 42}');
  await expect(outlook.getByRole('region', { name: 'Preview on Webhook' })).toContainText('42');
  await main.getByRole('button', { name: /^Links, length and expiry/ }).click();
  await main.getByLabel('Short links').selectOption('auto');
  await expect(outlook).toContainText('1 short link');
  await look(page, 'pub-composer');

  await main.getByRole('button', { name: 'Publish now' }).dblclick();
  await expect(page.getByRole('heading', { name: /Version 2/, level: 1 })).toBeVisible();
  // A double click made one.
  const made = await publicationsOf(scene);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({
    source: { kind: 'console' },
    content: { format: 'markdown' },
    overrides: { webhook: { payload: { build: 42 } } },
    short_links: 'auto',
  });
  first = String(made[0]?.['id']);
});

test('its page follows each recipient, and leads to what carries it', async ({ page }) => {
  const main = await open(page, `/publications/${first}`);
  await advance(scene, sandbox, 10);
  const progress = main.getByRole('region', { name: 'Progress' });
  await expect(progress).toContainText('Sent to everyone');
  await expect(progress).toContainText(/Sent2of 2 recipients.*Read1/);
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
  const deliveries = main.getByRole('table', { name: 'Deliveries' });
  await expect(deliveries.getByText('Read', { exact: true })).toBeVisible();
  await expect(deliveries.getByText('Delivered', { exact: true })).toBeVisible();
  const links = main.getByRole('table', { name: 'Short links' });
  await expect(links.getByRole('link', { name: /\/\w+$/ })).toBeVisible();
  await expect(links).toContainText('example.com/changes');
  await expect(main.getByText('No clicks yet.')).toBeVisible();
  const [of] = await publicationsOf(scene, { q: 'Version 2' });
  const [link] = (of?.['links'] ?? []) as { link_id: string; short_url: string }[];
  await follow(scene, { id: String(link?.link_id), short_url: String(link?.short_url) });
  // People are counted, bots are not.
  await expect(main.getByText('3 clicks · 3 unique')).toBeVisible({ timeout: 20_000 });
  await expect(main.getByRole('figure', { name: 'Clicks over time' })).toBeVisible();
  await expect(
    links
      .getByRole('row', { name: /changes/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('3');
  await look(page, 'pub-page');
  await main.getByRole('button', { name: 'Copy as code' }).click();
  const code = page.getByRole('menu');
  const curl = code.getByRole('menuitem', { name: 'cURL' }).last();
  expect(await copiedBy(curl)).toContain('/api/v1/publications');

  await deliveries.getByRole('link', { name: /0000$/ }).click();
  const sheet = dialog(page, 'Delivery');
  await expect(sheet.getByRole('region', { name: 'Message parts' })).toContainText('Read');
  await look(page, 'pub-delivery');
  await page.keyboard.press('ArrowRight');
  await expect(sheet.getByRole('status')).toHaveText('2 of 2');
  await page.keyboard.press('ArrowLeft');
  await expect(sheet.getByRole('status')).toHaveText('1 of 2');
  await sheet.getByRole('link', { name: /^msg_/ }).click();
  await expect(page).toHaveURL(/\/whatsapp\/wai_[0-9a-z]+\/tester\?message=msg_/);
});

test('files go along, uploaded or by their address, in the next free slot', async ({ page, watch }) => {
  // A preview of the expression that never matches, unless the next one is typed before it is asked for.
  watch.expect(400);
  const main = await open(page, '/publications/new');
  await choose(main, '0000', /0000/);
  await main.getByRole('button', { name: 'Add a file' }).click();
  await main
    .getByRole('button', { name: 'Schedule publication' })
    .or(main.getByRole('button', { name: 'Publish now' }))
    .click();
  await expect(main.getByText('Enter a URL or upload a file.')).toBeVisible();
  await main.getByLabel('Or upload a file').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(main.getByText('Uploaded file')).toBeVisible();
  await main.getByLabel('Caption').fill('A dot');
  await expect(outlookIn(main).getByRole('region', { name: 'Preview on WhatsApp' })).toContainText('A dot');
  await main.getByRole('button', { name: 'Add a file' }).click();
  await main.getByLabel('File URL').fill('https://example.com/cat.jpg');
  await main.getByRole('radio', { name: 'Next free slot' }).check();
  // Hours are switched in the grid, or typed.
  await main.getByRole('button', { name: 'Friday, 17:00' }).click();
  await main.getByRole('button', { name: 'Exact times' }).click();
  const lines = main.getByRole('list', { name: 'Cron expressions' }).getByRole('listitem');
  await expect(lines).toHaveText(['0 9 * * 1-5', '0 17 * * 5']);
  await main.getByRole('button', { name: 'Friday, 17:00' }).press('ArrowLeft');
  await main.getByRole('button', { name: 'Thursday, 17:00' }).press('Space');
  await expect(lines).toHaveText(['0 9 * * 1-5', '0 17 * * 4-5']);
  await expect(outlookIn(main).getByText(/sent \w+ \d+, \d+/)).toBeVisible();
  await look(page, 'pub-files');
  // An expression that never matches is reported at its field while it is typed.
  await addToList(main, 'Cron expressions', '0 0 30 2 *');
  await expect(lines.nth(2)).toContainText('Must match at least one date.');
  await main.getByRole('button', { name: 'Remove 0 0 30 2 *' }).click();
  for (const one of ['0 9 * * 1-5', '0 17 * * 4-5']) await main.getByRole('button', { name: `Remove ${one}` }).click();
  await addToList(main, 'Cron expressions', '30 9 * * 1-5');
  await expect(main.getByRole('button', { name: 'Monday, 09:30', pressed: true })).toHaveText('09:30');
  await main.getByRole('button', { name: 'Remove 30 9 * * 1-5' }).click();
  await addToList(main, 'Cron expressions', '0 9 * * 1-5');
  await main.getByRole('button', { name: 'Schedule publication' }).click();
  await expect(main.getByText(/^Scheduled for/)).toBeVisible();
  const [made] = await publicationsOf(scene, { status: ['scheduled'] });
  expect(made).toMatchObject({
    content: {
      media: [{ caption: 'A dot', media_id: expect.stringMatching(/^med_/) }, { url: 'https://example.com/cat.jpg' }],
    },
    schedule: { mode: 'next_slot', slots: ['0 9 * * 1-5'] },
  });
});

/** As the overview tells it. */
async function counted(): Promise<{ made: number; waiting: number }> {
  const { automation } = await scene.act('query', 'workspaces.get_overview');
  const { publications_24h: made, publications_waiting: waiting } = automation as Record<string, number>;
  return { made: made ?? 0, waiting: waiting ?? 0 };
}

test('one that waits is changed, paused, resumed and called off', async ({ page }) => {
  const before = await counted();
  const id = await publish(scene, { title: 'Newsletter', schedule: { mode: 'at', at: inDays(2) } });
  expect(await counted()).toEqual({ made: before.made + 1, waiting: before.waiting + 1 });
  const main = await open(page, `/publications/${id}`);
  await main.getByRole('button', { name: 'Edit' }).click();
  await main.getByLabel('Text', { exact: true }).fill('Version 3 is out.');
  await main.getByRole('radio', { name: 'After a delay' }).check();
  await main.getByLabel('Delay', { exact: true }).fill('3');
  await main.getByLabel('Unit').selectOption('days');
  await main.getByLabel('Respect quiet hours').check();
  // Who is chosen by the number is not offered again by name.
  await main.getByRole('combobox', { name: 'Add a recipient' }).fill(NORMAL);
  await expect(main.getByText('No match.')).toBeVisible();
  await expect(main.getByRole('listbox', { name: 'Add a recipient' }).getByRole('option')).toHaveCount(0);
  await main.getByRole('combobox', { name: 'Add a recipient' }).fill('');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: /^Only on WhatsApp/ }).click();
  await main.getByLabel('Message type on WhatsApp').selectOption('poll');
  await main.getByLabel('Question').fill('Which one?');
  await main.getByLabel('Answer 1', { exact: true }).fill('The first');
  await main.getByLabel('Answer 2', { exact: true }).fill('The second');
  await expect(outlookIn(main).getByText('Which one?')).toBeVisible();
  await look(page, 'pub-edit');
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(main.getByRole('button', { name: 'Edit' })).toBeVisible();
  const [changed] = await publicationsOf(scene, { q: 'Newsletter' });
  expect(changed).toMatchObject({
    content: { text: 'Version 3 is out.' },
    overrides: { whatsapp: { content: { type: 'poll', options: ['The first', 'The second'] } } },
    schedule: { mode: 'delay', delay_seconds: 259_200, quiet_hours: { from: '22:00', to: '07:00' } },
  });

  await fromMenu(page, 'Pause');
  await expect(main.getByText(/^Paused with 1 recipient left/)).toBeVisible();
  await main.getByRole('button', { name: 'Resume' }).click();
  await expect(main.getByText(/^Scheduled for/)).toBeVisible();
  // Pausing is taken back from its message.
  await fromMenu(page, 'Pause');
  await expect(main.getByText(/^Paused with 1 recipient left/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(main.getByText(/^Scheduled for/)).toBeVisible();
  await fromMenu(page, 'Cancel publication');
  const asked = dialog(page, 'Cancel “Newsletter”?');
  await look(page, 'pub-cancel');
  await asked.getByRole('button', { name: 'Cancel publication' }).click();
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible();
  await expect(main.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('another member’s change is shown beside one’s own', async ({ page, watch }) => {
  watch.expect(412);
  const id = await publish(scene, { title: 'Shared', draft: true });
  const main = await open(page, `/publications/${id}?edit=1`);
  await main.getByLabel('Text', { exact: true }).fill('Mine');
  await scene.act('mutate', 'automation.publications.update', { publication_id: id, content: { text: 'Theirs' } });
  const choice = main.getByRole('table', { name: 'Theirs and mine' });
  await expect(choice).toContainText('Theirs');
  await choice.getByRole('radio', { name: /mine/ }).check();
  await main.getByRole('button', { name: 'Save selection' }).click();
  await expect(main.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  const [saved] = await publicationsOf(scene, { q: 'Shared' });
  expect(saved).toMatchObject({ content: { text: 'Mine' } });
});

test('a copy becomes a draft, and a draft can go', async ({ page }) => {
  const main = await open(page, `/publications/${first}`);
  await fromMenu(page, 'Duplicate');
  await expect(page).toHaveURL(/edit=/);
  await expect(main.getByRole('list', { name: 'Selected recipients' }).getByRole('listitem')).toHaveCount(2);
  await main.getByRole('button', { name: 'Cancel', exact: true }).click();
  await fromMenu(page, 'Delete draft');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page).toHaveURL(/\/automation\/publications$/);
});

test('an approval is asked for in the form, and given or refused on the page', async ({ page }) => {
  const main = await open(page, '/publications/new');
  await choose(main, 'inbox', /Our inbox/);
  await main.getByLabel('Text', { exact: true }).fill('Shall we say so?');
  await main.getByRole('radio', { name: 'Request approval' }).check();
  await main.getByRole('button', { name: 'Request approval' }).click();
  await expect(main.getByText(/^Waiting for approval/)).toBeVisible();
  await main.getByRole('button', { name: 'Approve' }).click();
  await expect(main.getByText('Sent to everyone.')).toBeVisible();

  const id = await publish(scene, { title: 'Too early', requires_approval: true });
  await open(page, `/publications/${id}`);
  await main.getByRole('button', { name: 'Reject' }).click();
  const asked = dialog(page, 'Reject “Too early”?');
  await asked.getByLabel('Reason').fill('Not before Monday');
  await asked.getByRole('button', { name: 'Reject' }).click();
  await expect(main.getByText('Rejected: Not before Monday')).toBeVisible();
});
