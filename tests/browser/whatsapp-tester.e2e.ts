import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { dialog, openPage } from './support/steps';
import { expect, test } from './support/test';
import { eventsIn, historyIn, logIn, phoneIn, send, sendTo } from './support/tester';
import { advance, NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ trace: 'off', actionTimeout: 20_000 });

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
      .getByRole('button', { name: /Read ?, outgoing/ })
      .last(),
  ).toHaveAttribute('aria-pressed', 'true');
  await expect(main.getByRole('tabpanel')).toContainText('"text":"Your order left this morning"');
  await expect(main.getByText('Sent from the console, without a key.')).toBeVisible();
  const read = eventsIn(main).getByRole('listitem').filter({ hasText: 'message.read' }).first();
  await expect(read.getByText('Succeeded')).toBeVisible();
  await look(page, 'wa-tester');

  const field = main.getByRole('textbox', { name: /^Write as/ });
  await field.fill('Thank you');
  await field.press('Enter');
  await expect(logIn(main).getByText('Thank you')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(main.getByRole('tabpanel')).toContainText(`/whatsapp/instances/${sandbox}/sandbox/inbound`);
  await expect(eventsIn(main).getByText('message.received')).toBeVisible();
  await expect(eventsIn(main).getByText('Succeeded').first()).toBeVisible();

  await page.goto(`${place.url}/user/api/w/${scene.workspaceId}/webhooks/inbox`);
  const arrivals = page.getByRole('table', { name: 'Deliveries' });
  await expect(arrivals).toContainText('whatsapp.message.read');
  await expect(arrivals).toContainText('whatsapp.message.received');
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
  await main.getByLabel('Type', { exact: true }).first().selectOption('buttons');
  await main.getByLabel('Text', { exact: true }).first().fill('Shall we ship?');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByText('Is required.')).toBeVisible();
  await main.getByLabel('Button 1').fill('Yes');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(logIn(main).getByText('Shall we ship?')).toBeVisible();
  await expect(historyIn(main).getByText('Read')).toBeVisible();

  const network = main.locator('.network');
  await network.getByLabel('What happens').selectOption('button_reply');
  await network.getByRole('button', { name: 'Let it happen' }).click();
  await expect(logIn(main).getByText('Pressed button')).toBeVisible();
  await expect(main.getByRole('tabpanel')).toContainText('"type":"button_reply"');

  await network.getByLabel('What happens').selectOption('edit');
  await expect(network.getByText('Chosen in the phone:')).toBeVisible();
  await network.getByLabel('What happens').selectOption('message');
  await network.getByLabel('Text').fill('Where is it?');
  await network.getByRole('button', { name: 'Let it happen' }).click();
  await expect(logIn(main).getByText('Where is it?')).toBeVisible();
  await network.getByLabel('What happens').selectOption('edit');
  await network.getByLabel('New text').fill('Where is my order?');
  await network.getByRole('button', { name: 'Let it happen' }).click();
  await expect(logIn(main).getByText('Where is my order?')).toBeVisible();
  await network.getByLabel('What happens').selectOption('reaction');
  await network.getByRole('button', { name: 'Let it happen' }).click();
  await expect(logIn(main).getByText('👍')).toBeVisible();
  await network.getByLabel('What happens').selectOption('delete');
  await network.getByRole('button', { name: 'Let it happen' }).click();
  await expect(logIn(main).getByText('This message was deleted')).toBeVisible();

  await main.getByLabel('Type', { exact: true }).first().selectOption('poll');
  await main.getByLabel('Question').fill('When?');
  await main.getByLabel('Answer 1').fill('Monday');
  await main.getByLabel('Answer 2').fill('Tuesday');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(historyIn(main).getByText('Read')).toBeVisible();
  await network.getByLabel('What happens').selectOption('poll_vote');
  await network.getByLabel('Monday').check();
  await network.getByRole('button', { name: 'Let it happen' }).click();
  await expect(eventsIn(main).getByText('message.poll_voted')).toBeVisible();
  await look(page, 'wa-network');
});

test('an unknown result is explained, and the message is sent again only after a confirmation', async ({ page }) => {
  const main = await openTester(page);
  await sendTo(main, '+15550100003');
  await send(main, 'Did it arrive?');
  await expect(main.getByText(/^Nobody can tell whether it was sent/)).toBeVisible();
  await look(page, 'wa-unconfirmed');
  await main.getByRole('button', { name: 'Retry' }).click();
  const asked = dialog(page, 'Send it again?');
  await expect(asked.getByText(/Then the message arrives twice/)).toBeVisible();
  await asked.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Queued again')).toBeVisible();
  await expect(historyIn(main).getByText('Unconfirmed')).toHaveCount(2);

  await sendTo(main, '+15550100001');
  await send(main, 'Are you there?');
  await expect(main.getByText(/The number is not on WhatsApp\./).first()).toBeVisible();
});

