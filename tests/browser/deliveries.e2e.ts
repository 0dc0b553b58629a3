import type { Page } from '@playwright/test';

import { axeFaults } from './support/axe';
import { addFixtures, makeKey, startConsole, type Scene } from './support/console';
import { setScheme, widthFaults } from './support/layout';
import { copied, openPage } from './support/steps';
import { expect, SIZES, settled, test } from './support/test';
import { sendText } from './support/whatsapp-messages';

// The checks of each page take their time.
test.slow();
const INBOX = 'switchboard://inbox';

test('the inbox gets the signed event of a new key, and the checker is green', async ({ page }) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  await sendText(scene, 'The step before this one');
  await openPage(page, server, scene, '');
  await expect(page.getByRole('region', { name: 'First steps' })).toContainText('Next: receive a webhook');
  await page.getByRole('link', { name: 'Open the test inbox' }).click();
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create test inbox' }).click();
  await expect(page.getByText('No events yet')).toBeVisible();
  // Nobody has to save a secret before anything happened.
  await expect(page.getByText(/secret/i)).toHaveCount(0);

  await makeKey(scene.act, 'Signed', ['models:read']);
  await expect(page.getByRole('table', { name: 'Deliveries' })).toContainText('api_key.created');
  await expect(page.getByText('Signature verified: all five checks passed.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Checks' }).getByText('Passed:')).toHaveCount(5);
  expect(await faultsOf(page)).toEqual([]);

  // What a receiver would have logged, pasted, and then changed.
  await page.getByRole('link', { name: 'api_key.created' }).click();
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  const shown = drawer.getByRole('region', { name: 'Request body' });
  await expect(shown.locator('code')).toContainText('"type": "api_key.created",\n  "created_at":');
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => copied(page)).toContain('"type":"api_key.created"');
  const body = await copied(page);
  const [delivery] = (await scene.act('query', 'webhooks.deliveries.list'))['data'] as { id: string }[];
  const attempts = await scene.act('query', 'webhooks.deliveries.list_attempts', { delivery_id: delivery?.id });
  const [attempt] = attempts['data'] as { request: { headers: Record<string, string> } }[];
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Check a request' }).click();
  await page.getByLabel('Request headers').fill(JSON.stringify(attempt?.request.headers));
  await page.getByLabel('Request body').fill(body);
  await expect(page.getByText('Signature verified')).toBeVisible();
  await page.getByLabel('Request body').fill(JSON.stringify(JSON.parse(body), null, 2));
  await expect(page.getByText('your framework parsed the body')).toBeVisible();
  await page.getByLabel('Request body').fill(body.replace('Signed', 'Signet'));
  await expect(page.getByText(/The body differs from what was sent, first at byte \d+/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await settled(page);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('Next: open a short link');
  await steps.getByRole('link', { name: 'Create a short link' }).click();
  const form = page.getByRole('dialog', { name: 'Create a link' });
  // As people say an address.
  await form.getByLabel('Destination').fill('example.com/spring');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('No clicks by people yet.')).toBeVisible();
  const [link] = (await scene.act('query', 'links.list'))['data'] as { short_url: string; url: string }[];
  expect(link?.url).toBe('https://example.com/spring');
  // A tool counts as a bot; the step is done all the same.
  await fetch(link?.short_url ?? '', { redirect: 'manual' });
  await page.getByRole('link', { name: 'Show bots' }).click();
  await expect(page.getByRole('table', { name: 'Clicks', exact: true }).locator('tbody tr')).toHaveCount(1);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  // It was the last of the first steps.
  await settled(page);
  await expect(steps).toHaveCount(0);
});

