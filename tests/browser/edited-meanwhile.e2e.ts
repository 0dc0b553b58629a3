import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { test } from './support/one-page';
import { dialog, fromMenu, openPage } from './support/steps';
import { expect } from './support/test';
import { makeGroup, PEOPLE, receiveFrom } from './support/whatsapp';
import { sandboxOf } from './support/whatsapp-messages';

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

const open = (page: Page, path: string): Promise<void> => openPage(page, place, scene, path);

/** Holds the next calls of a procedure until they are let go. */
async function hold(page: Page, procedure: string) {
  const isAsked = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  await page.route(`**/trpc/${procedure}*`, async (route) => {
    isAsked.resolve();
    await mayGo.promise;
    await route.continue();
  });
  return { asked: isAsked.promise, release: mayGo.resolve };
}

/** One more person in the group: a new version, of which its form shows nothing. */
const addPerson = (groupId: string) =>
  scene.act('mutate', 'whatsapp.group_participants.add', {
    instance_id: sandbox,
    group_id: groupId,
    participants: [PEOPLE[2]],
  });

test('what is typed while the settings of the workspace are saved stays', async ({ page }) => {
  await open(page, '/settings/general');
  const update = await hold(page, 'workspaces.update');
  await page.getByLabel('Name', { exact: true }).fill('Acme of Ada');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await update.asked;
  await page.getByLabel('Request log retention (days)').fill('21');
  update.release();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByLabel('Request log retention (days)')).toHaveValue('21');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect
    .poll(() => scene.act('query', 'workspaces.get', { workspace_id: scene.workspaceId }))
    .toMatchObject({ name: 'Acme of Ada', log_retention_days: 21 });
});

test('what is typed while settings of an instance are saved stays', async ({ page }) => {
  await open(page, `/whatsapp/${sandbox}/settings`);
  const update = await hold(page, 'whatsapp.instances.update');
  await page.getByRole('checkbox', { name: 'Mark incoming messages as read' }).check();
  await page.getByRole('button', { name: 'Save behavior' }).click();
  await update.asked;
  await page.getByLabel('Name', { exact: true }).first().fill('Front desk');
  update.release();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Front desk');
});

test('a form of an instance sends what was edited in it, and not what others changed meanwhile', async ({ page }) => {
  await open(page, `/whatsapp/${sandbox}/settings`);
  const name = page.getByLabel('Name', { exact: true }).first();
  await name.fill('Switchboard of Ada');
  const isRead = page.getByRole('checkbox', { name: 'Mark incoming messages as read' });
  const settings = { auto_read: !(await isRead.isChecked()) };
  await scene.act('mutate', 'whatsapp.instances.update', { instance_id: sandbox, settings });
  await expect(isRead).toBeChecked({ checked: settings.auto_read });
  await expect(name).toHaveValue('Switchboard of Ada');
  await page.getByRole('button', { name: 'Save behavior' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(await scene.act('query', 'whatsapp.instances.get', { instance_id: sandbox })).toMatchObject({
    name: 'Switchboard of Ada',
    settings,
  });
});

test('a picture that is saved leaves the rest of the profile as it was typed', async ({ page }) => {
  await open(page, `/whatsapp/${sandbox}/settings`);
  await page.getByLabel('About').fill('At the desk');
  await scene.act('mutate', 'whatsapp.profile.update', { instance_id: sandbox, name: 'Reception' });
  const picture = page.getByRole('group', { name: 'Picture', exact: true });
  await picture.getByLabel('JPEG or PNG file').setInputFiles(PICTURE);
  await picture.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();
  const profile = page.locator('form', { has: page.getByLabel('About') });
  await expect(profile.getByLabel('Name', { exact: true })).toHaveValue('Reception');
  await expect(profile.getByLabel('About')).toHaveValue('At the desk');
});

test('people who join a group meanwhile leave its form alone, and it is saved', async ({ page }) => {
  const id = await makeGroup(scene, sandbox, 'Morning crew');
  await open(page, `/whatsapp/${sandbox}/groups?group=${id}`);
  const group = dialog(page, 'Morning crew');
  await group.getByLabel('Description').fill('Who is there in the morning');
  await addPerson(id);
  await expect(group.getByRole('heading', { name: 'People (4)' })).toBeVisible();
  await expect(group.getByLabel('Description')).toHaveValue('Who is there in the morning');
  await expect(group.getByRole('table', { name: 'Theirs and mine' })).toHaveCount(0);
  await group.getByRole('button', { name: 'Save group' }).click();
  await expect(page.getByText('Group saved')).toBeVisible();
});

test('a group that changes while its picture is sent gets the picture', async ({ page }) => {
  const id = await makeGroup(scene, sandbox, 'Evening crew');
  await open(page, `/whatsapp/${sandbox}/groups?group=${id}`);
  const group = dialog(page, 'Evening crew');
  const picture = group.getByRole('group', { name: 'Group picture' });
  await picture.getByLabel('JPEG or PNG file').setInputFiles(PICTURE);
  const isSent = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  await page.route(/media\.upload/, async (route) => {
    isSent.resolve();
    await mayGo.promise;
    await route.continue();
  });
  await picture.getByRole('button', { name: 'Save picture' }).click();
  await isSent.promise;
  await addPerson(id);
  await expect(group.getByRole('heading', { name: 'People (4)' })).toBeVisible();
  mayGo.resolve();
  await expect(page.getByText('Picture saved')).toBeVisible();
});

test('a contact that another member changes meanwhile keeps what was typed, and both are saved', async ({ page }) => {
  await receiveFrom(scene, sandbox, PEOPLE[1], 'Hello');
  const { data } = await scene.act('query', 'whatsapp.contacts.list', { instance_id: sandbox, q: PEOPLE[1] });
  const id = (data as { id: string }[])[0]?.id;
  const of = { instance_id: sandbox, contact_id: id };
  await open(page, `/whatsapp/${sandbox}/contacts?contact=${id}`);
  const sheet = page.getByRole('dialog');
  const name = sheet.getByRole('textbox', { name: 'Display name (optional)' });
  await name.fill('Grace');
  await scene.act('mutate', 'whatsapp.contacts.update', { ...of, opt_out: 'marketing' });
  await expect(sheet.getByRole('table', { name: 'Theirs and mine' })).toBeVisible();
  await expect(name).toHaveValue('Grace');
  await sheet.getByRole('button', { name: 'Save selection' }).click();
  await expect(page.getByText('Contact saved')).toBeVisible();
  expect(await scene.act('query', 'whatsapp.contacts.get', of)).toMatchObject({ name: 'Grace', opt_out: 'marketing' });
});

test('a tag that another member changed is refused once, and then edited as it is', async ({ page, watch }) => {
  watch.expect(412);
  const { id } = await scene.act('mutate', 'links.tags.create', { name: 'spring' });
  await open(page, '/links/settings');
  await fromMenu(page, 'Actions for spring', 'Edit');
  const form = dialog(page, 'Edit “spring”');
  await scene.act('mutate', 'links.tags.update', { tag_id: id, name: 'summer' });
  await form.getByRole('radio', { name: 'Blue' }).check();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await fromMenu(page, 'Actions for summer', 'Edit');
  const again = dialog(page, 'Edit “summer”');
  await again.getByRole('radio', { name: 'Blue' }).check();
  await again.getByRole('button', { name: 'Save changes' }).click();
  await expect(again).toHaveCount(0);
});
