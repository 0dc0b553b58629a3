import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { chooseType, codeHas, eventsIn, historyIn, logIn, phoneIn, press, send, sendTo } from './support/tester';
import { advance, NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

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

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, path);
  return page.locator('#main');
}
const openTester = (page: Page, more = ''): Promise<Locator> => open(page, `/whatsapp/${sandbox}/tester${more}`);

test('the second of the first steps sends a message, and shows how it is read', async ({ page }) => {
  const main = await open(page, '');
  await expect(page.getByRole('region', { name: 'First steps' })).toContainText('Next: send a message');
  await main.getByRole('button', { name: 'Try it here' }).click();
  await expect(main.getByLabel(`Message to ${NORMAL}`)).toHaveValue('Hello from Switchboard');
  await expect(main.getByRole('tabpanel')).toContainText(`"to":"${NORMAL}"`);
  await look(page, 'wa-first-message');
  await main.getByRole('button', { name: 'Send message' }).dblclick();
  await expect(historyIn(main).getByText('Read')).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toContainText('Next: receive a webhook');
  // A double click sent one.
  const { data } = await scene.act('query', 'whatsapp.messages.list', { instance_id: sandbox });
  expect(data).toHaveLength(1);
});

test('a message is followed until it is read, answered from the phone, and both reach the inbox', async ({ page }) => {
  await scene.act('mutate', 'webhooks.create', {
    url: 'switchboard://inbox',
    events: ['whatsapp.message.*'],
    name: 'Inbox',
  });
  const main = await openTester(page);
  await send(main, 'Your order left this morning');
  await expect(historyIn(main).getByRole('listitem')).toHaveText([
    /^Queued/,
    /^Sending/,
    /^Sent/,
    /^Delivered/,
    /^Read/,
  ]);
  await expect(
    phoneIn(main)
      .getByRole('button', { name: /Read Sent message/ })
      .last(),
  ).toHaveAttribute('aria-pressed', 'true');
  await codeHas(main, '"text":"Your order left this morning"');
  await expect(main.getByText('Sent from the console, without an API key.')).toBeVisible();
  const read = eventsIn(main).getByRole('listitem').filter({ hasText: 'message.read' }).first();
  await expect(read.getByText('Succeeded')).toBeVisible();
  await look(page, 'wa-tester');

  const field = main.getByRole('textbox', { name: /^Reply as/ });
  await field.fill('Thank you');
  await field.press('Enter');
  await expect(logIn(main).getByText('Thank you')).toBeVisible();
  await expect(field).toHaveValue('');
  await codeHas(main, `/whatsapp/instances/${sandbox}/sandbox/inbound`);
  await expect(eventsIn(main).getByText('message.received')).toBeVisible();
  await expect(eventsIn(main).getByText('Succeeded').first()).toBeVisible();

  await page.goto(`${place.url}/user/api/w/${scene.workspaceId}/webhooks/inbox`);
  const arrivals = page.getByRole('table', { name: 'Deliveries' });
  await expect(arrivals).toContainText('whatsapp.message.read');
  await expect(arrivals).toContainText('whatsapp.message.received');
});

test('a thread is not read again before the last answer, which would bring an earlier state back', async ({ page }) => {
  const main = await openTester(page);
  await expect(logIn(main).getByText('Thank you')).toBeVisible();
  const mayAnswer = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  await page.route(/\/trpc\/[^?]*whatsapp\.messages\.list/, async (route) => {
    underWay += 1;
    most = Math.max(most, underWay);
    const response = await route.fetch();
    await mayAnswer.promise;
    underWay -= 1;
    await route.fulfill({ response });
  });
  await send(main, 'Sent over a slow line');
  const found = () => scene.act('query', 'whatsapp.messages.list', { instance_id: sandbox, q: 'slow line' });
  await expect.poll(found).toMatchObject({ data: [{ status: 'read' }] });
  mayAnswer.resolve();
  await expect(historyIn(main).getByText('Read')).toBeVisible();
  expect(most).toBe(1);
});

test('phone, its reply box and the composer are on the screen together; code is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const main = await openTester(page);
  await expect(main.getByRole('textbox', { name: /^Reply as/ })).toBeInViewport({ ratio: 1 });
  await expect(main.getByLabel('Text', { exact: true }).first()).toBeInViewport({ ratio: 1 });
  await expect(main.getByRole('heading', { name: 'Timeline' })).toBeInViewport({ ratio: 1 });
  // Also after scrolling to what is simulated.
  await main.getByRole('button', { name: 'Reset sandbox' }).scrollIntoViewIfNeeded();
  await expect(phoneIn(main)).toBeInViewport({ ratio: 0.9 });
  await expect(main.getByRole('tabpanel')).toHaveCount(0);
});

