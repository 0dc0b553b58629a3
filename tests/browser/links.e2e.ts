import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { follow, makeLink } from './support/links';
import { look } from './support/look';
import { test } from './support/one-page';
import { copied, dialog, openPage } from './support/steps';
import { expect } from './support/test';

test.describe.configure({ mode: 'serial' });

/** Answers are kept for 5 seconds, and asked for again every 10. */
const COUNTED = { timeout: 20_000 };

let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
});
test.afterAll(() => place.stop());

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, path);
  return page.locator('#main');
}

/** The links, as the API returns them. */
async function links(input: object = {}): Promise<Record<string, unknown>[]> {
  const { data } = await scene.act('query', 'links.list', input);
  return data as Record<string, unknown>[];
}

let made: { id: string; short_url: string };

test('an empty list says what to do; refusals stand at their fields', async ({ page, watch }) => {
  watch.expect(422);
  await open(page, '/links');
  await expect(page.getByRole('heading', { name: 'No short links yet' })).toBeVisible();

  await page.keyboard.press('c');
  const form = dialog(page, 'Create a link');
  await expect(form.getByLabel('Destination')).toBeFocused();
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form.getByText('Enter a destination.')).toBeVisible();
  // What the server alone can tell stands at the field too.
  await form.getByLabel('Destination').fill('https://10.0.0.8/inside');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form.locator('.mantine-InputWrapper-error').first()).toBeVisible();
  await expect(form.getByLabel('Destination')).toBeFocused();
  expect(await links()).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('while a link is made the form shows its address, its code, and whether the slug is free', async ({ page }) => {
  await makeLink(scene, { url: 'https://example.com/old', slug: 'taken' });
  await open(page, '/links?create=1');
  const form = dialog(page, 'Create a link');
  const host = new URL(place.url).host;
  const outlook = form.getByRole('complementary', { name: 'Preview' });
  await expect(outlook).toContainText(`${host}/·······`);
  // Nobody could scan the code of an address that is not known yet.
  await expect(outlook.getByRole('img')).toHaveCount(0);
  await form.getByLabel('Destination').fill('https://example.com/spring-sale');
  await form.getByLabel('Slug').fill('taken');
  await expect(form.getByText('This slug is taken on this domain.')).toBeVisible();
  await form.getByRole('button', { name: /^Use taken-/ }).click();
  await expect(form.getByText('Available')).toBeVisible();
  await form.getByLabel('Slug').fill('api');
  await expect(form.getByText(/reserved word/)).toBeVisible();
  await form.getByLabel('Slug').fill('spring');
  await expect(form.getByText('Available')).toBeVisible();
  await expect(outlook).toContainText(`${host}/spring`);
  await expect(outlook.getByRole('img', { name: `QR code of ${host}/spring` })).toBeVisible();
  await expect(outlook.getByRole('tabpanel')).toContainText('"slug":"spring"');

  await form.getByLabel('Title', { exact: true }).fill('Spring sale');
  await form.getByLabel('Tags').fill('newsletter');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: /^Campaign/ }).click();
  await form.getByLabel('Source', { exact: true }).fill('letter');
  await form.getByRole('button', { name: /^Dates and limits/ }).click();
  await form.getByLabel('Click limit').fill('1000');
  await form.getByRole('button', { name: /^Targeting/ }).click();
  await form.getByRole('button', { name: 'Add rule' }).click();
  await form.getByLabel('Type of condition 1 of rule 1').selectOption('device');
  await form.getByLabel('Values of condition 1 of rule 1').fill('mobile');
  await page.keyboard.press('Enter');
  await form.getByLabel('Destination of the rule').fill('https://m.example.com/');
  await form.getByLabel('Rule name').fill('phones');
  await form.getByRole('button', { name: /^Redirect and notes/ }).click();
  await form.getByRole('button', { name: 'Add pair' }).click();
  await form.getByLabel('Value of pair 1').fill('growth');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form.getByText('A pair has a value but no name. Enter a name.')).toBeVisible();
  await form.getByLabel('Name of pair 1').fill('team');
  await look(page, 'create');
  await form.getByRole('button', { name: 'Create link' }).dblclick();

  await expect(page.getByRole('heading', { name: 'Spring sale', level: 1 })).toBeVisible();
  const found = await links({ q: 'spring' });
  // A double click made one.
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    slug: 'spring',
    url: 'https://example.com/spring-sale?utm_source=letter',
    tags: ['newsletter'],
    max_clicks: 1000,
    metadata: { team: 'growth' },
    targeting: [{ key: 'phones', conditions: [{ type: 'device', op: 'in', values: ['mobile'] }] }],
  });
  made = { id: String(found[0]?.['id']), short_url: String(found[0]?.['short_url']) };
});

