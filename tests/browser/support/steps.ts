import type { Locator, Page } from '@playwright/test';

import type { Console, Scene } from './console';
import { expect, settled } from './test';

/** Opens a page of the scene’s workspace as its owner. */
export async function openPage(page: Page, { url }: Pick<Console, 'url'>, scene: Scene, path: string): Promise<void> {
  await page.context().addCookies(scene.cookies);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}${path}`);
  await settled(page);
}

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** Pastes a text into a field, which may be of several lines. */
export const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, pasted) => {
    (element as HTMLElement).focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

export const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** What a button copies: it is in the clipboard some time after the click. */
export async function copiedBy(button: Locator, click = (target: Locator) => target.click()): Promise<string> {
  const page = button.page();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await click(button);
  await expect.poll(() => copied(page)).not.toBe('');
  return copied(page);
}

/** An entry of the “…” menu of a page, a row or a step. */
export async function fromMenu(page: Page, menu: string, item: string): Promise<void> {
  await page.locator('#main').getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Sets a filter of a list by its “+ Filter” menu. */
export async function setFilter(page: Page, name: string, value: string): Promise<void> {
  const main = page.locator('#main');
  // A filter that is set is changed by its own button.
  const set = main.locator('.filter-chip-value', { hasText: `${name}:` });
  if ((await set.count()) > 0) await set.click();
  else {
    await main.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.locator('.filter-panel').getByRole('button', { name, exact: true }).click();
  }
  await page.locator('.filter-panel').getByRole('button', { name: value, exact: true }).click();
}
