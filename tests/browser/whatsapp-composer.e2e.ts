import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { chooseType, codeHas, historyIn, logIn, press } from './support/tester';
import { makeGroup, PEOPLE } from './support/whatsapp';
import { NORMAL, sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
});
test.afterAll(() => place.stop());

async function openTester(page: Page, who: { to: string } | { chat: string }): Promise<Locator> {
  await openPage(page, place, scene, `/whatsapp/${sandbox}/tester?${new URLSearchParams(who)}`);
  return page.locator('#main');
}
const newest = async () => {
  const { data } = await scene.act('query', 'whatsapp.messages.list', { instance_id: sandbox, direction: 'outbound' });
  const [message] = data as { mentions: { phone: string }[]; media: unknown; content: object }[];
  return message;
};

test('people of a group are named, one by one or all, and a link has its preview', async ({ page }) => {
  const { chat_id: chat } = await scene.act('mutate', 'whatsapp.messages.send', {
    instance_id: sandbox,
    to: await makeGroup(scene, sandbox),
    content: { type: 'text', text: 'Good evening' },
  });
  const main = await openTester(page, { chat: String(chat) });
  const text = main.getByLabel('Text', { exact: true }).first();
  await expect(main.getByLabel('Show a preview of the first link')).toHaveCount(0);
  await text.fill('@15550100000 see https://example.com/menu');
  await main.getByLabel('Show a preview of the first link').check();
  await main.getByRole('button', { name: 'More options' }).click();
  const mention = main.getByRole('combobox', { name: 'Mentions', exact: true });
  await mention.fill(PEOPLE[0]);
  await mention.press('Enter');
  // It shows the name once that is known, else the number.
  await expect(main.getByRole('list', { name: 'Selected' }).getByRole('listitem')).toHaveCount(1);
  await look(page, 'wa-composer-more');
  await press(main);
  await expect(logIn(main).getByText('see https://example.com/menu').first()).toBeVisible();
  await codeHas(main, `"mentions":["${PEOPLE[0]}"]`);
  expect(await newest()).toMatchObject({ mentions: [{ phone: PEOPLE[0] }], content: { link_preview: true } });

  await text.fill('All hands');
  await main.getByLabel('Mention everyone in the group').check();
  await expect(mention).toBeDisabled();
  await press(main);
  await expect(logIn(main).getByText('All hands').first()).toBeVisible();
  await codeHas(main, '"mentions":["everyone"]');
  expect((await newest())?.mentions.length).toBeGreaterThan(1);
});

test('everybody is named in groups only, which stands at its field', async ({ page, watch }) => {
  const main = await openTester(page, { to: NORMAL });
  await main.getByLabel('Text', { exact: true }).first().fill('Only you');
  await main.getByRole('button', { name: 'More options' }).click();
  await main.getByLabel('Mention everyone in the group').check();
  watch.expect(422);
  await press(main);
  await expect(main.getByText('Everyone can be mentioned only in a group.')).toBeVisible();
});

test('buttons can go out as numbered text where a network has none', async ({ page }) => {
  const main = await openTester(page, { to: NORMAL });
  await chooseType(main, 'Buttons');
  await main.getByLabel('Text', { exact: true }).first().fill('Tea or coffee?');
  await main.getByLabel('Button 1').fill('Tea');
  await main.getByLabel('Send as numbered text where this type is not supported').check();
  await press(main);
  await codeHas(main, '"fallback":"text"');
  expect(await newest()).toMatchObject({ content: { type: 'buttons' } });
});

test('the file of a message is deleted, and the message stays', async ({ page }) => {
  const main = await openTester(page, { to: NORMAL });
  await chooseType(main, 'Image');
  const buffer = Buffer.from(PIXEL, 'base64');
  await main.getByLabel('File from this computer').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer });
  await expect(main.getByText('Uploaded')).toBeVisible();
  await main.getByLabel('Caption').fill('A dot');
  await press(main);
  await expect(logIn(main).getByRole('img', { name: 'A dot' })).toBeVisible();
  await expect(historyIn(main).getByText('Read')).toBeVisible();

  await main.getByRole('button', { name: 'Delete file' }).click();
  const asked = dialog(page, 'Delete this file?');
  await look(page, 'wa-delete-file');
  await asked.getByRole('button', { name: 'Delete file' }).click();
  await expect(page.getByText('File deleted')).toBeVisible();
  await expect(logIn(main).getByRole('img', { name: 'A dot' })).toHaveCount(0);
  await expect(logIn(main).getByText('A dot')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Delete file' })).toHaveCount(0);
  expect((await newest())?.media).toBeNull();
});
