import type { Locator, Page } from '@playwright/test';

import { addFixtures, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { openPage } from './support/steps';
import { expect } from './support/test';
import { makeInstance } from './support/whatsapp';
import { FRIEND, OWN_NUMBER, readShownCode, startLinkableConsole } from './support/whatsapp-web';

test.describe.configure({ mode: 'serial' });

const NEIGHBOR = '15550005555';

let world: Awaited<ReturnType<typeof startLinkableConsole>>;
let place: Console;
let scene: Scene;
let instance: string;
test.beforeAll(async () => {
  world = await startLinkableConsole({ WHATSAPP_WEB_PASSKEY: '1' });
  ({ place } = world);
  scene = await addFixtures(place.url);
  instance = await makeInstance(scene, { driver: 'web', name: 'Reception', web: { acknowledge_unofficial: true } });
});
test.afterAll(() => world.stop());

const open = (page: Page, path: string): Promise<void> => openPage(page, place, scene, `/whatsapp/${instance}${path}`);

const isConnected = (page: Page): Locator => page.getByText('Normal', { exact: true });

test('an account that demands a passkey is linked with the request on the page', async ({ page }) => {
  await world.peer.run('requirePasskey', { phone: OWN_NUMBER });
  await world.peer.run('setHistory', { phone: OWN_NUMBER, history: historyOf('The first half', 60) });
  await open(page, '/connection');
  await expect(page.getByText(/^Code \d of \d/)).toBeVisible({ timeout: 60_000 });
  const linked = world.peer.run('scan', { qr: await readShownCode(page), phone: OWN_NUMBER });

  await expect(page.getByText('WhatsApp requires the passkey of this account to link a device.')).toBeVisible();
  const request = page.getByLabel('Passkey request');
  await expect(request).toContainText('"challenge"');
  await expect(page.getByText(/The request expires in \d+ min\.$/)).toBeVisible();
  await look(page, 'wa-web-passkey');
  const options = JSON.parse(await request.locator('code').innerText());
  const { id, response } = await world.peer.run('assertPasskey', { phone: OWN_NUMBER, options });
  await scene.act('mutate', 'whatsapp.instances.assert_passkey', {
    instance_id: instance,
    assertion: {
      id,
      response: {
        authenticator_data: response.authenticatorData,
        client_data_json: response.clientDataJSON,
        signature: response.signature,
      },
    },
  });
  await linked;
  await expect(isConnected(page)).toBeVisible();
  await expect(request).toHaveCount(0);
});

test('while the phone sends its history, the page tells the progress, and the chats fill', async ({ page }) => {
  await open(page, '/connection');
  await expect(page.getByText('Importing earlier messages: 60%.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Importing earlier messages' })).toHaveAttribute('value', '60');
  await look(page, 'wa-web-import');
  await world.peer.run('sendHistory', { phone: OWN_NUMBER, history: historyOf('The second half', 100) });
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  await open(page, '/chats');
  await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click();
  const thread = page.getByRole('log', { name: 'Messages' });
  await expect(thread.getByText('The first half')).toBeVisible();
  await expect(thread.getByText('The second half')).toBeVisible();
  await look(page, 'wa-web-history');
});

test('a message to a group tells who got it and who read it', async ({ page }) => {
  await world.peer.run('introduce', { phone: NEIGHBOR, name: 'Ada' });
  await world.peer.run('answerWith', { phone: FRIEND, receipt: 'read' });
  await world.peer.run('answerWith', { phone: NEIGHBOR, receipt: 'delivered' });
  const members = [OWN_NUMBER, NEIGHBOR];
  const group = await world.peer.run('createGroup', { phone: FRIEND, subject: 'Neighbors', members });
  for (const from of [NEIGHBOR, FRIEND]) {
    await world.peer.run('sendText', { from, to: group, text: 'Is the street closed?' });
  }
  await open(page, '/chats');
  await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: 'Neighbors' }).click();
  await page.getByPlaceholder('Write a message').fill('The street is closed on Monday');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const thread = page.getByRole('log', { name: 'Messages' });
  await expect(thread.getByText('The street is closed on Monday')).toBeVisible();
  await thread.getByRole('button', { name: /Sent message/ }).click();
  const receipts = page.getByRole('region', { name: 'Receipts' });
  await expect(receipts.getByRole('listitem').filter({ hasText: 'Grace' })).toContainText(/Delivered.*Read/);
  const ada = receipts.getByRole('listitem').filter({ hasText: 'Ada' });
  await expect(ada).toContainText('Delivered');
  await expect(ada).not.toContainText('Read');
  const forward = page.getByRole('button', { name: 'Forward', exact: true });
  expect(await forward.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await look(page, 'wa-web-receipts');
});

const historyOf = (text: string, finalProgress: number) => ({
  chats: [{ with: FRIEND, messages: [{ from: FRIEND, text, at: 1_790_000_000 + finalProgress }] }],
  pushNames: { [FRIEND]: 'Grace' },
  parts: 1,
  finalProgress,
});
