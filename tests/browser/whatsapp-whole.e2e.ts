import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { test } from './support/one-page';
import { startReceiver } from './support/receiver';
import { copied, dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { press } from './support/tester';

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

/** Makes a webhook for all of WhatsApp by the form; returns its secret. */
async function subscribe(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const form = dialog(page, 'Create a webhook');
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByRole('checkbox', { name: 'whatsapp.message.*' }).check();
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('button', { name: 'Copy signing secret' }).click();
  await expect.poll(() => copied(page)).toMatch(/^whsec_/);
  return copied(page);
}

const historyIn = (main: Locator): Locator => main.getByRole('list', { name: 'Status history' });

test('from a new instance to a message, its answer, and both at a receiver that verifies them', async ({ page }) => {
  await openPage(page, place, scene, '/webhooks');
  const secret = await subscribe(page);

  await page.goto(`${place.url}/user/api/w/${scene.workspaceId}/whatsapp/new`);
  await page.getByRole('button', { name: 'Create sandbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'sandbox-2' })).toBeVisible();
  await expect(page).toHaveTitle(/^sandbox-2 · Connected · /);

  await page.getByRole('link', { name: 'Tester' }).click();
  const main = page.locator('#main');
  await main.getByLabel('Text', { exact: true }).first().fill('Is the parcel there?');
  await press(main);
  await expect(historyIn(main).getByText('Read')).toBeVisible();
  const field = main.getByRole('textbox', { name: /^Reply as/ });
  await field.fill('It came this morning');
  await field.press('Enter');
  await expect(main.getByRole('log', { name: 'Messages' }).getByText('It came this morning')).toBeVisible();

  const types = ['sent', 'delivered', 'read', 'received'].map((name) => `whatsapp.message.${name}`);
  await expect.poll(() => types.filter((type) => !receiver.typesOf().includes(type))).toEqual([]);
  for (const arrival of receiver.arrived) expect(receiver.verifies(secret, arrival)).toBe(true);
  const answer = receiver.arrived.map(({ body }) => JSON.parse(body)).find(({ type }) => type === types[3]);
  expect(answer.data).toMatchObject({
    instance: { name: 'sandbox-2' },
    content: { type: 'text', text: 'It came this morning' },
  });
});
