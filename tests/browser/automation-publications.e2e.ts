import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { choose, inDays, outlookIn, publicationsOf, publish } from './support/publications';
import { dialog, openPage } from './support/steps';
import { expect, test } from './support/test';
import { advance, NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ trace: 'off', actionTimeout: 20_000 });

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
  const chosen = main.getByRole('list', { name: 'Chosen recipients' });
  await expect(chosen.getByRole('listitem')).toHaveCount(2);

  await main.getByLabel('Text', { exact: true }).fill('**Version 2** is out: https://example.com/changes');
  await main.getByLabel('Format of the text').selectOption('markdown');
  const outlook = outlookIn(main);
  await expect(outlook.getByRole('region', { name: 'Preview on WhatsApp' })).toContainText('*Version 2* is out');
  await expect(outlook.getByRole('region', { name: 'Preview on Webhook' })).toContainText('Version 2');
  await expect(outlook).toContainText('Ready');

  await main.getByRole('button', { name: /^Only on Webhook/ }).click();
  await main.getByLabel('Payload on Webhook, as JSON').fill('{"build": 42}');
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
  const counters = main.getByRole('region', { name: 'How far it is' });
  await expect(counters).toContainText('All that could be sent was sent');
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
  const deliveries = main.getByRole('table', { name: 'Deliveries' });
  await expect(deliveries.getByText('Read', { exact: true })).toBeVisible();
  await expect(deliveries.getByText('Delivered', { exact: true })).toBeVisible();
  const links = main.getByRole('table', { name: 'Short links' });
  await expect(links.getByRole('link', { name: /\/\w+$/ })).toBeVisible();
  await expect(links).toContainText('example.com/changes');
  await main.getByText('The call that makes one like it').click();
  await expect(main.getByRole('tabpanel')).toContainText('/api/v1/publications');
  await look(page, 'pub-page');

  await deliveries.getByRole('link', { name: /0000$/ }).click();
  const sheet = dialog(page, 'Delivery');
  await expect(sheet.getByRole('region', { name: 'Parts' })).toContainText('Read');
  await look(page, 'pub-delivery');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await sheet.getByRole('link', { name: /^msg_/ }).click();
  await expect(page).toHaveURL(/\/whatsapp\/wai_[0-9a-z]+\/tester\?message=msg_/);
});

test('files go along, uploaded or by their address, in the next free slot', async ({ page }) => {
  const main = await open(page, '/publications/new');
  await choose(main, '0000', /0000/);
  await main.getByRole('button', { name: 'Add a file' }).click();
  await main
    .getByRole('button', { name: 'Schedule' })
    .or(main.getByRole('button', { name: 'Publish now' }))
    .click();
  await expect(main.getByText('Choose a file, or give its address.')).toBeVisible();
  await main.getByLabel('Or a file of this computer').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(main.getByText(/^Uploaded as/)).toBeVisible();
  await main.getByLabel('Caption').fill('A dot');
  await expect(outlookIn(main).getByRole('region', { name: 'Preview on WhatsApp' })).toContainText('A dot');
  await main.getByRole('button', { name: 'Add a file' }).click();
  await main.getByLabel('Its address').fill('https://example.com/cat.jpg');
  await main.getByRole('radio', { name: 'In the next free slot' }).check();
  await main.getByRole('button', { name: 'Add Fridays 17:00' }).click();
  await expect(main.getByLabel('Slots')).toHaveValue('0 9 * * 1-5\n0 17 * * 5');
  await expect(outlookIn(main).getByText(/due \w+ \d+, \d+/)).toBeVisible();
  await look(page, 'pub-files');
  // A line that can never come is told of at its field, as it is typed.
  await main.getByLabel('Slots').fill('0 0 30 2 *');
  await expect(main.locator('.mantine-Textarea-error')).toBeVisible();
  await main.getByLabel('Slots').fill('0 9 * * 1-5');
  await main.getByRole('button', { name: 'Schedule' }).click();
  await expect(main.getByText(/^It is sent/)).toBeVisible();
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
  await main.getByRole('button', { name: 'Change' }).click();
  await main.getByLabel('Text', { exact: true }).fill('Version 3 is out.');
  await main.getByRole('radio', { name: 'After a while' }).check();
  await main.getByLabel('After', { exact: true }).fill('3');
  await main.getByLabel('Unit').selectOption('days');
  await main.getByLabel('Keep quiet hours').check();
  // Who is chosen by the number is not offered again by name.
  await main.getByRole('combobox', { name: 'Add a recipient' }).fill(NORMAL);
  await expect(main.getByText('Nothing of this name.')).toBeVisible();
  await expect(main.getByRole('listbox', { name: 'Add a recipient' }).getByRole('option')).toHaveCount(0);
  await main.getByRole('combobox', { name: 'Add a recipient' }).fill('');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: /^Only on WhatsApp/ }).click();
  await main.getByLabel('Kind of message on WhatsApp').selectOption('poll');
  await main.getByLabel('Question').fill('Which one?');
  await main.getByLabel('Answer 1', { exact: true }).fill('The first');
  await main.getByLabel('Answer 2', { exact: true }).fill('The second');
  await expect(outlookIn(main).getByText('Which one?')).toBeVisible();
  await look(page, 'pub-edit');
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(main.getByRole('button', { name: 'Pause' })).toBeVisible();
  const [changed] = await publicationsOf(scene, { q: 'Newsletter' });
  expect(changed).toMatchObject({
    content: { text: 'Version 3 is out.' },
    overrides: { whatsapp: { content: { type: 'poll', options: ['The first', 'The second'] } } },
    schedule: { mode: 'delay', delay_seconds: 259_200, quiet_hours: { from: '22:00', to: '07:00' } },
  });

  await main.getByRole('button', { name: 'Pause' }).click();
  await expect(main.getByText(/^Paused:/)).toBeVisible();
  await main.getByRole('button', { name: 'Resume' }).click();
  await expect(main.getByRole('button', { name: 'Pause' })).toBeVisible();
  await main.getByRole('button', { name: 'Cancel publication' }).click();
  const asked = dialog(page, 'Cancel “Newsletter”?');
  await look(page, 'pub-cancel');
  await asked.getByRole('button', { name: 'Cancel publication' }).click();
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible();
  await expect(main.getByRole('button', { name: 'Pause' })).toHaveCount(0);
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
  await main.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL(/edit=/);
  await expect(main.getByRole('list', { name: 'Chosen recipients' }).getByRole('listitem')).toHaveCount(2);
  await main.getByRole('button', { name: 'Cancel', exact: true }).click();
  await main.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page).toHaveURL(/\/automation\/publications$/);
});

test('an approval is asked for in the form, and given or refused on the page', async ({ page }) => {
  const main = await open(page, '/publications/new');
  await choose(main, 'inbox', /Our inbox/);
  await main.getByLabel('Text', { exact: true }).fill('Shall we say so?');
  await main.getByRole('radio', { name: 'Ask for approval first' }).check();
  await main.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(main.getByText(/^It waits for somebody to approve it/)).toBeVisible();
  await main.getByRole('button', { name: 'Approve' }).click();
  await expect(main.getByText('All that could be sent was sent.')).toBeVisible();

  const id = await publish(scene, { title: 'Too early', requires_approval: true });
  await open(page, `/publications/${id}`);
  await main.getByRole('button', { name: 'Reject' }).click();
  const asked = dialog(page, 'Reject “Too early”?');
  await asked.getByLabel('Reason').fill('Not before Monday');
  await asked.getByRole('button', { name: 'Reject' }).click();
  await expect(main.getByText('Rejected: Not before Monday')).toBeVisible();
});
