import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { pushOf, sendAsGithub } from './support/inbound';
import { look } from './support/look';
import { test } from './support/one-page';
import { copiedBy, dialog, fromMenu, openPage, setFilter } from './support/steps';
import { expect } from './support/test';
import { NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

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

/** Known from the first test on: the endpoint for pushes, and what only GitHub knows. */
const pushes = { id: '', secret: '' };
const addressOf = (id: string): string => `${place.url}/api/v1/inbound/${id}`;
const push = (change: string) => sendAsGithub(addressOf(pushes.id), pushes.secret, pushOf(change));

async function open(page: Page, path = ''): Promise<Locator> {
  await openPage(page, place, scene, `/automation/endpoints${path}`);
  return page.locator('#main');
}
const endpoint = () => scene.act('query', 'automation.inbound_endpoints.get', { endpoint_id: pushes.id });

const textIn = (main: Locator): Locator => main.getByLabel('Text', { exact: true });
const stagesIn = (main: Locator): Locator => main.getByRole('list', { name: 'Stages' });
const valueIn = (main: Locator, path: string): Locator =>
  main.getByRole('list', { name: 'Values of body' }).locator(`button[title="Insert ${path}"]`);

test('an address for GitHub is made, and its secret is shown once', async ({ page }) => {
  const main = await open(page);
  await expect(main.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'New endpoint', level: 1 })).toBeVisible();
  await main.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(main.getByText('Enter a name.')).toBeVisible();
  await main.getByRole('radio', { name: 'GitHub' }).check();
  await main.getByLabel('Name').fill('Pushes');
  await look(page, 'iep-new');
  await main.getByRole('button', { name: 'Create endpoint' }).dblclick();

  const sheet = dialog(page, 'Save the secret');
  await expect(sheet).toContainText('Shown once');
  await expect(sheet).toContainText('Add webhook');
  await look(page, 'iep-reveal');
  pushes.secret = await copiedBy(sheet.getByRole('button', { name: 'Copy secret' }));
  const address = await copiedBy(sheet.getByRole('button', { name: 'Copy URL' }));
  pushes.id = address.split('/').at(-1) ?? '';
  expect(addressOf(pushes.id)).toBe(address);
  await sheet.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(sheet).toBeHidden();
  // A double click made one.
  const { data } = await scene.act('query', 'automation.inbound_endpoints.list');
  expect(data).toHaveLength(1);
});

test('the first request shows by itself; the mapping is built by clicks on what came', async ({ page, watch }) => {
  // A template that cannot be read is refused when it is tried.
  watch.expect(400);
  await sendText(scene, 'Hello');
  const main = await open(page, `/${pushes.id}`);
  await expect(main.getByText('Waiting for the first request')).toBeVisible();
  await look(page, 'iep-waiting');
  expect(await push('Mend the door')).toMatchObject({
    status: 202,
    body: { status: 'recorded', reason: 'sample_stored' },
  });
  await expect(main.getByText('1 sample received.')).toBeVisible();
  await expect(main.getByRole('table', { name: 'Inbound requests' }).getByText('Recorded')).toBeVisible();
  await look(page, 'iep-sample');

  await main.getByRole('link', { name: 'Build mapping' }).click();
  // The preset brings a start; this one is built from nothing.
  await textIn(main).fill('News of ');
  await valueIn(main, 'body.repository.full_name').click();
  await expect(textIn(main)).toHaveValue('News of {{ body.repository.full_name }}');
  await expect(textIn(main)).toBeFocused();
  await page.keyboard.type(': ');
  await valueIn(main, 'body.head_commit.message').click();
  await expect(textIn(main)).toHaveValue(/message \}\}$/);
  await expect(textIn(main)).toBeFocused();
  await page.keyboard.type(' ');
  await valueIn(main, 'body.compare').click();
  await expect(textIn(main)).toHaveValue(
    'News of {{ body.repository.full_name }}: {{ body.head_commit.message }} {{ body.compare }}',
  );

  // What is wrong is said while it is written, at the stage that stops and at its field.
  await expect(textIn(main)).toBeFocused();
  await page.keyboard.type(' {{ body.ref | shout }}');
  await expect(main.getByText(/undefined filter: shout/)).toBeVisible();
  await look(page, 'iep-dry-run-fails');
  for (let letter = 0; letter < ' {{ body.ref | shout }}'.length; letter += 1) await page.keyboard.press('Backspace');
  // That nobody gets it yet is no failure of what is being written.
  await expect(main.getByText('Select recipients to see the message here.')).toBeVisible();
  await expect(main.getByText('Would be rejected')).toHaveCount(0);

  // A field is found by its name or by the value that came, and each condition is tried on the sample.
  await main.getByRole('button', { name: 'Add condition' }).click();
  const condition = main.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('combobox', { name: 'Field' }).fill('refs/heads');
  await main.getByRole('option', { name: /^body\.ref/ }).click();
  await condition.getByLabel('Value').fill('refs/heads/other');
  await expect(condition.getByText('false', { exact: true })).toBeAttached();
  await expect(main.getByText('Would be filtered out')).toBeVisible();
  await main.getByRole('button', { name: 'Edit as text' }).click();
  await main.getByLabel('Only if').fill('body.ref == "refs/heads/main"');
  await main.getByRole('button', { name: 'Edit as rows' }).click();
  await expect(condition.getByLabel('Value')).toHaveValue('refs/heads/main');
  await expect(condition.getByText('true', { exact: true })).toBeAttached();
  await look(page, 'iep-condition');
  await main.getByLabel('Links in the text').selectOption('auto');
  await expect(main.getByLabel('If a value is missing')).toHaveValue('reject');
  await main.getByLabel('If a value is missing').selectOption('empty');
  await main.getByRole('combobox', { name: 'Add a recipient' }).fill(NORMAL);
  await main
    .getByRole('option', { name: new RegExp(`^\\${NORMAL}`) })
    .first()
    .click();
  await expect(main.getByText('Would be published')).toBeVisible();
  await expect(main.getByRole('region', { name: 'Preview on WhatsApp' })).toContainText(
    'News of acme/shop: Mend the door https://github.com/acme/shop/compare',
  );
  await expect(stagesIn(main).getByText('failed')).toHaveCount(0);
  await look(page, 'iep-mapping');
  // Trying wrote nothing.
  expect((await scene.act('query', 'automation.publications.list'))['data']).toEqual([]);
  expect((await scene.act('query', 'links.list'))['data']).toEqual([]);

  await main.getByRole('button', { name: 'Save mapping' }).click();
  await expect(page.getByText('Mapping saved. Requests are now published.')).toBeVisible();
  expect(await endpoint()).toMatchObject({ status: 'active', short_links: 'auto', on_missing: 'empty' });
});

