import type { Page } from '@playwright/test';

import { openBrowser } from '../support/browser';
import { addFixtures, OWNER, PASSWORD, startConsole, type Console, type Scene } from './support/console';
import { makeLink } from './support/links';
import { dialog, openPage } from './support/steps';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
});
test.afterAll(() => place.stop());

/** A session has 1,200 calls a minute; those of a batch are counted one by one. These name no workspace: cheap refusals. */
const BATCH = Array.from({ length: 20 }, () => 'models.list').join(',');
const BATCH_INPUT = encodeURIComponent(JSON.stringify(Object.fromEntries(BATCH.split(',').map((_, at) => [at, {}]))));

/** What the server answers to a call of a session that has none left. Of a session of its own: the page keeps its calls. */
async function refusalOf(procedure: string) {
  const other = openBrowser(place.url);
  const { status } = await other.mutate('auth.sign_in', { email: OWNER.email, password: PASSWORD });
  expect(status).toBe(200);
  for (;;) {
    const said = await other.mutate(procedure, {}, { headers: { 'x-workspace-id': scene.workspaceId } });
    if (said.status === 429) return { body: said.text, seconds: Number(said.headers.get('retry-after')) };
    await other.query(`${BATCH}?batch=1&input=${BATCH_INPUT}`);
  }
}

/** Presses, and has the answer of a session that called too often come back instead; returns the seconds to wait. */
async function pressTooOften(page: Page, procedure: string, press: () => Promise<void>): Promise<number> {
  const { body, seconds } = await refusalOf(procedure);
  expect(seconds).toBeGreaterThan(0);
  const headers = { 'content-type': 'application/json', 'retry-after': String(seconds) };
  await page.route(`**/trpc/${procedure}*`, (route) => route.fulfill({ status: 429, headers, body }), { times: 1 });
  await press();
  return seconds;
}

/** The clock of the page stands still, so that each second of the countdown is seen. */
async function freeze(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('a form that comes too often counts down, keeps what was typed, and then does it once', async ({
  page,
  watch,
}) => {
  watch.expect(429);
  await openPage(page, place, scene, '/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = dialog(page, 'Create a key');
  await form.getByLabel('Name', { exact: true }).fill('Too soon');
  await freeze(page);
  const submit = () => form.getByRole('button', { name: 'Create key' }).click();
  const seconds = await pressTooOften(page, 'keys.create', submit);

  const waiting = form.getByRole('button', { name: `Wait ${seconds} s` });
  await expect(waiting).toBeDisabled();
  await expect(form.getByRole('alert')).toContainText(`Try again in ${seconds} second`);
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Too soon');
  // Enter in a field is no way around it.
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await form.getByLabel('Name', { exact: true }).press('Enter');
  for (let left = seconds - 1; left >= 0; left -= 1) {
    await page.clock.runFor(1000);
    await expect(form.getByRole('button', { name: left > 0 ? `Wait ${left} s` : 'Create key' })).toBeVisible();
  }
  expect(sent.filter((url) => url.includes('keys.create'))).toEqual([]);

  await page.clock.resume();
  await submit();
  await expect(page.getByRole('button', { name: 'Copy key', exact: true })).toBeVisible();
  const { data } = await scene.act('query', 'keys.list', { q: 'Too soon' });
  expect(data).toHaveLength(1);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
});

test('a button outside of forms shows the waiting time, and the second attempt succeeds', async ({ page, watch }) => {
  watch.expect(429);
  const { id } = await makeLink(scene, { url: 'https://example.com/', slug: 'too-often' });
  await openPage(page, place, scene, `/links/${id}`);
  await freeze(page);
  const press = async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete link' }).click();
  };
  const seconds = await pressTooOften(page, 'links.delete', press);
  const toasts = page.getByRole('region', { name: 'Messages' });
  await expect(toasts.getByText(/ was not deleted/)).toBeVisible();
  await expect(toasts.getByText(`${seconds} s left`)).toBeVisible();
  await page.clock.runFor(1000 * seconds);
  await expect(toasts.getByText('You can try again now.')).toBeVisible();
  await page.clock.resume();
  await press();
  await expect(page).toHaveURL(/\/links$/);
});

test('the eleventh test of a webhook within a minute waits', async ({ page, watch }) => {
  watch.expect(429);
  const { id } = await scene.act('mutate', 'webhooks.create', { url: 'switchboard://inbox', events: ['api_key.*'] });
  await openPage(page, place, scene, `/webhooks/${String(id)}`);
  await freeze(page);
  // One more comes back every six seconds, so the others are used up in the moment in which the page calls.
  const testOnce = () =>
    scene.act('mutate', 'webhooks.test', { webhook_id: id }).then(
      () => true,
      (error: Error) => !error.message.includes('rate_limited'),
    );
  await page.route(
    '**/trpc/webhooks.test*',
    async (route) => {
      while (await testOnce());
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Send test' }).click();
  const drawer = page.getByRole('dialog', { name: 'Send a test' });
  const waiting = drawer.getByRole('button', { name: /^Wait \d+ s$/ });
  await expect(waiting).toBeDisabled();
  await expect(drawer.getByText('A webhook can be tested ten times a minute.')).toBeVisible();
  const seconds = Number(/\d+/.exec((await waiting.textContent()) ?? '')?.[0]);
  for (let left = seconds - 1; left >= 0; left -= 1) {
    await page.clock.runFor(1000);
    await expect(drawer.getByRole('button', { name: left > 0 ? `Wait ${left} s` : 'Send test' })).toBeVisible();
  }
  await expect(drawer.getByRole('button', { name: 'Send test' })).toBeEnabled();
});