test('a call with a key is shown beside the message that it made', async ({ page }) => {
  const key = await scene.act('mutate', 'keys.create', {
    kind: 'ak',
    name: 'Sender',
    scopes: ['whatsapp.messages:send'],
  });
  const answer = await fetch(`${place.url}/api/v1/whatsapp/instances/${sandbox}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(key['secret'])}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: NORMAL, content: { type: 'text', text: 'By the API' } }),
  });
  expect(answer.status).toBe(202);
  const main = await openTester(page);
  await expect(logIn(main).getByText('By the API')).toBeVisible();
  const request = main.getByRole('link', { name: /^POST .*\/messages$/ });
  await expect(request).toBeVisible();
  await request.click();
  await expect(page.getByRole('heading', { name: 'Request', level: 1 })).toBeVisible();
});

test('people of the simulated network press buttons, vote, react, change and delete', async ({ page }) => {
  const main = await openTester(page);
  await chooseType(main, 'Buttons');
  await main.getByLabel('Text', { exact: true }).first().fill('Shall we ship?');
  await press(main);
  await expect(main.getByText('Enter a value.')).toBeVisible();
  await main.getByLabel('Button 1').fill('Yes');
  await press(main);
  await expect(logIn(main).getByText('Shall we ship?')).toBeVisible();
  await expect(historyIn(main).getByText('Read')).toBeVisible();

  const network = main.locator('.network');
  await network.getByLabel('Event').selectOption('button_reply');
  await network.getByRole('button', { name: 'Run' }).click();
  await expect(logIn(main).getByText('Button reply')).toBeVisible();
  await codeHas(main, '"type":"button_reply"');

  await network.getByLabel('Event').selectOption('edit');
  await expect(network.getByText(/^Selected message: /)).toBeVisible();
  await network.getByLabel('Event').selectOption('message');
  await network.getByLabel('Text').fill('Where is it?');
  await network.getByRole('button', { name: 'Run' }).click();
  await expect(logIn(main).getByText('Where is it?')).toBeVisible();
  await network.getByLabel('Event').selectOption('edit');
  await expect(network.getByText(/^Selected message: .*Where is it\?/)).toBeVisible();
  await network.getByLabel('New text').fill('Where is my order?');
  await network.getByRole('button', { name: 'Run' }).click();
  await expect(logIn(main).getByText('Where is my order?')).toBeVisible();
  await network.getByLabel('Event').selectOption('reaction');
  await network.getByRole('button', { name: 'Run' }).click();
  await expect(logIn(main).getByText('👍')).toBeVisible();
  await network.getByLabel('Event').selectOption('delete');
  await network.getByRole('button', { name: 'Run' }).click();
  await expect(logIn(main).getByText('This message was deleted')).toBeVisible();

  await chooseType(main, 'Poll');
  await main.getByLabel('Question').fill('When?');
  await main.getByLabel('Answer 1').fill('Monday');
  await main.getByLabel('Answer 2').fill('Tuesday');
  await press(main);
  await expect(historyIn(main).getByText('Read')).toBeVisible();
  await network.getByLabel('Event').selectOption('poll_vote');
  await network.getByLabel('Monday').check();
  await network.getByRole('button', { name: 'Run' }).click();
  await expect(eventsIn(main).getByText('message.poll_voted')).toBeVisible();
  await look(page, 'wa-network');
});

test('an unknown result is explained, and the message is sent again only after a confirmation', async ({ page }) => {
  const main = await openTester(page);
  await sendTo(main, '+15550100003');
  await send(main, 'Did it arrive?');
  await expect(main.getByText(/^WhatsApp did not confirm this message/)).toBeVisible();
  await look(page, 'wa-unconfirmed');
  await main.getByRole('button', { name: 'Retry' }).click();
  const asked = dialog(page, 'Send this message again?');
  await expect(asked.getByText(/would get the message twice/)).toBeVisible();
  await asked.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Message queued again')).toBeVisible();
  await expect(historyIn(main).getByText('Unconfirmed')).toHaveCount(2);

  await sendTo(main, '+15550100001');
  await send(main, 'Are you there?');
  await expect(main.getByText(/The number is not on WhatsApp\./).first()).toBeVisible();
});

test('the clock goes forward, and what was planned is sent', async ({ page }) => {
  const main = await openTester(page);
  await main.getByRole('button', { name: 'More options' }).click();
  const soon = new Date(Date.now() + 30 * 60_000);
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await main.getByLabel('Send at').fill(local);
  await send(main, 'Good morning');
  await expect(historyIn(main).getByText('Scheduled')).toBeVisible();
  await main.getByRole('button', { name: '+1 hour' }).click();
  await expect(page.getByText('Clock moved forward')).toBeVisible();
  await expect(historyIn(main).getByText('Read')).toBeVisible();
  await expect(main.getByText(/3,600 seconds ahead|3,6\d\d seconds ahead/)).toBeVisible();
  await main.getByRole('button', { name: 'Reset sandbox' }).click();
  await dialog(page, 'Reset the sandbox?').getByRole('button', { name: 'Reset sandbox' }).click();
  await expect(main.getByText(/^In sync\./)).toBeVisible();
});

test('chats are found by name and by words, read, answered, and kept in the address', async ({ page }) => {
  await sendText(scene, 'An invoice for the blue bicycle', '+15550100002');
  await scene.act('mutate', 'whatsapp.sandbox.simulate_inbound', {
    instance_id: sandbox,
    from: '+15550100002',
    name: 'Grace',
    event: { type: 'message', content: { type: 'text', text: 'Which bicycle?' } },
  });
  const main = await open(page, `/whatsapp/${sandbox}/chats`);
  const list = main.getByRole('list', { name: 'Chats' });
  await expect(list.getByRole('link').first()).toContainText('Which bicycle?');
  await expect(list.getByText('1 unread')).toBeVisible();
  await look(page, 'wa-chats');
  await list.getByRole('link').first().click();
  await expect(page).toHaveURL(/chat=cht_/);
  const thread = main.getByRole('log', { name: /^Messages with/ });
  await expect(thread.getByText('An invoice for the blue bicycle')).toBeVisible();
  await thread.getByRole('button', { name: /Delivered Sent message/ }).click();
  const chosen = main.getByRole('region', { name: 'Message details' });
  await expect(chosen.getByRole('list', { name: 'Status history' }).getByText('Delivered')).toBeVisible();
  await look(page, 'wa-chat');
  // An open chat is read.
  await expect(list.getByText('1 unread')).toHaveCount(0);
  await main.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Show “typing…”' }).click();
  await expect(page.getByText('“typing…” is shown for 10 seconds')).toBeVisible();

  await chosen.getByRole('button', { name: 'Forward' }).click();
  await sendTo(dialog(page, 'Forward message'), '+15550100021');
  await dialog(page, 'Forward message').getByRole('button', { name: 'Forward message' }).click();
  await expect(list.getByRole('link').first()).toContainText('+15550100021');

  await chosen.getByRole('button', { name: 'Reply' }).click();
  await main.getByLabel('Text', { exact: true }).fill('The blue one');
  await press(main);
  await expect(thread.getByText('The blue one')).toBeVisible();
  await expect(thread.locator('.bubble-quote')).toHaveText('An invoice for the blue bicycle');

  await page.goto(`${place.url}/user/api/w/${scene.workspaceId}/whatsapp/${sandbox}/chats?q=bicy`);
  const found = main.getByRole('list', { name: 'Found messages' });
  await expect(found.getByRole('listitem')).toHaveCount(3);
  await look(page, 'wa-found');
  await found.getByRole('link', { name: /Which bicycle/ }).click();
  await expect(thread.getByText('Which bicycle?')).toBeVisible();
  await page.reload();
  await expect(chosen).toBeVisible();
  // What somebody else wrote can be taken away only here.
  await chosen.getByRole('button', { name: 'Delete' }).click();
  const asked = dialog(page, 'Delete this message?');
  await expect(asked.getByLabel('Everyone', { exact: true })).toBeDisabled();
  await look(page, 'wa-delete');
  await asked.getByRole('button', { name: 'Delete for this account' }).click();
  await expect(thread.getByText('Which bicycle?')).toHaveCount(0);
  await expect(chosen).toHaveCount(0);

  // From the count of what nobody can tell to those messages.
  await open(page, `/whatsapp/${sandbox}/connection`);
  await main.getByRole('link', { name: 'View', exact: true }).last().click();
  await expect(found.getByRole('link', { name: /Did it arrive/ })).toContainText('Unconfirmed');

  await open(page, '/whatsapp/instances?words=invoice');
  const anywhere = main.getByRole('table', { name: 'Found messages' });
  await expect(anywhere.getByRole('row', { name: /blue bicycle/ }).first()).toContainText('sandbox');
  await look(page, 'wa-found-anywhere');
  await anywhere
    .getByRole('link', { name: /blue bicycle/ })
    .first()
    .click();
  await expect(page).toHaveURL(/chats\?chat=cht_.*message=msg_/);
});

test('a file goes out and is shown; what the driver lacks is disabled with the reason', async ({ page }) => {
  const main = await openTester(page);
  await chooseType(main, 'Image');
  const [pixel] = ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='];
  await main
    .getByLabel('File from this computer')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pixel ?? '', 'base64') });
  await expect(main.getByText('Uploaded')).toBeVisible();
  await main.getByLabel('Caption').fill('A dot');
  await press(main);
  await expect(logIn(main).getByRole('img', { name: 'A dot' })).toBeVisible();
  await expect
    .poll(() =>
      logIn(main)
        .getByRole('img', { name: 'A dot' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1);

  const { id } = await scene.act('mutate', 'whatsapp.instances.create', {
    name: 'Support line',
    driver: 'cloud',
    connect: false,
    cloud: { phone_number_id: '106540352242922', access_token: 'EAAtoken-of-a-test', app_secret: 'a'.repeat(32) },
  });
  await open(page, `/whatsapp/${String(id)}/tester`);
  await main.getByRole('button', { name: 'Message type' }).click();
  await expect(page.getByRole('menuitem', { name: /^Poll: / })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(main.getByText('Simulated network')).toHaveCount(0);
  await look(page, 'wa-tester-cloud');
  await advance(scene, sandbox, 10);
});
