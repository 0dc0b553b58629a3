import type { Page } from '@playwright/test';

import { openPage } from './support/steps';
import { expect, test } from './support/test';

interface Shortcut {
  name: string;
  /** Pressed one after the other. */
  keys: string[];
  /** A part of the page that is loaded after it. */
  needs?: string;
  isDone: (page: Page) => Promise<void>;
}

/** Whatever a single letter or sign does on the list of keys. */
const SHORTCUTS: Shortcut[] = [
  { name: 'activity', keys: ['g', 'a'], isDone: (page) => expect(page).toHaveURL(/\/activity$/) },
  { name: 'overview', keys: ['g', 'o'], isDone: (page) => expect(page).toHaveURL(/\/w\/ws_\w+$/) },
  { name: 'webhooks', keys: ['g', 'w'], isDone: (page) => expect(page).toHaveURL(/\/webhooks$/) },
  { name: 'reference', keys: ['g', 'r'], isDone: (page) => expect(page).toHaveURL(/\/reference\/getting-started/) },
  {
    name: 'create',
    keys: ['c'],
    isDone: (page) => expect(page.getByRole('dialog', { name: 'Create a key' })).toBeVisible(),
  },
  { name: 'filter', keys: ['/'], isDone: (page) => expect(page.getByLabel('Find by name')).toBeFocused() },
  { name: 'next row', keys: ['j'], isDone: (page) => expect(page.locator('.row-link').first()).toBeFocused() },
  {
    name: 'copy as code',
    keys: ['.'],
    needs: '#main [data-copies-code]',
    isDone: (page) => expect(page.getByRole('menuitem', { name: 'cURL' })).toBeVisible(),
  },
  {
    name: 'help',
    keys: ['?'],
    isDone: (page) => expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible(),
  },
];

const press = async (page: Page, keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('each shortcut does what the list of them says', async ({ page, filled }) => {
  for (const { name, keys, needs, isDone } of SHORTCUTS) {
    await test.step(name, async () => {
      await openPage(page, filled, filled.scene, '/keys');
      if (needs !== undefined) await expect(page.locator(needs)).toBeVisible();
      await press(page, keys);
      await isDone(page);
    });
  }
});

test('switched off in the account menu, none of them does anything, also after a reload', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/keys');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Letter shortcuts' }).click();
  await page.keyboard.press('Escape');
  const state = () =>
    page.evaluate(() => [
      location.href,
      document.activeElement?.outerHTML.slice(0, 80),
      document.querySelectorAll('[role="dialog"], [role="menu"], dialog[open]').length,
    ]);
  for (const how of ['at once', 'after a reload']) {
    if (how === 'after a reload') await openPage(page, filled, filled.scene, '/keys');
    await expect(page.getByRole('menu')).toHaveCount(0);
    const before = await state();
    for (const { keys } of SHORTCUTS) await press(page, keys);
    expect(await state(), how).toEqual(before);
  }

  // What is no single letter stays.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible();
});

test('in a field a letter is text', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/keys');
  const field = page.getByLabel('Find by name');
  await field.focus();
  await page.keyboard.type('gac/j.?');
  await expect(field).toHaveValue('gac/j.?');
  await expect(page).toHaveURL(/\/keys(?:\?|$)/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