test('its page shows clicks, in sums and one by one', async ({ page }) => {
  await follow(scene, made, 2);
  const main = await open(page, `/links/${made.id}`);
  await expect(main.getByText(/^6 clicks from /)).toBeVisible(COUNTED);
  await expect(main.getByRole('button', { name: /^Only|news\.example\.com/ }).first()).toBeVisible();
  await expect(main.getByRole('table', { name: 'Clicks', exact: true }).getByRole('row')).toHaveCount(7);
  await expect(main.getByText('Device is mobile →')).toBeVisible();
  await expect(main.getByText('team: growth')).toBeVisible();
  await expect(main.getByText(/After 120 clicks on one link within a minute/)).toBeVisible();
  await look(page, 'link');
  await main.getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('dialog', { name: 'QR code' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    code.getByRole('button', { name: 'Download SVG' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/spring\.svg$/);
  await code.getByLabel('Size').selectOption('256');
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    code.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  const png = Buffer.from(await Bun.file(await picture.path()).arrayBuffer());
  expect(png.readUInt32BE(16)).toBeLessThanOrEqual(256);
  await look(page, 'qr');
  await page.keyboard.press('Escape');
  await expect(code).toHaveCount(0);

  await main.getByRole('button', { name: 'Show as table' }).click();
  await expect(main.getByRole('table', { name: 'Clicks over time' })).toBeVisible();
  await main.getByText('Bots only').click();
  await expect(page).toHaveURL(/bots=only/);
  await expect(main.getByRole('table', { name: 'Clicks', exact: true }).getByText('HTTP client').first()).toBeVisible();
});

test('it is changed on the version that was read; another change meanwhile is put beside', async ({ page, watch }) => {
  watch.expect(412);
  const main = await open(page, `/links/${made.id}`);
  await main.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = dialog(page, 'Edit “Spring sale”');
  await form.getByLabel('Title', { exact: true }).fill('Mine');
  await scene.act('mutate', 'links.update', { link_id: made.id, title: 'Theirs', notes: 'Noted' });
  await expect(form.getByRole('table', { name: 'Theirs and mine' })).toBeVisible();
  await look(page, 'stale');
  await form.getByRole('radio', { name: 'Title, mine: Mine' }).check();
  await form.getByRole('button', { name: 'Save selection' }).click();
  await expect(page.getByText('Link updated')).toBeVisible();
  const [link] = await links({ q: 'spring' });
  expect(link).toMatchObject({ title: 'Mine', notes: 'Noted', max_clicks: 1000 });
});

test('the list is filtered by the address, and many links are changed at once', async ({ page }) => {
  const main = await open(page, '/links?tag=newsletter');
  await expect(main.getByRole('link', { name: /\/spring$/ })).toBeVisible();
  await expect(main.getByRole('link', { name: /\/taken$/ })).toHaveCount(0);
  await main.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = page.locator('.filter-panel');
  await filters.getByRole('button', { name: 'Status' }).click();
  await filters.getByRole('button', { name: 'Expired' }).click();
  await expect(page).toHaveURL(/status=expired/);
  await expect(main.getByRole('heading', { name: 'No results for these filters' })).toBeVisible();
  await main.getByRole('button', { name: 'Clear filters' }).click();
  await look(page, 'list');

  await main.getByLabel('Select all').check();
  const bar = main.getByRole('toolbar', { name: 'Selected links' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await look(page, 'chosen');
  await bar.getByRole('button', { name: 'Tags' }).click();
  const tags = dialog(page, 'Tags of 2 links');
  await tags.getByLabel('Add tags').fill('both');
  await page.keyboard.press('Enter');
  await tags.getByRole('button', { name: 'Update tags' }).click();
  await expect(page.getByText('2 links updated')).toBeVisible();
  expect(await links({ tag: ['both'] })).toHaveLength(2);
});

test('a row is archived from its menu; undone, it is in use again', async ({ page }) => {
  const main = await open(page, '/links');
  await main.getByRole('button', { name: /^Actions for .*\/taken$/ }).click();
  await page.getByRole('menuitem', { name: 'QR code' }).click();
  const code = page.getByRole('dialog', { name: /^QR code of .*\/taken$/ });
  await expect(code.getByRole('img', { name: /\/taken$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(code).toHaveCount(0);
  await main.getByRole('button', { name: /^Actions for .*\/taken$/ }).click();
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('Link archived')).toBeVisible();
  const [archived] = await links({ archived: 'true' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  expect(await links({ archived: 'true' })).toEqual([]);

  await scene.act('mutate', 'links.update', { link_id: archived?.['id'], archived: true });
  await open(page, `/links/${String(archived?.['id'])}`);
  await expect(main.getByText('Archived', { exact: true })).toBeVisible();
  await expect(main.getByText('Active', { exact: true })).toHaveCount(0);
  await scene.act('mutate', 'links.update', { link_id: archived?.['id'], archived: false });
});

test('analytics keep every filter in the address', async ({ page }) => {
  const main = await open(page, '/links/analytics');
  await expect(main.getByText(/^6 clicks from /)).toBeVisible(COUNTED);
  await expect(main.getByText(/^Updated/)).toBeVisible();
  await look(page, 'analytics');
  await main.getByRole('button', { name: /^news\.example\.com/ }).click();
  await expect(page).toHaveURL(/referrer_host=news\.example\.com/);
  await expect(main.getByText(/^2 clicks from /)).toBeVisible(COUNTED);
  await main.getByRole('button', { name: 'Browsers' }).click();
  await expect(main.getByRole('button', { name: /^Safari/ })).toBeVisible();
  await main.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByText('Last 7 days').click();
  await expect(page).toHaveURL(/time=7d/);
  await page.reload();
  await expect(main.getByRole('button', { name: 'Remove filter Referrer news.example.com' })).toBeVisible();
  await expect(main.getByRole('button', { name: /^Safari/ })).toBeVisible();
  await expect(main.getByText(/^2 clicks from /)).toBeVisible(COUNTED);
  await look(page, 'analytics-filtered');
  await main.getByRole('button', { name: 'Remove filter Referrer news.example.com' }).click();
  await expect(main.getByText(/^6 clicks from /)).toBeVisible(COUNTED);

  await main.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Export analytics' }).click();
  const asked = dialog(page, 'Export analytics');
  await asked.getByLabel('Group by').selectOption('referrer_host');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    asked.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(await Bun.file(await download.path()).text()).toContain('news.example.com');
});

test('a domain shows its DNS records, is checked, and is deleted by its name', async ({ page, watch }) => {
  watch.expect(409);
  const main = await open(page, '/links/domains');
  await main.getByRole('button', { name: 'Add domain' }).first().click();
  const form = dialog(page, 'Add a domain');
  await form.getByLabel('Host name').fill('go.example.com');
  await form.getByRole('button', { name: 'Add domain' }).click();
  await expect(main.getByRole('heading', { name: 'go.example.com' })).toBeVisible();
  await expect(main.getByText('_switchboard.go.example.com')).toBeVisible();
  await main.getByRole('button', { name: 'Copy value' }).first().click();
  await expect.poll(() => copied(page)).toMatch(/^sb-verify=/);
  await main.getByRole('button', { name: 'Check DNS' }).click();
  await expect(main.locator('.note').filter({ hasText: 'There is no TXT record' })).toBeVisible({ timeout: 30_000 });
  await expect(main.getByText('Set BASE_URL to a public address')).toBeVisible();
  await look(page, 'domains');

  await main.getByRole('button', { name: 'Actions for go.example.com' }).click();
  await page.getByRole('menuitem', { name: 'Delete domain' }).click();
  const asked = dialog(page, 'Delete “go.example.com”?');
  await expect(asked.getByRole('button', { name: 'Delete domain' })).toBeDisabled();
  await asked.getByRole('textbox').fill('go.example.com');
  await asked.getByRole('button', { name: 'Delete domain' }).click();
  await expect(main.getByRole('heading', { name: 'No custom domains yet' })).toBeVisible();
});

test('a file is imported, its errors stand by line, and an export reads it back', async ({ page }) => {
  const main = await open(page, '/links');
  await main.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import links' }).click();
  const form = dialog(page, 'Import links');
  const file =
    'Long URL,slug,tags\nhttps://example.com/one,one,file\njavascript:alert(1),two,file\nhttps://example.com/three,taken,file\n';
  await form
    .getByLabel('File with links')
    .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await form.getByLabel('Long URL').selectOption('url');
  await look(page, 'import');
  await form.getByRole('button', { name: 'Import links' }).click();
  await expect(form.getByText('2 rows could not be imported.')).toBeVisible();
  const faults = form.getByRole('table', { name: 'Errors by line' });
  await expect(faults.getByRole('row').filter({ hasText: '3' }).first()).toContainText('Long URL');
  await expect(faults.getByRole('row')).toHaveCount(3);
  await look(page, 'imported');
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(main.getByRole('link', { name: /\/one$/ })).toBeVisible();

  await main.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export links' }).click();
  const asked = dialog(page, 'Export links');
  await expect(asked.getByText(/^3 links/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    asked.getByRole('button', { name: 'Download file' }).click(),
  ]);
  expect(await Bun.file(await download.path()).text()).toContain('https://example.com/one');
});

test('ids open the pages of their objects, and settings are kept', async ({ page }) => {
  await open(page, `/o/${made.id}`);
  await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible();
  const { data } = await scene.act('query', 'links.tags.list');
  const [tag] = data as { id: string }[];
  const main = await open(page, `/o/${tag?.id}`);
  await expect(main.locator('tr[data-current="true"]')).toBeVisible();
  await main.getByLabel('Generated slug length').fill('9');
  await main.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(await scene.act('query', 'links.settings.get')).toMatchObject({ slug_length: 9 });
  await look(page, 'settings');
});

test('a deletion names the link and what goes with it', async ({ page, watch }) => {
  watch.expect(404);
  const main = await open(page, `/links/${made.id}`);
  await main.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const asked = dialog(page, 'Delete “Mine”?');
  await expect(asked.getByText(/Its 6 clicks are deleted/)).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await look(page, 'delete');
  await asked.getByRole('button', { name: 'Delete link' }).click();
  await expect(page.getByRole('heading', { name: 'Short links', level: 1 })).toBeVisible();
  expect(await links({ q: 'spring' })).toEqual([]);
});
