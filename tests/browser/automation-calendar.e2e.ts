import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { publicationsOf, publish } from './support/publications';
import { openPage } from './support/steps';
import { expect, SIZES } from './support/test';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
/** Two days ahead, at ten. */
const due = new Date();
due.setDate(due.getDate() + 2);
due.setHours(10, 0, 0, 0);
const pad = (value: number) => String(value).padStart(2, '0');
const dayOf = (at: Date) => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
const later = (days: number, hours = 0) => {
  const at = new Date(due);
  at.setDate(at.getDate() + days);
  at.setHours(at.getHours() + hours);
  return at;
};

test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  await publish(scene, { title: 'Newsletter', schedule: { mode: 'at', at: due.toISOString() } });
});
test.afterAll(() => place.stop());

async function open(page: Page, view: 'calendar' | 'week'): Promise<Locator> {
  await openPage(page, place, scene, `/automation/publications?view=${view}&day=${dayOf(due)}`);
  return page.locator('#main');
}

const isDue = (at: Date) =>
  expect.poll(async () => (await publicationsOf(scene, { q: 'Newsletter' }))[0]?.['due_at']).toBe(at.toISOString());

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await isDue(due);
}

test('in the week a publication is dragged to another hour, and back by “Undo”', async ({ page }) => {
  const main = await open(page, 'week');
  const week = main.getByRole('table', { name: 'Week' });
  const entry = week.getByRole('link', { name: /Newsletter/ });
  await expect(week.locator(`[data-cell="${dayOf(due)}T10:00"]`)).toContainText('Newsletter');
  await look(page, 'pub-week');

  await entry.dragTo(week.locator(`[data-cell="${dayOf(due)}T12:00"]`));
  await expect(page.getByText(/^Moved to /)).toBeVisible();
  await isDue(later(0, 2));
  await expect(week.locator(`[data-cell="${dayOf(due)}T12:00"]`)).toContainText('Newsletter');
  await undo(page);
  await expect(week.locator(`[data-cell="${dayOf(due)}T10:00"]`)).toContainText('Newsletter');
});

test('arrow keys with Shift move it by an hour and by a day, and it keeps the focus', async ({ page }) => {
  const main = await open(page, 'week');
  const week = main.getByRole('table', { name: 'Week' });
  const entry = week.getByRole('link', { name: /Newsletter/ });
  await entry.press('Shift+ArrowDown');
  await isDue(later(0, 1));
  await expect(entry).toBeFocused();
  await undo(page);

  await open(page, 'calendar');
  const month = main.getByRole('table', { name: 'Month' });
  await month.getByRole('link', { name: /Newsletter/ }).press('Shift+ArrowRight');
  await isDue(later(1));
  await undo(page);
  await month.getByRole('link', { name: /Newsletter/ }).press('Shift+ArrowDown');
  await isDue(later(7));
  await undo(page);
});

test('moves do not wait for each other, nor for the list', async ({ page }) => {
  const main = await open(page, 'week');
  const entry = main.getByRole('table', { name: 'Week' }).getByRole('link', { name: /Newsletter/ });
  await entry.focus();
  for (let hours = 1; hours <= 3; hours++) {
    await page.keyboard.press('Shift+ArrowDown');
    await expect(entry).toBeFocused();
  }
  await isDue(later(0, 3));
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(3);

  const listIsAsked = Promise.withResolvers<void>();
  const mayBeListed = Promise.withResolvers<void>();
  await page.route('**/trpc/**publications.list**', async (route) => {
    listIsAsked.resolve();
    await mayBeListed.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await listIsAsked.promise;
  await entry.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await isDue(due);
  mayBeListed.resolve();
  await expect(page.getByText('Undone')).toBeVisible();
});

test('nothing is moved into the past', async ({ page }) => {
  const main = await open(page, 'calendar');
  const entry = main.getByRole('table', { name: 'Month' }).getByRole('link', { name: /Newsletter/ });
  await entry.press('Shift+ArrowUp');
  await expect(page.getByText('Select a time in the future.')).toBeVisible();
  await isDue(due);
});

test('on a phone the days of the week stand in a list', async ({ page }) => {
  await page.setViewportSize(SIZES.phone);
  const main = await open(page, 'week');
  await expect(main.getByRole('table', { name: 'Week' })).toBeHidden();
  const days = main.getByRole('region', { name: 'Days of this week' });
  await expect(days.getByRole('link', { name: 'Newsletter' })).toBeVisible();
  await main.getByRole('button', { name: 'Next week' }).click();
  await expect(days.getByRole('link', { name: 'Newsletter' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Previous week' }).click();
  await expect(days.getByRole('link', { name: 'Newsletter' })).toBeVisible();
});
