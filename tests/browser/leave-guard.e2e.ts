import type { Page } from '@playwright/test';

import { axeFaults } from './support/axe';
import { look } from './support/look';
import { dialog, openPage } from './support/steps';
import { expect, settled, test } from './support/test';
import { sandboxOf } from './support/whatsapp-messages';

/** What the browser itself asked. */
function nativeQuestions(page: Page): string[] {
  const types: string[] = [];
  page.on('dialog', (asked) => {
    types.push(asked.type());
    void asked.dismiss();
  });
  return types;
}

const rail = (page: Page, name: string) => page.locator('.rail').getByRole('link', { name, exact: true });

test('leaving a page with changes asks in a dialog of the console', async ({ page, filled }) => {
  const native = nativeQuestions(page);
  await openPage(page, filled, filled.scene, '/keys');
  await rail(page, 'Settings').click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Renamed');

  const link = rail(page, 'Webhooks');
  await link.focus();
  await page.keyboard.press('Enter');
  const question = dialog(page, 'Discard changes?');
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expect(question).toContainText('What you typed will be lost.');
  expect(await axeFaults(page)).toEqual([]);
  await look(page, 'leave-guard');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(name).toHaveValue('Renamed');

  await page.goBack();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/\/settings\/general$/);
  await expect(name).toHaveValue('Renamed');

  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/keys$/);
  await rail(page, 'Webhooks').click();
  await expect(page).toHaveURL(/\/webhooks$/);
  expect(native).toEqual([]);
});

test('closing the tab is asked by the browser', async ({ page, filled }) => {
  const native = nativeQuestions(page);
  await openPage(page, filled, filled.scene, '/settings/general');
  await page.getByLabel('Name', { exact: true }).fill('Renamed');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await asked;
  expect(native).toEqual(['beforeunload']);
  await expect(dialog(page, 'Discard changes?')).toHaveCount(0);
});

test('two changed forms of a page ask once', async ({ page, filled }) => {
  const instance = await sandboxOf(filled.scene);
  await openPage(page, filled, filled.scene, `/whatsapp/${instance}/settings`);
  await page.getByLabel('Name', { exact: true }).first().fill('Renamed');
  await page.getByRole('button', { name: 'Add pair' }).click();
  await rail(page, 'Webhooks').click();
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(dialog(page, 'Discard changes?')).toHaveCount(0);
});

test('the question is in the person’s language', async ({ page, filled }) => {
  await page.addInitScript(() => localStorage.setItem('sb_locale', 'pt-BR'));
  await openPage(page, filled, filled.scene, '/settings/general');
  await settled(page);
  await page.getByLabel('Nome', { exact: true }).fill('Outro nome');
  await rail(page, 'Webhooks').click();
  const question = dialog(page, 'Descartar alterações?');
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await rail(page, 'Webhooks').click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
});
