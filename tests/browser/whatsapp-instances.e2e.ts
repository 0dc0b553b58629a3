import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { copied, dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { CLOUD, makeInstance } from './support/whatsapp';
import { sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

const PICTURE = join(import.meta.dirname, '../../web/pictures/overview.png');

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
});
test.afterAll(() => place.stop());

const open = (page: Page, path: string): Promise<void> => openPage(page, place, scene, `/whatsapp${path}`);

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

test('the list says how each instance stands, why, and what to do; the step is one click', async ({ page }) => {
  await makeInstance(scene, { name: 'Banned', sandbox: { scenario: 'banned' } });
  const stopped = await makeInstance(scene, { name: 'Stopped' });
  await scene.act('mutate', 'whatsapp.instances.disconnect', { instance_id: stopped });
  await makeInstance(scene, { name: 'Waiting', sandbox: { require_scan: true } });
  await open(page, '/instances');
  await expect(card(page, 'sandbox')).toContainText('Connected');
  await expect(card(page, 'sandbox')).toContainText('+15550109999');
  await expect(card(page, 'Banned')).toContainText('WhatsApp banned this account.');
  await expect(card(page, 'Banned').getByRole('button')).toHaveCount(0);
  await expect(card(page, 'Waiting').getByRole('link', { name: 'Pair' })).toBeVisible();
  await look(page, 'wa-list');

  await card(page, 'Stopped').getByRole('button', { name: 'Connect' }).click();
  await expect(card(page, 'Stopped')).toContainText('Normal');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Status: Failed' }).click();
  await page.getByRole('button', { name: 'Not started', exact: true }).click();
  await expect(page.getByText('No results for these filters')).toBeVisible();
});

test('a sandbox is one click; its code is scanned, and the page follows by itself', async ({ page }) => {
  await open(page, '/new');
  await card(page, 'Sandbox').getByLabel('Require a scan first').check();
  await page.getByRole('button', { name: 'Create sandbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'sandbox-2' })).toBeVisible();
  await expect(page).toHaveTitle(/^sandbox-2 · Waiting for scan · /);
  const code = page.getByRole('img', { name: /^QR code to scan/ });
  await expect(code).toBeVisible();
  expect(await code.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.width])).toEqual([true, 264]);
  await expect(page.getByText(/^Code 1 of \d/)).toBeVisible();
  await look(page, 'wa-pairing');

  await page.getByRole('button', { name: 'Enter a code' }).click();
  await page.getByLabel('Phone number').fill('+1 555 010 0000');
  await page.getByRole('button', { name: 'Get code' }).click();
  await expect(page.getByLabel('Pairing code')).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);

  await page.getByRole('button', { name: 'Simulate scan' }).click();
  await expect(page.getByRole('link', { name: 'Send test message' })).toBeVisible();
  await expect(page).toHaveTitle(/^sandbox-2 · Connected · /);
});