test('retries of a receiver that answers 503 are seen and explained; resend and cancel', async ({ page }) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  const webhook = await makeInbox(scene);
  await openPage(page, server, scene, '/webhooks/inbox');
  await page.getByLabel('Respond with').selectOption('503');
  await expect(page.getByText(`${INBOX}?status=503`)).toBeVisible();

  await makeKey(scene.act, 'Refused', ['models:read']);
  const row = page.getByRole('row', { name: /api_key.created/ });
  await expect(row).toContainText('503');
  await expect(row).toContainText(/Pending\s*(in|due|paused after failures)/);
  await expect(row).toContainText(/\d of 6/);
  await row.getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await expect(drawer.getByText('Refused by the receiver.')).toBeVisible();
  await expect(drawer.getByText('Any 2xx status accepts the event')).toBeVisible();
  // The first retry comes after five seconds and a little more.
  await expect(drawer.getByText('Attempt 2', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/delivery=dlv_/);

  await drawer.getByRole('button', { name: 'Retry now' }).click();
  await expect(drawer.getByText('Attempt 3', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Cancel delivery' }).click();
  await expect(drawer.getByText('Canceled by a user.')).toBeVisible();
  await scene.act('mutate', 'webhooks.update', { webhook_id: webhook, url: INBOX });
  await drawer.getByRole('button', { name: 'Resend' }).click();
  await expect(drawer.getByText('Delivered.')).toBeVisible();
  await expect(drawer.getByText('Resend of')).toBeVisible();

  // To the neighbours, without closing.
  await expect(drawer.getByRole('status')).toHaveText('1 of 2');
  await page.keyboard.press('ArrowRight');
  await expect(drawer.getByRole('status')).toHaveText('2 of 2');
  await expect(drawer.getByText('Attempt 3', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(drawer.getByRole('status')).toHaveText('1 of 2');
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await expect(drawer.getByText('Resend of')).toBeVisible();
});

test('a dead letter is retried by selection', async ({ page }) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  const webhook = await makeInbox(scene, { url: `${INBOX}?status=500`, retry: { preset: 'none' } });
  await openPage(page, server, scene, '/webhooks/dead-letters');
  await expect(page.getByText('No failed deliveries')).toBeVisible();
  for (const name of ['One', 'Two']) await makeKey(scene.act, name, ['models:read']);
  const list = page.getByRole('table', { name: 'Deliveries' });
  await expect(list.locator('tbody tr')).toHaveCount(2);
  expect(await faultsOf(page)).toEqual([]);

  await scene.act('mutate', 'webhooks.update', { webhook_id: webhook, url: INBOX });
  await expect(page.getByRole('button', { name: 'Retry selected' })).toBeDisabled();
  await list.getByRole('checkbox').first().check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByLabel('Select all 2').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Retry selected' }).click();
  await expect(page.getByText('2 deliveries are due now')).toBeVisible();
  await expect(page.getByText('No failed deliveries')).toBeVisible();
  const succeeded = async () =>
    (await scene.act('query', 'webhooks.deliveries.list', { status: ['succeeded'] }))['data'];
  await expect.poll(succeeded).toHaveLength(2);
});

test('a replay is counted first, then sent; activity and the request show its deliveries', async ({ page }) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  const webhook = await makeInbox(scene);
  await openPage(page, server, scene, `/webhooks/inbox`);
  await expect(page.getByText('No events yet')).toBeVisible();
  await openPage(page, server, scene, `/webhooks/${webhook}?tab=deliveries`);
  await page.locator('#main').getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Replay events' }).click();
  const sheet = page.getByRole('dialog', { name: 'Replay events' });
  await sheet.getByLabel('Event types (optional)').fill('api_key.*');
  await sheet.getByRole('button', { name: 'Count events' }).click();
  await expect(sheet.getByText(/^\d+ events: the oldest is api_key.created of/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await sheet.getByLabel('Event types (optional)').fill('api_key.rotated');
  await sheet.getByRole('button', { name: 'Count events' }).click();
  await expect(sheet.getByText('No event matches.')).toBeVisible();
  await sheet.getByLabel('Event types (optional)').fill('api_key.created');
  await sheet.getByRole('button', { name: 'Count events' }).click();
  await sheet.getByRole('button', { name: 'Start replay' }).click();
  await expect(page.getByRole('region', { name: 'Replay' })).toContainText('Completed');
  await expect(page.getByRole('region', { name: 'Replay' })).toContainText('2 delivered');
  await expect(page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr')).toHaveCount(2);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Trigger', exact: true }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText('No results for these filters')).toBeVisible();
  await expect(page).toHaveURL(/trigger=test/);
  await page.getByRole('link', { name: 'Logs' }).click();
  await page.getByRole('link', { name: 'Webhook deliveries' }).click();
  await expect(page.getByRole('table', { name: 'Deliveries' })).toContainText('Inbox');
  expect(await faultsOf(page)).toEqual([]);

  const { id, secret } = await makeKey(scene.act, 'Maker', ['keys:read', 'keys:write', 'models:read']);
  const answer = await fetch(`${server.url}/api/v1/keys/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Renamed' }),
  });
  await answer.body?.cancel();
  expect(answer.status).toBe(200);
  await expect(page.getByRole('row', { name: /api_key.updated/ })).toContainText('Succeeded');
  await openPage(page, server, scene, `/activity/${answer.headers.get('x-request-id')}`);
  const line = page.getByRole('list', { name: 'Deliveries' });
  await expect(line).toContainText('Succeeded');
  expect(await faultsOf(page)).toEqual([]);
  await line.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { name: 'Delivery', exact: true })).toBeVisible();
  await expect(page.getByText('Delivered.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

async function makeInbox(scene: Scene, more: Record<string, unknown> = {}): Promise<string> {
  const made = await scene.act('mutate', 'webhooks.create', {
    url: INBOX,
    events: ['api_key.*'],
    name: 'Inbox',
    retry: { preset: 'fast' },
    ...more,
  });
  return made['id'] as string;
}

/** What axe and the widths of phones find, in both schemes. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // What the header covers in part, once the page is scrolled, would be a target that is too small.
  await page.evaluate(() => scrollTo(0, 0));
  for (const scheme of ['dark', 'light'] as const) {
    await setScheme(page, scheme);
    faults.push(...(await axeFaults(page)));
  }
  if ((await page.getByRole('dialog').count()) === 0) faults.push(...(await widthFaults(page)));
  await page.setViewportSize(SIZES.desktop);
  const shots = process.env['SHOTS'];
  if (shots) await shoot(page, shots);
  return faults;
}

let shot = 0;
async function shoot(page: Page, folder: string): Promise<void> {
  shot += 1;
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(page, scheme);
    await page.screenshot({ path: `${folder}/${process.pid}-${shot}-${scheme}.png`, fullPage: true });
  }
  await page.setViewportSize(SIZES.phone);
  await page.screenshot({ path: `${folder}/${process.pid}-${shot}-phone.png`, fullPage: true });
  await page.setViewportSize(SIZES.desktop);
}
