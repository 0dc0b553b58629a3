import type { Locator, Page } from '@playwright/test';

import { addFixtures, makeKey, startConsole, type Console, type Scene } from './support/console';
import { everythingKept } from './support/keys';
import { look } from './support/look';
import { test } from './support/one-page';
import { startReceiver } from './support/receiver';
import { runScript } from './support/shell';
import { copied, dialog, openPage } from './support/steps';
import { expect, settled } from './support/test';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
let receiver: ReturnType<typeof startReceiver>;
test.beforeAll(async () => {
  place = await startConsole({ WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32', WEBHOOK_ALLOW_HTTP: '1' });
  scene = await addFixtures(place.url);
  receiver = startReceiver();
});
test.afterAll(async () => {
  await receiver.stop();
  await place.stop();
});

const open = (page: Page, path: string): Promise<void> => openPage(page, place, scene, path);

/** The webhook of that name, as the API returns it. */
async function webhookNamed(name: string): Promise<Record<string, unknown>> {
  const { data } = await scene.act('query', 'webhooks.list', { q: name });
  return (data as Record<string, unknown>[])[0] ?? {};
}

/** Copies the secret that is shown, as a person does. */
async function takeSecret(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy signing secret' }).click();
  await expect.poll(() => copied(page)).toMatch(/^whsec_/);
  return copied(page);
}

const secrets: string[] = [];

test('a webhook is made by the form; its secret is shown once, and its programs verify', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  // There is a page of the console to go back to, so that the console itself can ask.
  await open(page, '');
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const form = dialog(page, 'Create a webhook');
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByLabel('Name').fill('Billing');
  await form.getByRole('checkbox', { name: 'api_key.*' }).check();
  await form.getByRole('searchbox', { name: 'Find an event type' }).fill('member added');
  await form.getByRole('checkbox', { name: /^Member added/ }).check();
  await form.getByRole('button', { name: 'Retries, headers and limits' }).click();
  await form.getByLabel('Retries').selectOption('own');
  await form.getByLabel('Delays (seconds)').fill('1, 60');
  await form.getByRole('button', { name: 'Add header' }).click();
  await form.getByRole('textbox', { name: 'Name of header 1' }).fill('X-Token');
  await form.getByRole('textbox', { name: 'Value of header 1' }).fill('s3cr3t-header');
  await form.getByRole('button', { name: 'Create webhook' }).dblclick();

  const shown = dialog(page, 'Save the signing secret');
  const secret = await takeSecret(page);
  secrets.push(secret);
  expect(await everythingKept(page)).not.toContain(secret);
  for (const [language, extension, runner] of [
    ['TypeScript', 'ts', process.execPath],
    ['Python', 'py', 'python3'],
    ['cURL', 'sh', 'bash'],
  ] as const) {
    await shown.getByRole('tab', { name: language }).click();
    await expect(shown.getByRole('tabpanel')).not.toContainText(secret);
    await shown.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => copied(page)).toContain(secret);
    expect(Bun.stripANSI(await runScript(await copied(page), extension, runner)).trim()).toBe('true');
    await page.evaluate(() => navigator.clipboard.writeText(''));
  }
  await look(page, 'reveal');

  await page.keyboard.press('Escape');
  const question = dialog(page, 'Close without saving the secret?');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => history.back());
  const leaving = dialog(page, 'Leave without saving the signing secret?');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'I’ve saved it' }).click();

  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
  await settled(page);
  expect(await everythingKept(page)).not.toContain(secret);
  expect(sent.join('\n')).not.toContain(secret);
  const { data } = await scene.act('query', 'webhooks.list');
  // A double click made one.
  expect(data).toHaveLength(1);
  expect((data as unknown[])[0]).toMatchObject({
    name: 'Billing',
    events: ['api_key.*', 'member.added'],
    retry: { delays_seconds: [1, 60] },
    headers: { 'X-Token': '••••' },
    source: 'console',
  });
});