test('what others do with a connection shows without a reload; ending it asks first', async ({ page }) => {
  await open(page, `/${sandbox}/connection`);
  const states = page.locator('.wa-history');
  await scene.act('mutate', 'whatsapp.instances.disconnect', { instance_id: sandbox });
  await expect(page.getByText('A user of this workspace disconnected the instance.')).toBeVisible();
  await expect(states.getByRole('listitem').first()).toContainText('Disconnected: stopped by a user');
  await look(page, 'wa-disconnected');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Normal', { exact: true })).toBeVisible();
  await look(page, 'wa-connected');

  await page.getByRole('button', { name: 'Connection actions' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const asked = dialog(page, 'Log out “sandbox”?');
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await asked.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('The instance is logged out, and its credentials are deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Normal', { exact: true })).toBeVisible();
});

test('settings send only what differs; the network of the sandbox can be set', async ({ page }) => {
  await open(page, `/${sandbox}/settings`);
  await page.getByRole('checkbox', { name: 'Mark incoming messages as read' }).check();
  await page.getByRole('button', { name: 'Save behavior' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByLabel('Max. messages per minute').fill('30');
  await page.getByLabel('Min. pause (ms)').fill('500');
  await page.getByRole('button', { name: 'Save pacing' }).click();
  await expect(page.getByText('Must not be below the min. pause.')).toBeVisible();
  await page.getByLabel('Max. pause (ms)').fill('900');
  await page.getByRole('button', { name: 'Save pacing' }).click();
  await expect(page.getByText('Must not be below the min. pause.')).toHaveCount(0);
  await page.getByLabel('Read after (ms)').fill('50');
  await page.getByRole('button', { name: 'Save network' }).click();
  await page.getByLabel('About').fill('At work');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();

  await expect
    .poll(async () => {
      const { settings, sandbox: network } = await scene.act('query', 'whatsapp.instances.get', {
        instance_id: sandbox,
      });
      return { settings, network };
    })
    .toMatchObject({
      settings: { auto_read: true, pacing: { max_per_minute: 30, jitter_ms: [500, 900], new_chats_per_day: null } },
      network: { delays_ms: { sent: 150, delivered: 400, read: 50 } },
    });
  expect(await scene.act('query', 'whatsapp.profile.get', { instance_id: sandbox })).toMatchObject({
    about: 'At work',
  });
});

test('a number of the Cloud API takes four steps; what Meta needs can be copied', async ({ page, watch }) => {
  watch.expect(409);
  // Nobody asks Meta: the instance is made and left unconnected.
  await page.route('**/trpc/whatsapp.instances.create', (route) =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), connect: false }) }),
  );
  await open(page, '/new?driver=cloud');
  await page.getByLabel('Name').fill('sandbox');
  await page.getByLabel('Phone number ID').fill('not digits');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Enter the digits shown at Meta.')).toBeVisible();
  await page.getByLabel('Phone number ID').fill('106540352242922');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Enter credentials' })).toBeFocused();
  await page.getByLabel('Access token', { exact: true }).fill('EAAGnobody');
  await page.getByLabel('App secret', { exact: true }).fill('0123456789abcdef');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('106540352242922')).toBeVisible();
  await expect(page.getByText('EAAGnobody')).toHaveCount(0);
  const token = await page.getByLabel('Verify token').inputValue();
  await look(page, 'wa-cloud-check');
  // The name is taken: back to the step that has it.
  await page.getByRole('button', { name: 'Create instance' }).click();
  await expect(page.getByText('Another instance already has this name. Choose another name.')).toBeVisible();
  await page.getByLabel('Name').fill('Support');
  for (const name of ['Next', 'Next', 'Create instance']) await page.getByRole('button', { name }).click();

  await expect(page.getByRole('heading', { name: 'Set up the webhook at Meta' })).toBeVisible();
  await expect(page.getByText('Waiting for Meta’s verification.')).toBeVisible();
  await look(page, 'wa-cloud-webhook');
  await page.getByRole('button', { name: 'Copy verify token' }).click();
  await expect.poll(() => copied(page)).toBe(token);
  await page.getByRole('button', { name: 'Copy callback URL' }).click();
  await expect.poll(() => copied(page)).toMatch(/\/ingress\/whatsapp\/[\w-]+$/);
  // The token is not shown a second time.
  await page.reload();
  await expect(page.getByText(`Ends in ${token.slice(-4)}`)).toBeVisible();
});

test('credentials are written and never read', async ({ page }) => {
  const { cloud, ...rest } = CLOUD;
  const id = await makeInstance(scene, {
    ...rest,
    name: 'Unconnected',
    cloud: { ...cloud, phone_number_id: '206540352242922', app_secret: 'fedcba9876543210' },
  });
  await open(page, `/${id}/settings#credentials`);
  await expect(page.getByText('Ends in body. Leave empty to keep it.')).toBeVisible();
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('');
  await look(page, 'wa-credentials');
  // The business account is not asked about at Meta, so that it can be changed without an answer.
  await page.getByLabel('WhatsApp Business account ID').fill('999');
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  const { cloud: kept } = await scene.act('query', 'whatsapp.instances.get', { instance_id: id });
  expect(kept).toMatchObject({ waba_id: '999', phone_number_id: '206540352242922' });
});

