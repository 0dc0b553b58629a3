import type { Page } from '@playwright/test';

import { makeKey } from './support/console';
import { addToList, listField, openForm, openKeys } from './support/keys';
import { openPage } from './support/steps';
import { expect, test } from './support/test';

const inPortuguese = (page: Page) => page.addInitScript(() => localStorage.setItem('sb_locale', 'pt-BR'));

test('usage of a key has a heading over each of its lists', async ({ page, filled: { url, scene } }) => {
  const { id, secret } = await makeKey(scene.act, 'Two lists', ['models:read']);
  const response = await fetch(`${url}/api/v1/models`, { headers: { authorization: `Bearer ${secret}` } });
  await response.body?.cancel();
  await openKeys(page, url, scene, `/${id}`);
  for (const name of ['Usage by API', 'Usage by operation']) {
    await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('table', { name })).toBeVisible();
  }
});

test('a publishable key requires an origin, and its form says so', async ({ page, filled: { url, scene } }) => {
  await openKeys(page, url, scene);
  const form = await openForm(page);
  const origins = listField(form, 'Allowed origins');
  await form.getByLabel('Name').fill('In browsers');
  await expect(origins).toHaveAttribute('aria-required', 'false');
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Publishable (pk)' }).click();
  await expect(origins).toHaveAttribute('aria-required', 'true');
  await expect(form.locator('.list-field-required')).toHaveText('*');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('Enter at least one origin for a publishable key.')).toBeVisible();
  await expect(origins).toBeFocused();
  await addToList(form, 'Allowed origins', 'https://app.example.com');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('button', { name: 'Copy key', exact: true })).toBeVisible();
});

test('IDs that a key is limited to are listed one by one, each with its own error', async ({
  page,
  filled: { url, scene },
  watch,
}) => {
  watch.expect(400);
  await openKeys(page, url, scene);
  const form = await openForm(page);
  await form.getByLabel('Name').fill('Of one endpoint');
  await addToList(form, 'Only these inbound endpoints', 'iep_wrong');
  await form.getByRole('button', { name: 'Create key' }).click();
  const entry = form.getByRole('list', { name: 'Only these inbound endpoints' }).getByRole('listitem');
  await expect(entry).toHaveText(/^iep_wrong.*Must be an id of the form iep_…/);
  await expect(listField(form, 'Only these inbound endpoints')).toBeFocused();
});

test('what the server names is Portuguese in Portuguese: APIs of a key, objects of the audit log', async ({
  page,
  filled,
}) => {
  const { id } = await makeKey(filled.scene.act, 'Em português', ['links:read']);
  const budget = { key_id: id, period: 'month', amount_micro_usd: 1_000_000 };
  await filled.scene.act('mutate', 'ai.budgets.set', budget);
  await inPortuguese(page);
  await openPage(page, filled, filled.scene, `/keys/${id}`);
  await expect(page.getByRole('heading', { name: /^Tags de links/, level: 3 })).toBeVisible();
  await openPage(page, filled, filled.scene, '/settings/audit');
  await expect(page.getByText('Orçamento mensal da chave').first()).toBeVisible();
});
