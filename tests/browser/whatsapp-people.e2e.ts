import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { receiveFrom, makeGroup, PEOPLE } from './support/whatsapp';
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

test('a group is made; people are added, each with a result; requests are decided; the link is replaced', async ({
  page,
}) => {
  await open(page, `/${sandbox}/groups`);
  await expect(page.getByText('No groups yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create group' }).click();
  const form = dialog(page, 'Create a group');
  await form.getByLabel('Name').fill('Crew');
  await form.getByRole('combobox', { name: 'People' }).fill(PEOPLE[0]);
  await form.getByRole('combobox', { name: 'People' }).press('Enter');
  await form.getByLabel('Require admin approval to join').check();
  await form.getByRole('button', { name: 'Create group' }).click();

  const group = dialog(page, 'Crew');
  await expect(group.getByText('No pending requests')).toBeVisible();
  const people = group.getByRole('combobox', { name: 'Add people', exact: true });
  await people.fill(PEOPLE[1]);
  await people.press('Enter');
  // What is left in the field is added too.
  await people.fill('+1 555 010 0001');
  await group.getByRole('button', { name: 'Add people' }).click();
  await expect(group.locator('.wa-results')).toContainText(`${PEOPLE[1]}: Done`);
  await expect(group.locator('.wa-results')).toContainText('+15550100001: Not on WhatsApp');
  await look(page, 'wa-group');

  const id = new URL(page.url()).searchParams.get('group') ?? '';
  await scene.act('mutate', 'whatsapp.sandbox.simulate_inbound', {
    instance_id: sandbox,
    from: PEOPLE[2],
    group_id: id,
    event: { type: 'group', action: 'join_request', participants: [PEOPLE[2]] },
  });
  await group.getByRole('button', { name: /^Approve / }).click();
  await expect(group.getByText('No pending requests')).toBeVisible();
  const link = group.locator('.wa-link');
  const before = await link.textContent();
  await group.getByRole('button', { name: 'Replace' }).click();
  await dialog(page, 'Replace the invite link?').getByRole('button', { name: 'Replace link' }).click();
  await expect(link).not.toHaveText(before ?? '');
  await group.getByLabel('Only admins can send messages').check();
  await group.getByRole('button', { name: 'Save group' }).click();
  await expect
    .poll(() => scene.act('query', 'whatsapp.groups.get', { instance_id: sandbox, group_id: id }))
    .toMatchObject({ admins_only_messages: true, join_approval: true, size: 4 });
});

test('a group has a picture, and is joined by its link after a look at it', async ({ page, watch }) => {
  const id = await makeGroup(scene, sandbox, 'Harbour');
  await open(page, `/${sandbox}/groups?group=${id}`);
  const group = dialog(page, 'Harbour');
  const picture = group.getByRole('group', { name: 'Group picture' });
  await picture.getByLabel('JPEG or PNG file').setInputFiles(PICTURE);
  await expect(picture.getByAltText('New picture')).toBeVisible();
  await look(page, 'wa-group-picture');
  const saving = page.waitForRequest(/whatsapp\.groups\.update/);
  await picture.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();
  // It changes the group as it was seen, and no other.
  expect((await saving).headers()['if-match']).toMatch(/^"\d+"$/);
  const { invite_link: link } = await scene.act('query', 'whatsapp.group_invite_links.get', {
    instance_id: sandbox,
    group_id: id,
  });

  await open(page, `/${sandbox}/groups`);
  await page.getByRole('button', { name: 'Join by link' }).click();
  const form = dialog(page, 'Join a group');
  watch.expect(400, 404, 422);
  await form.getByLabel('Invite link').fill('https://example.com/no-link');
  await form.getByRole('button', { name: 'Preview group' }).click();
  await expect(form.getByText('Must be an invite link https://chat.whatsapp.com/… or its code.')).toBeVisible();
  await form.getByLabel('Invite link').fill(String(link));
  await form.getByRole('button', { name: 'Preview group' }).click();
  await expect(form.getByRole('heading', { name: 'Harbour' })).toBeVisible();
  await look(page, 'wa-group-join');
  await form.getByRole('button', { name: 'Join group' }).click();
  await expect(dialog(page, 'Harbour').getByText('Active').first()).toBeVisible();
});