test('own pairs are kept, a picture is put in place, and a proxy is shown without its credentials', async ({
  page,
}) => {
  const id = await makeInstance(scene, { name: 'Tenant', proxy: { url: 'http://ada:secret@proxy.example.com:3128' } });
  await open(page, `/${id}/settings`);
  const metadata = page.getByRole('group', { name: 'Key–value pairs' });
  await metadata.getByRole('button', { name: 'Add pair' }).click();
  await metadata.getByLabel('Name of pair 1').fill('ten ant');
  await metadata.getByLabel('Value of pair 1').fill('acme');
  await page.getByRole('button', { name: 'Save metadata' }).click();
  await expect(metadata.getByText('Use 1 to 40 letters')).toBeVisible();
  await metadata.getByLabel('Name of pair 1').fill('tenant');
  await page.getByRole('button', { name: 'Save metadata' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();

  const picture = page.getByRole('group', { name: 'Picture', exact: true });
  await picture.getByLabel('JPEG or PNG file').setInputFiles(PICTURE);
  await picture.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();

  await expect(page.getByText('http://proxy.example.com:3128', { exact: true })).toBeVisible();
  await look(page, 'wa-settings-more');
  await page.getByRole('button', { name: 'Remove proxy' }).click();
  await expect(page.getByRole('button', { name: 'Remove proxy' })).toHaveCount(0);
  const kept = await scene.act('query', 'whatsapp.instances.get', { instance_id: id });
  expect(kept).toMatchObject({ metadata: { tenant: 'acme' }, proxy: null });
});

test('keys and webhooks are narrowed to instances by their names; the overview says who waits', async ({ page }) => {
  await openPage(page, place, scene, '');
  await expect(page.getByText('The WhatsApp instance “Banned” is not connected: failed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'WhatsApp', exact: true })).toBeVisible();
  await look(page, 'wa-overview');

  await openPage(page, place, scene, '/webhooks?create=1');
  const webhook = dialog(page, 'Create a webhook');
  await webhook.getByLabel('URL').fill('switchboard://inbox');
  await webhook.getByRole('checkbox', { name: 'whatsapp.message.*' }).check();
  await webhook
    .getByRole('group', { name: 'Limit to: WhatsApp instances' })
    .getByLabel('sandbox', { exact: true })
    .check();
  await webhook.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog(page, 'Save the signing secret')).toBeVisible();
  const { data } = await scene.act('query', 'webhooks.list', {});
  expect(data).toMatchObject([{ selectors: { instance_ids: [sandbox] } }]);

  await openPage(page, place, scene, '/keys?create=1');
  const key = page.getByRole('dialog');
  await key.getByRole('button', { name: 'Scopes and limits' }).click();
  await key
    .getByRole('group', { name: 'Only these WhatsApp instances' })
    .getByLabel('sandbox', { exact: true })
    .check();
});

test('an instance is deleted by its name', async ({ page }) => {
  const id = await makeInstance(scene, { name: 'Short-lived' });
  await open(page, `/${id}/settings`);
  await page.getByRole('button', { name: 'Delete instance' }).click();
  const asked = dialog(page, 'Delete “Short-lived”?');
  await expect(asked.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await asked.getByRole('textbox').fill('Short-lived');
  await asked.getByRole('button', { name: 'Delete instance' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'WhatsApp' })).toBeVisible();
  await expect(card(page, 'sandbox')).toBeVisible();
  await expect(card(page, 'Short-lived')).toHaveCount(0);
});