test('the clock goes forward, and what was planned is sent', async ({ page }) => {
  const main = await openTester(page);
  await main.getByRole('button', { name: 'More' }).click();
  const soon = new Date(Date.now() + 30 * 60_000);
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await main.getByLabel('Send at').fill(local);
  await send(main, 'Good morning');
  await expect(historyIn(main).getByText('Scheduled')).toBeVisible();
  await main.getByRole('button', { name: '+1 hour' }).click();
  await expect(page.getByText('The clock was put forward')).toBeVisible();
  await expect(historyIn(main).getByText('Read')).toBeVisible();
  await expect(main.getByText(/3,600 seconds ahead|3,6\d\d seconds ahead/)).toBeVisible();
  await main.getByRole('button', { name: 'Reset the network' }).click();
  await dialog(page, 'Reset the simulated network?').getByRole('button', { name: 'Reset the network' }).click();
  await expect(main.getByText(/^It is right\./)).toBeVisible();
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
  await thread.getByRole('button', { name: /Delivered ?, outgoing/ }).click();
  const chosen = main.getByRole('region', { name: 'Chosen message' });
  await expect(chosen.getByRole('list', { name: 'Status history' }).getByText('Delivered')).toBeVisible();
  await look(page, 'wa-chat');
  await main.getByRole('button', { name: 'Mark as read' }).first().click();
  await expect(list.getByText('1 unread')).toHaveCount(0);

  await main.getByRole('button', { name: 'Show “typing”' }).click();
  await expect(page.getByText('The other side sees “typing” for ten seconds')).toBeVisible();

  await chosen.getByRole('button', { name: 'Forward' }).click();
  await sendTo(dialog(page, 'Forward'), '+15550100021');
  await dialog(page, 'Forward').getByRole('button', { name: 'Forward message' }).click();
  await expect(list.getByRole('link').first()).toContainText('+15550100021');

  await chosen.getByRole('button', { name: 'Reply' }).click();
  await main.getByLabel('Text', { exact: true }).fill('The blue one');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(thread.getByText('The blue one')).toBeVisible();
  await expect(thread.locator('.bubble-quote')).toHaveText('An invoice for the blue bicycle');

  await page.goto(`${place.url}/user/api/w/${scene.workspaceId}/whatsapp/${sandbox}/chats?words=bicy`);
  const found = main.getByRole('table', { name: 'Found messages' });
  await expect(found.getByRole('row')).toHaveCount(4);
  await look(page, 'wa-found');
  await found.getByRole('link', { name: 'Which bicycle?' }).click();
  await expect(thread.getByText('Which bicycle?')).toBeVisible();
  await page.reload();
  await expect(chosen).toBeVisible();
  // What somebody else wrote can be taken away only here.
  await chosen.getByRole('button', { name: 'Delete' }).click();
  const asked = dialog(page, 'Delete this message?');
  await expect(asked.getByLabel('For everyone')).toBeDisabled();
  await look(page, 'wa-delete');
  await asked.getByRole('button', { name: 'Delete for this account' }).click();
  await expect(thread.getByText('Which bicycle?')).toHaveCount(0);
  await expect(chosen).toHaveCount(0);

  // From the count of what nobody can tell to those messages.
  await open(page, `/whatsapp/${sandbox}/connection`);
  await main.getByRole('link', { name: 'Show them' }).click();
  await expect(found.getByRole('row', { name: /Did it arrive/ })).toContainText('Unconfirmed');

  await open(page, '/whatsapp?words=invoice');
  await expect(found.getByRole('row', { name: /blue bicycle/ }).first()).toContainText('sandbox');
  await look(page, 'wa-found-anywhere');
  await found
    .getByRole('link', { name: /blue bicycle/ })
    .first()
    .click();
  await expect(page).toHaveURL(/chats\?chat=cht_.*message=msg_/);
});

test('a file goes out and is shown; what the driver lacks is disabled with the reason', async ({ page }) => {
  const main = await openTester(page);
  await main.getByLabel('Type', { exact: true }).first().selectOption('image');
  const [pixel] = ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='];
  await main
    .getByLabel('File of this computer')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pixel ?? '', 'base64') });
  await expect(main.getByText('Uploaded')).toBeVisible();
  await main.getByLabel('Caption').fill('A dot');
  await main.getByRole('button', { name: 'Send message' }).click();
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
  const poll = main.getByLabel('Type', { exact: true }).locator('option[value="poll"]');
  await expect(poll).toBeDisabled();
  await expect(poll).toHaveText(/^Poll: /);
  await expect(main.getByText('The simulated network')).toHaveCount(0);
  await look(page, 'wa-tester-cloud');
  await advance(scene, sandbox, 10);
});