test('it receives a signed event, and the list shows it', async ({ page }) => {
  await open(page, '/webhooks');
  const row = page.getByRole('row').filter({ hasText: 'Billing' });
  await expect(row.getByText('No events yet')).toBeVisible();
  await makeKey(scene.act, 'Told', ['models:read']);
  await expect.poll(() => receiver.typesOf()).toContain('api_key.created');
  const first = receiver.arrived[0];
  expect(first && receiver.verifies(secrets[0] ?? '', first)).toBe(true);
  expect(first?.headers['x-token']).toBe('s3cr3t-header');
  // By the live stream, without a reload.
  await expect(row.getByText('Healthy')).toBeVisible();
  await expect(row.getByText('100%')).toBeVisible();
  await expect(row.getByText('api_key.* + 1')).toBeVisible();
  await look(page, 'list');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Event type', exact: true }).click();
  await page.getByRole('button', { name: 'webhook.created', exact: true }).click();
  await expect(page).toHaveURL(/event=webhook\.created/);
  await expect(page.getByRole('heading', { name: 'No results for these filters' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove filter Event type', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
});

async function openWebhook(page: Page, more = ''): Promise<Locator> {
  const { id } = await webhookNamed('Billing');
  await open(page, `/webhooks/${String(id)}${more}`);
  return page.locator('#main');
}

/** From the “…” of the page. */
async function choose(page: Page, action: string): Promise<void> {
  await page.locator('#main').getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a test is sent by one button, and one of any type from its drawer', async ({ page }) => {
  const main = await openWebhook(page);
  await expect(main.getByRole('navigation').locator('[aria-current="page"]')).toHaveText(['Overview']);
  for (const tab of ['Deliveries', 'Settings', 'Secrets', 'Overview']) {
    await main.getByRole('link', { name: tab, exact: true }).click();
    await expect(main.getByText('Unencrypted', { exact: true })).toHaveCount(tab === 'Overview' ? 0 : 1);
    await expect(main.getByText(/^Unencrypted \(http\)/)).toHaveCount(tab === 'Overview' ? 1 : 0);
  }
  await main.getByRole('button', { name: 'Send test' }).click();
  const drawer = dialog(page, 'Send a test');
  await expect(drawer.getByText(/^webhook\.tested delivered in/)).toBeVisible();
  await drawer.locator('input[aria-label="Event type"]').fill('member.removed');
  await page.getByRole('option', { name: 'member.removed' }).click();
  await drawer.getByRole('button', { name: 'Send test' }).click();
  await expect(drawer.getByText(/^member\.removed delivered in/)).toBeVisible();
  await expect(drawer.getByText('WEBHOOK_SHOW_PRIVATE_RESPONSES=1')).toBeVisible();
  const last = receiver.arrived.at(-1);
  expect(receiver.typesOf().at(-1)).toBe('member.removed');
  expect(last && receiver.verifies(secrets[0] ?? '', last)).toBe(true);
  await drawer.getByText('Request', { exact: true }).click();
  await expect(drawer.getByLabel('Request headers')).toContainText('webhook-signature: v1,');
  await expect(drawer.getByLabel('Request headers')).not.toContainText('s3cr3t-header');

  receiver.answer.status = 500;
  await drawer.getByRole('button', { name: 'Send test' }).click();
  await expect(drawer.getByText(/^Refused by the receiver \(500\)/)).toBeVisible();
  await look(page, 'test-refused');
  receiver.answer.status = 200;

  // Back closes the drawer, and does not open it again.
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/test=/);
});

test('its page begins with its numbers and a chart, then the newest deliveries', async ({ page }) => {
  const main = await openWebhook(page);
  await expect(main.getByRole('figure', { name: 'Attempts over time' })).toBeVisible();
  await expect(main.getByRole('figure', { name: 'Average duration of an attempt' })).toBeVisible();
  await expect(main.locator('.figure').filter({ hasText: 'Success rate' })).toContainText('100%');
  await expect(main.locator('.figure').filter({ hasText: 'Succeeded' })).toContainText('1');
  await main.getByRole('button', { name: '30 d' }).click();
  await expect(page).toHaveURL(/range=30d/);
  await look(page, 'overview');

  const recent = main.getByRole('table', { name: 'Recent deliveries' });
  await recent.getByRole('link', { name: 'api_key.created' }).click();
  const drawer = dialog(page, 'Delivery');
  await expect(drawer.getByText('Delivered.')).toBeVisible();
  await expect(drawer.locator('pre').filter({ hasText: '"type": "api_key.created"' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('settings are changed on the version that was read; another change meanwhile is put beside', async ({
  page,
  watch,
}) => {
  watch.expect(412);
  const main = await openWebhook(page, '?tab=settings');
  await expect(main.getByText('X-Token: ••••')).toBeVisible();
  await expect(main.getByRole('navigation').locator('[aria-current="page"]')).toHaveText(['Settings']);
  await look(page, 'settings');
  await main.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = dialog(page, 'Edit “Billing”');
  await expect(form.getByText('Stored value')).toBeVisible();
  await form.getByLabel('Timeout (seconds)').fill('20');
  await look(page, 'edit');
  const { id } = await webhookNamed('Billing');
  await scene.act('mutate', 'webhooks.update', { webhook_id: id, timeout_seconds: 25, description: 'Theirs' });
  await expect(form.getByRole('table', { name: 'Theirs and mine' })).toBeVisible();
  await look(page, 'stale');
  await form.getByRole('radio', { name: 'Timeout (seconds), mine: 20 s' }).check();
  await form.getByRole('button', { name: 'Save selection' }).click();
  await expect(page.getByText('Webhook saved')).toBeVisible();
  expect(await webhookNamed('Billing')).toMatchObject({
    timeout_seconds: 20,
    description: 'Theirs',
    headers: { 'X-Token': '••••' },
  });
  await makeKey(scene.act, 'Kept header', ['models:read']);
  await expect.poll(() => receiver.arrived.at(-1)?.headers['x-token']).toBe('s3cr3t-header');
});

test('paused, its deliveries wait; enabled, they are sent', async ({ page }) => {
  const main = await openWebhook(page);
  await choose(page, 'Pause');
  await expect(main.getByText('Paused. Deliveries are pending until you enable the webhook.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await webhookNamed('Billing'))['status']).toBe('active');
  await choose(page, 'Pause');
  await expect(main.getByText('Paused. Deliveries are pending until you enable the webhook.')).toBeVisible();
  const before = receiver.arrived.length;
  await makeKey(scene.act, 'Waits', ['models:read']);
  await page.reload();
  await settled(page);
  await main.getByRole('button', { name: 'Enable', exact: true }).click();
  const asked = dialog(page, 'Enable “Billing”?');
  await expect(asked.getByText('What should happen to 1 pending delivery?')).toBeVisible();
  await look(page, 'enable');
  expect(receiver.arrived).toHaveLength(before);
  await asked.getByRole('button', { name: 'Enable webhook' }).click();
  await expect.poll(() => receiver.arrived.length).toBe(before + 1);
});

test('disabled, events are missed; after enabling a replay sends them', async ({ page }) => {
  const main = await openWebhook(page);
  await choose(page, 'Disable');
  await look(page, 'disable');
  await dialog(page, 'Disable “Billing”?').getByRole('button', { name: 'Disable webhook' }).click();
  await expect(main.getByText(/^Disabled .*\. New events are not delivered\./)).toBeVisible();
  await makeKey(scene.act, 'Missed', ['models:read']);
  const before = receiver.arrived.length;
  await main.getByRole('button', { name: 'Enable', exact: true }).click();
  await dialog(page, 'Enable “Billing”?').getByRole('button', { name: 'Enable webhook' }).click();
  const missed = dialog(page, 'Events that “Billing” missed');
  await expect(missed.getByText('1 matching event happened while the webhook was disabled')).toBeVisible();
  await look(page, 'missed');
  await missed.getByRole('button', { name: 'Replay 1 event' }).click();
  await expect.poll(() => receiver.arrived.length).toBe(before + 1);
  expect(receiver.arrived.at(-1)?.body).toContain('"name":"Missed"');
});

test('a rotated secret signs beside the old one, and is shown once', async ({ page }) => {
  const main = await openWebhook(page, '?tab=secrets');
  await main.getByRole('button', { name: 'Rotate secret' }).click();
  const asked = dialog(page, /^Rotate the secret/);
  await look(page, 'rotate');
  await asked.getByRole('button', { name: 'Rotate secret' }).click();
  const secret = await takeSecret(page);
  expect(secret).not.toBe(secrets[0]);
  await dialog(page, 'Save the signing secret').getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(main.getByText('Replaced')).toBeVisible();
  expect(await everythingKept(page)).not.toContain(secret);
  await look(page, 'secrets');
  await makeKey(scene.act, 'Both', ['models:read']);
  await expect.poll(() => receiver.arrived.at(-1)?.body).toContain('"name":"Both"');
  const last = receiver.arrived.at(-1);
  for (const each of [secrets[0] ?? '', secret]) expect(last && receiver.verifies(each, last)).toBe(true);
  secrets.push(secret);
});

test('one that the receiver ended asks for attention: in the header, on the overview, on its page', async ({
  page,
}) => {
  receiver.answer.status = 410;
  await makeKey(scene.act, 'Gone', ['models:read']);
  await expect.poll(async () => (await webhookNamed('Billing'))['status']).toBe('disabled');
  receiver.answer.status = 200;
  await open(page, '');
  await expect(page.getByText(/^The webhook “Billing” was disabled .*the receiver returned 410/)).toBeVisible();
  await look(page, 'attention');
  await page.getByRole('button', { name: 'Webhook disabled' }).click();
  await page.getByRole('link', { name: 'Open the webhook' }).click();
  await expect(page.getByText(/^Disabled .*: the receiver returned 410\./)).toBeVisible();
  await look(page, 'gone');
});

test('its id opens its page, and the palette makes a new one', async ({ page }) => {
  const { id } = await webhookNamed('Billing');
  await open(page, `/o/${String(id)}`);
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search, or paste an ID' }).fill('create webhook');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Create a webhook')).toBeVisible();
});

test('a deletion names what follows, and is the end of it', async ({ page, watch }) => {
  watch.expect(404);
  await openWebhook(page);
  await choose(page, 'Delete');
  const asked = dialog(page, 'Delete “Billing”?');
  await expect(asked.getByText(receiver.url)).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await look(page, 'delete');
  await asked.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  const before = receiver.arrived.length;
  await makeKey(scene.act, 'After', ['models:read']);
  expect(await webhookNamed('Billing')).toEqual({});
  expect(receiver.arrived).toHaveLength(before);
});