test('a push becomes a message on the phone, and a click on its link comes back to the publication', async ({
  page,
}) => {
  const { status, body } = await push('Paint the door');
  expect(status).toBe(202);
  const [{ id: publication } = { id: '' }] = body['publications'] as { id: string }[];

  await openPage(page, place, scene, `/whatsapp/${sandbox}/tester`);
  const message = page.getByRole('log', { name: 'Messages' }).getByText('News of acme/shop: Paint the door');
  await expect(message).toBeVisible();
  const short = /https?:\/\/\S+/.exec((await message.textContent()) ?? '')?.[0] ?? '';
  expect(short).not.toContain('github.com');
  const followed = await fetch(short, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0' },
  });
  expect(followed.headers.get('location')).toBe('https://github.com/acme/shop/compare/6113728f27ae...a10867b14bb7');

  await openPage(page, place, scene, `/automation/publications/${publication}`);
  const links = page.getByRole('table', { name: 'Short links' });
  await expect(links.getByRole('row').nth(1)).toContainText(short.replace(/^https?:\/\//, ''));
  await expect(links.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('1', { timeout: 30_000 });
  const { data } = await scene.act('query', 'links.list');
  expect(data).toMatchObject([{ publication_id: publication, clicks: 1 }]);
});

test('every request says why it was or was not taken, and can be taken once more', async ({ page }) => {
  const wrong = await sendAsGithub(addressOf(pushes.id), 'not the secret', pushOf('Break the door'));
  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_signature' } });
  const main = await open(page, `/${pushes.id}?tab=requests`);
  const rows = main.getByRole('table', { name: 'Inbound requests' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await look(page, 'iep-requests');
  await rows.nth(1).getByRole('link').click();
  const sheet = dialog(page, 'Inbound request');
  await expect(sheet.getByText('1 of 3')).toBeVisible();
  // Keys may come faster than the page is drawn.
  await page.evaluate(() => {
    const press = () => new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true });
    for (const key of [press(), press()]) document.body.dispatchEvent(key);
  });
  await expect(sheet.getByText('3 of 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await setFilter(page, 'Status', 'Rejected');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Rejected');
  await rows.nth(1).getByRole('link').click();
  await expect(sheet).toContainText('The signature does not match');
  await look(page, 'iep-rejected');
  await page.keyboard.press('Escape');

  await setFilter(page, 'Status', 'Recorded');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Recorded');
  await rows.nth(1).getByRole('link').click();
  await expect(sheet).toContainText('Mend the door');
  await look(page, 'iep-recorded');
  await sheet.getByRole('button', { name: 'Replay request' }).click();
  await expect(sheet).toContainText('Replay of');
  await expect(sheet.getByText('Accepted')).toBeVisible();
  await look(page, 'iep-replay');
  const { data } = await scene.act('query', 'automation.publications.list');
  expect(data).toHaveLength(2);
  await page.keyboard.press('Escape');

  await main.getByRole('button', { name: 'Replay requests' }).click();
  const many = dialog(page, 'Replay these requests?');
  await expect(many).toContainText('0 requests are replayed, oldest first');
  await many.getByRole('button', { name: 'Cancel' }).click();
});

test('settings make a version, and an older one comes back', async ({ page }) => {
  const main = await open(page, `/${pushes.id}?tab=settings`);
  await main.getByLabel('Name', { exact: true }).fill('Pushes to main');
  await main.getByLabel('Maximum body size (KiB)').fill('64');
  await look(page, 'iep-settings');
  await main.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('heading', { name: 'Pushes to main', level: 1 })).toBeVisible();
  expect(await endpoint()).toMatchObject({ max_bytes: 65_536 });
  // Nothing else was touched.
  expect(await endpoint()).toMatchObject({ status: 'active', short_links: 'auto', auth: { scheme: 'github' } });

  await page.getByRole('link', { name: 'Versions' }).click();
  const versions = main.getByRole('region', { name: 'Versions' });
  await versions.getByText(/^Version 2/).click();
  await look(page, 'iep-versions');
  await versions.getByRole('button', { name: 'Restore version 2' }).click();
  await dialog(page, 'Restore version 2?').getByRole('button', { name: 'Restore version' }).click();
  await expect(versions.getByText('Version 4')).toBeVisible();
  // The name stays: it is no part of what a version does.
  expect(await endpoint()).toMatchObject({ name: 'Pushes to main', max_bytes: 1_048_576, status: 'active' });
  expect(await push('Lock the door')).toMatchObject({ status: 202 });
});

test('a token in the address is renewed, and the old one ends', async ({ page }) => {
  const main = await open(page, '/new?preset=custom');
  await main.getByLabel('Name').fill('Shop');
  await main.getByRole('button', { name: 'Create endpoint' }).click();
  const sheet = dialog(page, 'Save the URL');
  const old = await copiedBy(sheet.getByRole('button', { name: 'Copy URL' }));
  await sheet.getByRole('button', { name: 'I’ve saved it' }).click();

  // The start that is offered works on the example; what it lacks is said, not marked as an error.
  await main.getByRole('link', { name: 'Mapping', exact: true }).click();
  await expect(textIn(main)).toHaveValue('{{ body.message }}');
  await expect(main.getByText('Select recipients to see the message here.')).toBeVisible();
  await expect(stagesIn(main).getByText('failed')).toHaveCount(0);
  await expect(main.getByText('Would be rejected')).toHaveCount(0);
  await look(page, 'iep-start');
  await textIn(main).fill('{{ body.title }}');
  await expect(main.getByText('The request has no value for `body.title`')).toBeVisible();
  await textIn(main).fill('{{ body.message }}');
  await main.getByRole('link', { name: 'Overview' }).click();

  const send = async (address: string) =>
    (
      await fetch(address, {
        method: 'POST',
        body: '{"message":"Hi"}',
        headers: { 'content-type': 'application/json' },
      })
    ).status;
  expect(await send(old)).toBe(202);
  await look(page, 'iep-token');

  await fromMenu(page, 'More actions', 'Rotate token');
  const asked = dialog(page, 'Rotate the token of “Shop”?');
  await asked.getByLabel('Accept the old one for').selectOption('0');
  await look(page, 'iep-rotate');
  await asked.getByRole('button', { name: 'Rotate token' }).click();
  const fresh = await copiedBy(sheet.getByRole('button', { name: 'Copy URL' }));
  await sheet.getByRole('button', { name: 'I’ve saved it' }).click();
  expect([await send(old), await send(fresh)]).toEqual([404, 202]);
});

test('an endpoint is paused, found again, and deleted', async ({ page }) => {
  const main = await open(page, `/${pushes.id}`);
  await look(page, 'iep-active');
  await fromMenu(page, 'More actions', 'Pause endpoint');
  await dialog(page, 'Pause “Pushes to main”?').getByRole('button', { name: 'Pause endpoint' }).click();
  await expect(main.getByText('Paused: senders receive status 409.')).toBeVisible();
  expect((await push('Oil the door')).status).toBe(409);

  await open(page);
  const rows = main.getByRole('table', { name: 'Inbound endpoints' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await look(page, 'iep-list');
  await setFilter(page, 'Source', 'GitHub');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('link', { name: 'Pushes to main' }).click();
  await fromMenu(page, 'More actions', 'Delete endpoint');
  await dialog(page, 'Delete “Pushes to main”?').getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(page).toHaveURL(/\/automation\/endpoints$/);
  await expect(rows).toHaveCount(2);
});
