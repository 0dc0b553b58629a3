import type { Locator, Page } from '@playwright/test';

import type { Console, Scene } from './support/console';
import { listField } from './support/keys';
import { look } from './support/look';
import { test } from './support/one-page';
import { openPage, paste } from './support/steps';
import { expect } from './support/test';

/** The week of the composer, and what it means as cron expressions. */
async function openGrid(page: Page, filled: Console & { scene: Scene }): Promise<{ grid: Locator; main: Locator }> {
  await openPage(page, filled, filled.scene, '/automation/publications/new');
  const main = page.locator('#main');
  await main.getByRole('radio', { name: 'Next free slot' }).check();
  await main.getByRole('button', { name: 'Exact times' }).click();
  const grid = main.getByRole('table', { name: 'Weekly slots' });
  await clear(main);
  // It takes the focus, and the page scrolls to it.
  await expect(listField(main, 'Cron expressions')).toBeFocused();
  await hour(grid, 'Monday, 10:00').evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
  return { grid, main };
}

const cron = (main: Locator) => main.getByRole('list', { name: 'Cron expressions' }).getByRole('listitem');
const clear = (main: Locator) => main.getByRole('button', { name: 'Remove 0 9 * * 1-5' }).click();
const hour = (grid: Locator, name: string) => grid.getByRole('button', { name, exact: true });

async function middleOf(cell: Locator): Promise<[x: number, y: number]> {
  const box = await cell.boundingBox();
  if (!box) throw new Error('The hour is not drawn.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page: Page, from: Locator, ...over: Locator[]): Promise<void> {
  await page.mouse.move(...(await middleOf(from)));
  await page.mouse.down();
  for (const cell of over) await page.mouse.move(...(await middleOf(cell)), { steps: 4 });
  await page.mouse.up();
}

test('hours that the mouse is dragged over become slots, and are taken out the same way', async ({ page, filled }) => {
  const { grid, main } = await openGrid(page, filled);
  const monday = hour(grid, 'Monday, 09:00');
  const wednesday = hour(grid, 'Wednesday, 09:00');
  await drag(page, monday, hour(grid, 'Tuesday, 09:00'), wednesday, hour(grid, 'Wednesday, 10:00'));
  await expect(main.getByText('4 slots a week')).toBeVisible();
  await expect(cron(main)).toHaveText(['0 9 * * 1-3', '0 10 * * 3']);
  for (const cell of [monday, wednesday]) await expect(cell).toHaveAttribute('aria-pressed', 'true');
  await look(page, 'pub-slots');

  // A drag that begins on a slot takes out, also where there is none.
  await drag(page, wednesday, hour(grid, 'Thursday, 09:00'), hour(grid, 'Thursday, 10:00'));
  await expect(cron(main)).toHaveText(['0 9 * * 1-2', '0 10 * * 3']);
  // After the button is let go, nothing is crossed any more.
  await page.mouse.move(...(await middleOf(hour(grid, 'Friday, 09:00'))), { steps: 4 });
  await expect(main.getByText('3 slots a week')).toBeVisible();

  // A press and its click are one.
  await hour(grid, 'Friday, 12:00').click();
  await expect(main.getByText('4 slots a week')).toBeVisible();
  await hour(grid, 'Friday, 12:00').click();
  await expect(main.getByText('3 slots a week')).toBeVisible();
});

test('a drag that ends outside of the week has ended', async ({ page, filled }) => {
  const { grid, main } = await openGrid(page, filled);
  await drag(page, hour(grid, 'Sunday, 11:00'), listField(main, 'Cron expressions'));
  await expect(hour(grid, 'Sunday, 11:00')).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(...(await middleOf(hour(grid, 'Monday, 11:00'))));
  await expect(hour(grid, 'Monday, 11:00')).toHaveAttribute('aria-pressed', 'false');
});

test('arrows move through the week, Space switches the hour, and the week is one stop of Tab', async ({
  page,
  filled,
}) => {
  const { grid, main } = await openGrid(page, filled);
  await expect(grid.locator('button[tabindex="0"]')).toHaveCount(1);
  await hour(grid, 'Monday, 09:00').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(hour(grid, 'Tuesday, 10:00')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await expect(hour(grid, 'Sunday, 10:00')).toBeFocused();
  // At the edge it stays.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(cron(main)).toHaveText(['0 9 * * 1', '0 10 * * 2,7']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(hour(grid, 'Monday, 09:00')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(cron(main)).toHaveText(['0 10 * * 2']);
  await expect(grid.locator('button[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(grid.locator(':focus')).toHaveCount(0);
});

test('pasted lines become expressions, and a wrong one says so at its place', async ({ page, filled }) => {
  const { main } = await openGrid(page, filled);
  await paste(listField(main, 'Cron expressions'), '0 9 1 * *\nat noon\n0 9,17 * * 2\n0 9 1 * *\n');
  await expect(cron(main)).toHaveText([/^0 9 1 \* \*$/, /^at noon ?Enter five fields/, /^0 9,17 \* \* 2$/]);
  await expect(hour(main, 'Tuesday, 09:00')).toHaveAttribute('aria-pressed', 'true');
  await look(page, 'pub-slots-fault');
  await main.getByRole('button', { name: 'Remove at noon' }).click();
  await expect(main.getByText('Enter five fields')).toHaveCount(0);
});
