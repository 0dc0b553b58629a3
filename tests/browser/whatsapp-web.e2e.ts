import { Database } from 'bun:sqlite';

import type { Locator, Page } from '@playwright/test';

import { addFixtures, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { openPage } from './support/steps';
import { expect, SIZES } from './support/test';
import { press, sendTo } from './support/tester';
import { makeInstance } from './support/whatsapp';
import { FRIEND, OWN_NUMBER, readShownCode, startLinkableConsole } from './support/whatsapp-web';

test.describe.configure({ mode: 'serial' });

let world: Awaited<ReturnType<typeof startLinkableConsole>>;
let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  world = await startLinkableConsole();
  ({ place } = world);
  scene = await addFixtures(place.url);
});
test.afterAll(() => world.stop());

const open = (page: Page, path: string): Promise<void> => openPage(page, place, scene, `/whatsapp${path}`);
const step = (page: Page, name: string): Locator => page.getByRole('heading', { level: 2, name });

/** The first instance starts the worker, which loads the library. */
const seesCode = (page: Page): Promise<void> =>
  expect(page.getByText(/^Code \d of \d/)).toBeVisible({ timeout: 60_000 });

/** Counts the clicks of a person. */
function counting(page: Page) {
  let clicks = 0;
  return {
    click: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    count: () => clicks,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
  };
}

for (const size of ['desktop', 'phone'] as const) {
  test(`on a ${size}, five clicks lead from the list to a test message; the answer arrives`, async ({ page }) => {
    const own = size === 'desktop' ? OWN_NUMBER : '15550003333';
    await page.setViewportSize(SIZES[size]);
    await open(page, '/instances');
    const { click, count, button } = counting(page);
    await click(page.getByRole('link', { name: 'Create instance' }).first());
    await click(page.getByRole('link', { name: 'Link a phone' }));
    await expect(step(page, 'Read this first')).toBeVisible();
    await expect(page.getByText('Do not link an Official Business Account')).toBeVisible();
    await click(page.getByLabel('I know the risks of an unofficial client'));
    await click(button('Create and show QR code'));
    await expect(step(page, 'Link the phone')).toBeFocused();
    await seesCode(page);

    await world.peer.run('scan', { qr: await readShownCode(page), phone: own });
    await expect(step(page, 'Send a test message')).toBeVisible();
    await expect(page.getByText(`The phone +${own} is linked.`)).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill(`+${FRIEND}`);
    await click(button('Send test message'));
    expect(count()).toBe(5);
    const history = page.getByRole('list', { name: 'Status history' });
    await expect(history.getByText('Sent', { exact: true })).toBeVisible();
    const received = async () =>
      (await world.peer.run('received', { phone: FRIEND })).filter(({ from }) => from === own);
    await expect.poll(async () => (await received()).length).toBe(1);

    await page.getByRole('link', { name: 'Open chat in tester' }).click();
    await world.peer.run('sendText', { from: FRIEND, to: own, text: 'Good morning' });
    await expect(page.getByRole('log', { name: 'Messages' }).getByText('Good morning')).toBeVisible();
  });
}

test('each step is readable in both schemes and sizes', async ({ page }) => {
  await open(page, '/new');
  await look(page, 'wa-web-card');
  await page.getByRole('link', { name: 'Link a phone' }).click();
  await page.getByRole('button', { name: 'Create and show QR code' }).click();
  await expect(page.getByText('Confirm that you know the risks.')).toBeVisible();
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByLabel('Earlier messages to import').selectOption('none');
  await look(page, 'wa-web-risks');
  await page.getByLabel('I know the risks of an unofficial client').check();
  await page.getByRole('button', { name: 'Create and show QR code' }).click();
  await seesCode(page);
  await look(page, 'wa-web-qr');
  await page.getByRole('button', { name: 'Enter a code' }).click();
  await page.getByLabel('Phone number').fill('+1 555 000 4444');
  await page.getByRole('button', { name: 'Get code' }).click();
  const code = page.getByLabel('Pairing code');
  await expect(code).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await look(page, 'wa-web-code');
  await world.peer.run('enterCode', { code: (await code.innerText()).replace('-', ''), phone: '15550004444' });
  await expect(step(page, 'Send a test message')).toBeVisible();
  await look(page, 'wa-web-test');
  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByText('Enter a phone number.')).toBeVisible();
});

test('the tester and the chats work as with the sandbox', async ({ page }) => {
  const instance = await linked('phone');
  await open(page, `/${instance}/tester`);
  await sendTo(page.locator('form').first(), `+${FRIEND}`);
  await page.getByLabel('Text', { exact: true }).first().fill('Is the parcel there?');
  await press(page);
  await expect(page.getByRole('log', { name: 'Messages' }).getByText('Is the parcel there?')).toBeVisible();
  await world.peer.run('sendText', { from: FRIEND, to: OWN_NUMBER, text: 'It came this morning' });
  await expect(page.getByRole('log', { name: 'Messages' }).getByText('It came this morning')).toBeVisible();
  await look(page, 'wa-web-tester');

  await open(page, `/${instance}/chats`);
  const chat = page.getByRole('list', { name: 'Chats' }).getByRole('link').first();
  await expect(chat).toContainText('It came this morning');
  await chat.click();
  await expect(page.getByText('Is the parcel there?')).toBeVisible();
  await look(page, 'wa-web-chats');

  const message = { from: FRIEND, to: OWN_NUMBER };
  const id = '3A5D1E0B7C9F42680001';
  await world.peer.run('sendText', { ...message, text: 'Lost', options: { id, undecryptable: 'forever' } });
  const placeholder = page.getByText('This message could not be decrypted yet.');
  await expect(placeholder).toBeVisible();
  await look(page, 'wa-web-undecryptable');
  await world.peer.run('sendText', { ...message, text: 'At the back door', options: { id } });
  await expect(page.getByText('At the back door').last()).toBeVisible();
  await expect(placeholder).toHaveCount(0);
});

