import { dialog, fromMenu, openPage } from './support/steps';
import { expect, SIZES, test } from './support/test';
import { tooSmall } from './support/touch';

test.use({ hasTouch: true, isMobile: true, viewport: SIZES.phone });

test('lists of models can be edited with a finger', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/models');
  const form = page.locator('.form');
  await page.getByRole('button', { name: 'Add alias' }).tap();
  const find = page.getByRole('combobox', { name: 'Add to Models in order of preference' });
  for (const id of ['switchboard/echo', 'another/model']) {
    await find.fill(id);
    await page.getByRole('option', { name: id }).tap();
  }
  await expect(page.getByRole('button', { name: 'Move another/model up' })).toBeVisible();
  expect(await tooSmall(form.locator('button, input'))).toEqual([]);
  await find.tap();
  expect(await tooSmall(page.getByRole('option'))).toEqual([]);
});

test('a file can be chosen, replaced and removed with a finger', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/links');
  await fromMenu(page, 'More actions', 'Import links');
  const form = dialog(page, 'Import links');
  await expect(form.locator('.file-pick')).toHaveText('Choose file');
  expect(await tooSmall(form.locator('.file-pick, button'))).toEqual([]);
  const choosing = page.waitForEvent('filechooser');
  await form.locator('.file-pick').tap();
  await (await choosing).setFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from('url\n') });
  await expect(form.getByRole('button', { name: 'Remove links.csv' })).toBeVisible();
  expect(await tooSmall(form.locator('.file-pick, button'))).toEqual([]);
});

test('the question before changes are lost can be answered with a finger', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/settings/general');
  await page.getByLabel('Name', { exact: true }).fill('Renamed');
  await page.getByRole('link', { name: 'View limits' }).tap();
  const question = dialog(page, 'Discard changes?');
  await expect(question).toBeVisible();
  expect(await tooSmall(question.getByRole('button'))).toEqual([]);
  await question.getByRole('button', { name: 'Keep editing' }).tap();
  await expect(question).toHaveCount(0);
});