test('contacts are checked, named, blocked, and left alone when they ask for it', async ({ page, watch }) => {
  await receiveFrom(scene, sandbox, PEOPLE[2], 'Hello');
  await open(page, `/${sandbox}/contacts?check=1`);
  const check = dialog(page, 'Check numbers');
  const numbers = check.getByLabel('Numbers');
  await numbers.fill('+15550100033\nSheena, none\n+15550100001\n12345');
  await check.getByRole('button', { name: 'Check numbers' }).click();
  await expect(check.getByText('3 entries are not phone numbers')).toBeVisible();
  await look(page, 'wa-check-lines');
  await check.getByRole('button', { name: 'Line 2: none' }).click();
  await expect(numbers).toBeFocused();
  await page.keyboard.press('Backspace');
  await check.getByRole('button', { name: 'Line 4: 12345' }).click();
  await page.keyboard.press('Backspace');
  await check.getByRole('button', { name: 'Line 2: Sheena' }).click();
  await page.keyboard.press('Backspace');
  await expect(check.getByText(/not a phone number/)).toBeHidden();
  await expect(numbers).toHaveValue('+15550100033\n, \n+15550100001\n');
  await check.getByRole('button', { name: 'Check numbers' }).click();
  await expect(check.getByRole('row', { name: /33/ })).toContainText('Yes');
  await expect(check.getByRole('row', { name: /0001/ })).toContainText('No');

  // Whose an address is: of somebody who is known, and of nobody.
  await check.getByRole('textbox', { name: 'Address' }).fill(PEOPLE[2]);
  await check.getByRole('button', { name: 'Find contact' }).click();
  await expect(check.getByRole('link', { name: PEOPLE[2] })).toBeVisible();
  await look(page, 'wa-check');
  watch.expect(404);
  await check.getByLabel('Address type').selectOption('LID');
  await check.getByRole('textbox', { name: 'Address' }).fill('123456789012345');
  await check.getByRole('button', { name: 'Find contact' }).click();
  await expect(check.getByText('No contact has this address.')).toBeVisible();
  await check.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByLabel('Find by name or number').fill(PEOPLE[2]);
  await page.getByRole('link', { name: PEOPLE[2] }).click();
  const sheet = dialog(page, PEOPLE[2]);
  await sheet.getByLabel('Display name (optional)').fill('Sheena Nelson');
  await sheet.getByLabel('Opt-out').selectOption('marketing');
  await sheet.getByRole('button', { name: 'Add pair' }).click();
  await sheet.getByLabel('Name of pair 1').fill('two words');
  await sheet.getByRole('button', { name: 'Save contact' }).click();
  await expect(sheet.getByText(/^Use 1 to 40 letters/)).toBeVisible();
  await sheet.getByLabel('Name of pair 1').fill('customer');
  await sheet.getByLabel('Value of pair 1').fill('42');
  await sheet.getByRole('button', { name: 'Save contact' }).click();
  await expect(dialog(page, 'Sheena Nelson')).toBeVisible();
  const { data: named } = await scene.act('query', 'whatsapp.contacts.list', { instance_id: sandbox, q: 'Sheena' });
  expect(named).toMatchObject([{ name: 'Sheena Nelson', opt_out: 'marketing', metadata: { customer: '42' } }]);
  await dialog(page, 'Sheena Nelson').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(dialog(page, 'Sheena Nelson').getByText('Blocked').first()).toBeVisible();
  await look(page, 'wa-contact');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Sheena Nelson/ })).toContainText('No marketing');
});

test('templates are read in and shown in parts', async ({ page }) => {
  await open(page, `/${sandbox}/templates`);
  await expect(page.getByText('No templates yet')).toBeVisible();
  await page.getByRole('button', { name: 'Sync templates' }).click();
  await expect(page.getByText('1 template synced')).toBeVisible();
  await page.getByRole('link', { name: 'hello_world' }).click();
  const sheet = dialog(page, 'hello_world');
  await expect(sheet.getByText('Welcome and congratulations!').first()).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Send in tester' })).toBeVisible();
  await look(page, 'wa-template');
});
