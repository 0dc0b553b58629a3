import { Database } from 'bun:sqlite';

import type { Page } from '@playwright/test';

import { openBrowser } from '../support/browser';
import { axeFaults } from './support/axe';
import { addFixtures, OWNER, PASSWORD, startConsole } from './support/console';
import { expect, settled, test } from './support/test';

const ELEVEN_MINUTES_MS = 11 * 60_000;

/** Status of every try of one procedure, in order. */
function triesOf(page: Page, procedure: string): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === `/trpc/${procedure}`) statuses.push(response.status());
  });
  return statuses;
}

test('what matters most asks for the password, then happens once', async ({ page, context, watch }) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  await server.restart((database) => {
    using sqlite = new Database(database);
    sqlite.run('UPDATE sessions SET password_verified_at = password_verified_at - ?', [ELEVEN_MINUTES_MS]);
  });
  watch.expect(403);
  await context.addCookies(scene.cookies);
  await page.goto(`${server.url}/user/api/instance/models`);
  await settled(page);
  const tries = triesOf(page, 'models.providers.create');

  await page.getByRole('button', { name: 'Add provider' }).click();
  const form = page.getByRole('dialog', { name: 'Add a provider' });
  await form.getByLabel('Name').fill('Office');
  await form.getByLabel('Slug').fill('office');
  await form.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await form.getByLabel('API key', { exact: true }).fill('sk-office-1234');
  await form.getByRole('button', { name: 'Add provider' }).click();

  const question = page.getByRole('dialog', { name: 'Enter your password' });
  const password = question.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await password.fill('not this one');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByRole('alert')).toHaveText('The password is wrong.');
  expect(tries).toEqual([403]);

  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  // The key press was for the question alone: nobody wants to leave the form.
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toHaveCount(0);
  await expect(form.getByLabel('Slug')).toHaveValue('office');
  await expect(form.getByLabel('API key', { exact: true })).toHaveValue('sk-office-1234');
  expect(tries).toEqual([403]);

  await form.getByRole('button', { name: 'Add provider' }).click();
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Office' })).toBeVisible();
  expect(tries).toEqual([403, 403, 200]);
  await expect(page.getByRole('table', { name: 'AI providers' }).getByText('office', { exact: true })).toHaveCount(1);

  // It holds for ten minutes.
  await page.getByRole('dialog', { name: 'Office' }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete provider' }).click();
  await page.getByRole('button', { name: 'Delete provider' }).click();
  await expect(page.getByText('Office deleted')).toBeVisible();
  await expect(question).toBeHidden();
});

test('a session that ends in the middle of a form is opened again over it', async ({ page, context }) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  await context.addCookies(scene.cookies);
  await page.goto(`${server.url}/user/api/w/${scene.workspaceId}/models`);
  await settled(page);
  const tries = triesOf(page, 'models.settings.update');
  await page.getByRole('button', { name: 'Add alias' }).click();
  await page.getByLabel('Alias', { exact: true }).fill('default');
  const find = page.getByRole('combobox', { name: 'Add to Models in order of preference' });
  await find.fill('switchboard/echo');
  await find.press('Enter');

  const elsewhere = openBrowser(server.url);
  await elsewhere.mutate('auth.sign_in', { email: OWNER.email, password: PASSWORD });
  expect((await elsewhere.mutate('account.sessions.revoke_others')).status).toBe(200);
  const blocked = page.getByRole('combobox', { name: 'Add to Blocked models' });
  await blocked.fill('*/*embed*');
  await blocked.press('Enter');
  await page.getByRole('button', { name: 'Save changes' }).click();

  const question = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expect(question.getByLabel('Email')).toHaveValue(OWNER.email);
  expect(await axeFaults(page)).toEqual([]);
  await question.getByLabel('Password', { exact: true }).fill('not this one');
  await question.getByRole('button', { name: 'Sign in' }).click();
  await expect(question.getByRole('alert')).toHaveText('Wrong email or password.');
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByText('Aliases and access saved')).toBeVisible();
  await expect(question).toBeHidden();
  expect(tries).toEqual([401, 200]);
  await expect(page.getByLabel('Alias', { exact: true })).toHaveValue('default');
  await expect(page.getByRole('list', { name: 'Models in order of preference' })).toHaveText(/switchboard\/echo/);
  await expect(page.getByRole('list', { name: 'Blocked models' })).toHaveText('*/*embed*');
  const saved = openBrowser(server.url);
  await saved.mutate('auth.sign_in', { email: OWNER.email, password: PASSWORD });
  const headers = { 'x-workspace-id': scene.workspaceId };
  expect((await saved.query('models.settings.get', {}, { headers })).data).toEqual({
    aliases: { default: ['switchboard/echo'] },
    allow: [],
    deny: ['*/*embed*'],
  });
});