test('a lost connection says that messages wait, and comes back by itself', async ({ page }) => {
  const id = await linked('phone');
  await open(page, `/${id}/connection`);
  await expect(page.getByText('Normal', { exact: true })).toBeVisible();
  await world.peer.run('refuseConnections');
  await world.peer.run('drop', { phone: OWN_NUMBER });
  await expect(page.getByText('Connection lost')).toBeVisible();
  await expect(page.getByText('You can still send: messages are queued')).toBeVisible();
  await look(page, 'wa-web-reconnecting');
  await world.peer.run('acceptConnections');
  await expect(page.getByText('Normal', { exact: true })).toBeVisible({ timeout: 60_000 });
});

test('settings of the device send only what differs', async ({ page }) => {
  const id = await linked('phone');
  await open(page, `/${id}/settings`);
  await page.getByRole('checkbox', { name: 'Reject incoming calls' }).check();
  await page.getByLabel('Message to the caller').fill('Please write to us.');
  await page.getByLabel('Client name').fill('Windows');
  await look(page, 'wa-web-settings');
  await page.getByRole('button', { name: 'Save device' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  const { web } = await scene.act('query', 'whatsapp.instances.get', { instance_id: id });
  expect(web).toMatchObject({
    client_name: 'Windows',
    always_online: false,
    reject_calls: true,
    reject_call_message: 'Please write to us.',
  });
});

test('a phone that removes the device is told honestly, and the next one is linked on the same page', async ({
  page,
}) => {
  const id = await linked('phone');
  await open(page, `/${id}/connection`);
  await expect(page.getByText('Normal', { exact: true })).toBeVisible();
  await look(page, 'wa-web-connected');
  await world.peer.run('unlink', { phone: OWN_NUMBER });
  await expect(page.getByText('The phone removed this device under “Linked devices”.')).toBeVisible();
  await look(page, 'wa-web-removed');
  await page.getByRole('button', { name: 'Show a new code' }).click();
  await world.peer.run('scan', { qr: await readShownCode(page), phone: OWN_NUMBER });
  await expect(page.getByText('Normal', { exact: true })).toBeVisible();
  const states = page.locator('.wa-history').getByRole('listitem');
  await expect(states.first()).toContainText('Connected');
  await expect(states.filter({ hasText: 'removed on the phone' })).toHaveCount(1);
});

const REASONS = [
  ['disconnected', 'qr_expired', 'The QR code expired', ['Show a new code']],
  ['failed', 'pairing_refused', 'WhatsApp closed the connection before it showed a QR code.', ['Connect']],
  [
    'disconnected',
    'replaced_by_other_client',
    'Another client is using the same credentials.',
    ['Connect', 'Connection actions'],
  ],
  ['failed', 'banned', 'WhatsApp banned this account.', ['Try to connect', 'Connection actions']],
  ['failed', 'bad_session', 'WhatsApp rejected the session', ['Connect', 'Connection actions']],
  ['failed', 'client_outdated', 'WhatsApp rejected this client version.', ['Connect', 'Connection actions']],
  ['disconnected', 'reconnect_limit', 'WhatsApp was unavailable', ['Connect', 'Connection actions']],
  ['failed', 'no_traffic', 'WhatsApp sent no data', ['Connect', 'Connection actions']],
  ['disconnected', 'network', 'could not be reached', ['Connect', 'Connection actions']],
] as const;

test('every reason says what happened and offers what helps', async ({ page }) => {
  const ids = new Map<string, string>();
  for (const [, reason] of REASONS) {
    ids.set(reason, await makeInstance(scene, { name: reason, ...UNCONNECTED }));
  }
  await place.restart((file) => {
    using database = new Database(file);
    const set = database.prepare('UPDATE wa_instances SET status = ?, status_reason = ?, phone = ? WHERE id = ?');
    for (const [status, reason] of REASONS) {
      const phone = reason === 'qr_expired' || reason === 'pairing_refused' ? null : '15550009999';
      set.run(status, reason, phone, ids.get(reason) ?? '');
    }
  });
  for (const [, reason, text, buttons] of REASONS) {
    await open(page, `/${ids.get(reason)}/connection`);
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Connection', exact: true }) });
    await expect(card.getByText(text)).toBeVisible();
    expect(await card.getByRole('button').allTextContents()).toEqual([...buttons]);
  }
});

const UNCONNECTED = { driver: 'web', connect: false, web: { acknowledge_unofficial: true } };

/** The id of an instance that a test above has linked. */
async function linked(name: string): Promise<string> {
  const { data } = await scene.act('query', 'whatsapp.instances.list', { q: name, limit: 100 });
  const found = (data as { id: string; name: string }[]).find((one) => one.name === name);
  if (!found) throw new Error(`There is no instance ${name}.`);
  return found.id;
}
