import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { dialog, openPage } from './support/steps';
import { expect, test } from './support/test';
import { hearFrom, PEOPLE } from './support/whatsapp';
import { sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ trace: 'off', actionTimeout: 20_000 });

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
  for (const person of PEOPLE.slice(0, 2)) await hearFrom(scene, sandbox, person, 'Hello');
});
test.afterAll(() => place.stop());

/** The chats, with the one of this person open. */
async function open(page: Page, person: string): Promise<Locator> {
  await openPage(page, place, scene, `/whatsapp/${sandbox}/chats`);
  const main = page.locator('#main');
  await main.getByRole('list', { name: 'Chats' }).getByRole('link', { name: person }).click();
  await expect(main.getByRole('log')).toBeVisible();
  return main;
}

async function act(page: Page, main: Locator, action: string): Promise<void> {
  await main.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const chatOf = async (title: string) => {
  const { data } = await scene.act('query', 'whatsapp.chats.list', { instance_id: sandbox, q: title });
  return (data as { archived: boolean; pinned: boolean; muted_until: string | null; unread_count: number }[])[0];
};

test('a chat is pinned, muted, marked as unread, archived and found again', async ({ page }) => {
  const [person] = PEOPLE;
  const main = await open(page, person);
  const row = main.getByRole('list', { name: 'Chats' }).getByRole('link', { name: person });

  await act(page, main, 'Pin chat');
  await expect(row.getByRole('img', { name: 'Pinned' })).toBeVisible();
  await act(page, main, 'Mute for 1 week');
  await expect(row.getByRole('img', { name: 'Muted' })).toBeVisible();
  const days = (Date.parse((await chatOf(person))?.muted_until ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6);
  expect(days).toBeLessThanOrEqual(7);
  await main.getByRole('button', { name: 'Chat actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Unmute chat' })).toBeVisible();
  await look(page, 'wa-chat-actions');
  await page.getByRole('menuitem', { name: 'Unmute chat' }).click();
  await expect(row.getByRole('img', { name: 'Muted' })).toHaveCount(0);

  await main.getByRole('button', { name: 'Mark as read' }).first().click();
  await expect(row.getByText('1 unread')).toHaveCount(0);
  await act(page, main, 'Mark as unread');
  await expect(row.getByText('1 unread')).toBeVisible();

  await act(page, main, 'Archive chat');
  await expect(row).toHaveCount(0);
  await expect.poll(() => chatOf(person)).toMatchObject({ archived: true, pinned: true, unread_count: 1 });
  await main.getByLabel('Archived or not').selectOption('archived');
  await expect(row.getByRole('img', { name: 'Archived' })).toBeVisible();
  await act(page, main, 'Unarchive chat');
  await expect(row).toHaveCount(0);
});

test('labels are created, given to a chat, filtered by, changed and deleted', async ({ page, watch }) => {
  const [, person] = PEOPLE;
  const main = await open(page, person);
  await act(page, main, 'Set labels…');
  const labels = dialog(page, `Labels of “${person}”`);
  await expect(labels.getByText('There are no labels yet.')).toBeVisible();
  for (const [name, color] of [
    ['New customer', 'Teal'],
    ['Paid', 'Lilac'],
  ] as const) {
    await labels.getByRole('button', { name: 'Create label' }).click();
    const form = dialog(page, 'Create a label');
    await form.getByLabel('Name').fill(name);
    await form.getByRole('radio', { name: color }).check();
    if (name === 'Paid') await look(page, 'wa-label');
    await form.getByRole('button', { name: 'Create label' }).click();
    // The chat is to have what was just made.
    await expect(labels.getByRole('checkbox', { name })).toBeChecked();
  }
  await labels.getByRole('button', { name: 'Create label' }).click();
  const form = dialog(page, 'Create a label');
  await form.getByLabel('Name').fill('paid');
  watch.expect(409);
  await form.getByRole('button', { name: 'Create label' }).click();
  await expect(form.getByText('Another label of the instance already has this name.').first()).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await look(page, 'wa-chat-labels');
  await labels.getByRole('button', { name: 'Save labels' }).click();
  await expect(labels).toHaveCount(0);

  const row = main.getByRole('list', { name: 'Chats' }).getByRole('link', { name: person });
  await expect(row.getByText('Labels: New customer, Paid')).toBeAttached();
  await expect(main.locator('.conversation-head').getByText('Paid', { exact: true })).toBeVisible();
  await main.getByLabel('Label', { exact: true }).selectOption('Paid');
  await expect(main.getByRole('list', { name: 'Chats' }).getByRole('link')).toHaveCount(1);
  await look(page, 'wa-labeled-chat');

  await act(page, main, 'Set labels…');
  await labels.getByRole('button', { name: 'Edit label “Paid”' }).click();
  const edit = dialog(page, 'Change “Paid”');
  await edit.getByLabel('Name').fill('Has paid');
  await edit.getByRole('button', { name: 'Save label' }).click();
  await expect(labels.getByRole('checkbox', { name: 'Has paid' })).toBeChecked();
  await labels.getByRole('button', { name: 'Edit label “New customer”' }).click();
  await dialog(page, 'Change “New customer”').getByRole('button', { name: 'Delete label' }).click();
  await dialog(page, 'Delete “New customer”?').getByRole('button', { name: 'Delete label' }).click();
  await expect(labels.getByRole('checkbox', { name: 'New customer' })).toHaveCount(0);
  await labels.getByRole('checkbox', { name: 'Has paid' }).uncheck();
  await labels.getByRole('button', { name: 'Save labels' }).click();
  await expect(main.locator('.conversation-head .chat-label')).toHaveCount(0);
});

test('a chat is deleted after a question', async ({ page }) => {
  const [, person] = PEOPLE;
  const main = await open(page, person);
  await act(page, main, 'Delete chat…');
  const asked = dialog(page, `Delete “${person}”?`);
  await expect(asked).toContainText('The other side keeps its messages.');
  await look(page, 'wa-chat-delete');
  await asked.getByRole('button', { name: 'Delete chat' }).click();
  await expect(main.getByRole('list', { name: 'Chats' }).getByRole('link', { name: person })).toHaveCount(0);
  await expect(main.getByText('Choose a chat')).toBeVisible();
  expect(await chatOf(person)).toBeUndefined();
});
