import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { resize } from './support/layout';
import { look } from './support/look';
import { test } from './support/one-page';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { receiveFrom, makeInstance, PEOPLE } from './support/whatsapp';
import { sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
  for (const person of PEOPLE.slice(0, 2)) await receiveFrom(scene, sandbox, person, 'Hello');
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

async function filterBy(page: Page, main: Locator, name: string, value: string): Promise<void> {
  await main.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: value, exact: true }).click();
}

async function act(page: Page, main: Locator, action: string): Promise<void> {
  await main.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const chatOf = async (title: string) => {
  const { data } = await scene.act('query', 'whatsapp.chats.list', { instance_id: sandbox, q: title });
  return (data as { archived: boolean; pinned: boolean; muted_until: string | null; unread_count: number }[])[0];
};

test('WhatsApp opens on the chats: one click from the sidebar', async ({ page }) => {
  await openPage(page, place, scene, '/keys');
  await page.getByRole('navigation').getByRole('link', { name: 'WhatsApp' }).click();
  await expect(page).toHaveURL(new RegExp(`/whatsapp/${sandbox}/chats`));
  await expect(page.locator('#main').getByRole('list', { name: 'Chats' })).toBeVisible();
});

test('with several instances, the one that was used last opens, and the frame leads to the others', async ({
  page,
}) => {
  const other = await makeInstance(scene, { name: 'Second line' });
  await openPage(page, place, scene, `/whatsapp/${other}/contacts`);
  await expect(page.getByRole('heading', { level: 1, name: 'Second line' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'WhatsApp' }).click();
  await expect(page).toHaveURL(new RegExp(`/whatsapp/${other}/chats`));
  await page.getByRole('button', { name: 'Switch instance' }).click();
  await page.getByRole('menuitem', { name: 'sandbox', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/whatsapp/${sandbox}/chats`));
  await page.getByRole('button', { name: 'Switch instance' }).click();
  await page.getByRole('menuitem', { name: 'All instances' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await scene.act('mutate', 'whatsapp.instances.delete', { instance_id: other });
  // An instance that is gone is not opened again.
  await page.getByRole('navigation').getByRole('link', { name: 'WhatsApp' }).click();
  await expect(page).toHaveURL(new RegExp(`/whatsapp/${sandbox}/chats`));
});

test('an open chat is marked and read, its text is formatted, and it is answered at once', async ({ page }) => {
  const [person] = PEOPLE;
  await receiveFrom(scene, sandbox, person, 'A *bold* _word_, ~gone~ `code`: https://example.com/a_b_c.');
  const main = await open(page, person);
  const list = main.getByRole('list', { name: 'Chats' });
  await expect(list.locator('[aria-current="page"]')).toHaveCount(1);
  await expect(list.locator('[aria-current="page"]')).toContainText(person);
  expect(await list.locator('[aria-current="page"]').evaluate((row) => getComputedStyle(row).backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  );
  await expect.poll(async () => (await chatOf(person))?.unread_count).toBe(0);

  const log = main.getByRole('log');
  // Or since midnight, which may just have passed.
  await expect(log.locator('.thread-day').last()).toHaveText(/^(?:Today|Yesterday)$/);
  await expect(log.locator('strong', { hasText: 'bold' })).toBeVisible();
  await expect(log.locator('em', { hasText: 'word' })).toBeVisible();
  await expect(log.locator('s', { hasText: 'gone' })).toBeVisible();
  await expect(log.locator('code', { hasText: 'code' })).toBeVisible();
  const link = log.getByRole('link', { name: 'https://example.com/a_b_c' });
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(link).toHaveAttribute('href', 'https://example.com/a_b_c');

  const text = main.getByLabel('Text', { exact: true });
  await expect(text).toBeInViewport({ ratio: 1 });
  await text.fill('Thank you');
  await text.press('Enter');
  await expect(log.getByText('Thank you')).toBeVisible();
  await expect(text).toHaveValue('');
  await look(page, 'wa-chat-open');
});

test('on a phone the open chat fills the screen, with a way back', async ({ page }) => {
  const [person] = PEOPLE;
  await page.setViewportSize({ width: 390, height: 800 });
  const main = await open(page, person);
  await expect(main.getByRole('list', { name: 'Chats' })).toBeHidden();
  await expect(main.getByLabel('Text', { exact: true })).toBeInViewport({ ratio: 1 });
  const box = await main.locator('.conversation').boundingBox();
  expect(box?.width).toBe(390);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(790);
  await main.getByRole('link', { name: 'All chats' }).click();
  await expect(main.getByRole('list', { name: 'Chats' })).toBeVisible();
  await expect(main.getByRole('log')).toHaveCount(0);
});

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

  await expect(row.getByText('1 unread')).toHaveCount(0);
  await act(page, main, 'Mark as unread');
  await expect(row.getByText('1 unread')).toBeVisible();

  await act(page, main, 'Archive chat');
  await expect(row).toHaveCount(0);
  await expect.poll(() => chatOf(person)).toMatchObject({ archived: true, pinned: true, unread_count: 1 });
  await filterBy(page, main, 'Folder', 'Archived');
  await expect(row.getByRole('img', { name: 'Archived' })).toBeVisible();
  await act(page, main, 'Unarchive chat');
  await expect(row).toHaveCount(0);
});

test('labels are created, given to a chat, filtered by, changed and deleted', async ({ page, watch }) => {
  const [, person] = PEOPLE;
  const main = await open(page, person);
  await act(page, main, 'Set labels…');
  const labels = dialog(page, `Labels of “${person}”`);
  await expect(labels.getByText('No labels yet')).toBeVisible();
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
  await filterBy(page, main, 'Label', 'Paid');
  await expect(main.getByRole('list', { name: 'Chats' }).getByRole('link')).toHaveCount(1);
  await look(page, 'wa-labeled-chat');

  await act(page, main, 'Set labels…');
  await labels.getByRole('button', { name: 'Edit label “Paid”' }).click();
  const edit = dialog(page, 'Edit “Paid”');
  await edit.getByLabel('Name').fill('Has paid');
  await edit.getByRole('button', { name: 'Save label' }).click();
  await expect(labels.getByRole('checkbox', { name: 'Has paid' })).toBeChecked();
  await labels.getByRole('button', { name: 'Edit label “New customer”' }).click();
  await dialog(page, 'Edit “New customer”').getByRole('button', { name: 'Delete label' }).click();
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
  await expect(main.getByText('Select a chat')).toBeVisible();
  expect(await chatOf(person)).toBeUndefined();
});

test('the composer is as high as its text, whatever the width of the window was meanwhile', async ({ page }) => {
  const main = await open(page, PEOPLE[0]);
  const text = main.getByLabel('Text', { exact: true });
  const height = () => text.evaluate((field) => (field as HTMLElement).offsetHeight);
  const line = await height();
  expect(line).toBeLessThan(40);
  // As while the page is laid out anew: no width, and in the same frame the one of before.
  const squeeze = () =>
    text.evaluate((field) => {
      const box = field.parentElement;
      if (!box) return;
      box.style.width = '1px';
      dispatchEvent(new Event('resize'));
      box.style.width = '';
    });
  for (const width of [390, 1280, 390, 768, 1280, 640, 390, 1920, 1280]) {
    await resize(page, { width, height: 800 });
    await squeeze();
    expect([width, await height()]).toEqual([width, line]);
  }
  await text.fill('1\n2\n3');
  expect(await height()).toBeGreaterThan(line + 20);
  await text.fill('line\n'.repeat(30));
  expect(await height()).toBeLessThan(200);
  await text.fill('');
  expect(await height()).toBe(line);
});
