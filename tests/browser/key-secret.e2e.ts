import type { Page } from '@playwright/test';

import { tokenOf } from '../access/invitations';
import { openBrowser } from '../support/browser';
import { PASSWORD, type Console, type Scene } from './support/console';
import { everythingKept, keyNamed, openForm, openKeys, statusOf, takeSecret } from './support/keys';
import { test } from './support/one-page';
import { expect, settled, test as freshTest, watchContext } from './support/test';

type Place = Console & { scene: Scene };

/** Makes a key in the drawer, and leaves it shown. */
async function reveal(page: Page, { url, scene }: Place, name: string): Promise<string> {
  await openKeys(page, url, scene);
  return revealHere(page, name);
}

/** The same on the list of keys that is open already. */
async function revealHere(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a key' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create key' }).click();
  return takeSecret(page);
}

const shown = (page: Page) => page.getByRole('dialog', { name: 'Save your key' });

test('a new key is tried, downloaded and taken to the reference; afterwards nothing of it is kept', async ({
  page,
  filled,
}) => {
  const said: string[] = [];
  const sent: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const secret = await reveal(page, filled, 'Nowhere');
  const drawer = shown(page);
  await expect(drawer.getByText(/Available here for 10 min/)).toBeVisible();
  // Masked until it is asked for: not even in the markup.
  expect(await everythingKept(page)).not.toContain(secret);

  for (const language of ['cURL', 'TypeScript', 'Python']) {
    await drawer.getByRole('tab', { name: language }).click();
    await drawer.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click();
    await expect.poll(async () => page.evaluate(() => navigator.clipboard.readText())).toContain(secret);
    await expect(drawer.getByRole('tabpanel')).not.toContainText(secret);
    await page.evaluate(() => navigator.clipboard.writeText(''));
  }
  const downloading = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download .env' }).click();
  const download = await downloading;
  expect(await Bun.file(await download.path()).text()).toBe(
    `SWITCHBOARD_API_KEY=${secret}\nSWITCHBOARD_BASE_URL=${filled.url}\n`,
  );
  await drawer.getByRole('button', { name: 'Run it here' }).click();
  await expect(drawer.getByText('200', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'View in logs' })).toHaveAttribute('href', /\/activity\/req_/);

  await drawer.getByRole('link', { name: 'Open in reference' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving the key?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click();
  await expect(page).toHaveURL(/\/reference\/getting-started/);
  await settled(page);
  await expect(page.getByText(/^Acme · \d+ scopes/)).toBeVisible();
  await expect(page.getByLabel('API key for samples and test requests')).toHaveValue(secret);
  await page.getByLabel('API key for samples and test requests').fill('');
  expect(await everythingKept(page)).not.toContain(secret);

  await page.goto(`${filled.url}/user/api/w/${filled.scene.workspaceId}/keys`);
  await settled(page);
  expect(await everythingKept(page)).not.toContain(secret);
  expect(said.join('\n')).not.toContain(secret);
  expect(sent.join('\n')).not.toContain(secret);
});

test('who leaves too early can take the key along', async ({ page, context, filled }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const secret = await reveal(page, filled, 'Taken along');
  await shown(page).getByRole('link', { name: 'Open in reference' }).click();
  await page.getByRole('button', { name: 'Copy and leave' }).click();
  await expect(page).toHaveURL(/\/reference\/getting-started/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
});

test('closing too early asks: by Escape, by ×, by back and by reload', async ({ page, filled }) => {
  const { url, scene } = filled;
  await openKeys(page, url, scene);
  // There is a page of the console to go back to, so that the console itself can ask.
  await page.goto(`${url}/user/api/w/${scene.workspaceId}`);
  await settled(page);
  await page.getByRole('navigation').getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
  const secret = await revealHere(page, 'Guarded');
  const drawer = shown(page);
  const question = page.getByRole('dialog', { name: 'Close without saving the key?' });
  for (const close of [
    async () => page.keyboard.press('Escape'),
    async () => drawer.getByRole('button', { name: 'Close', exact: true }).click(),
  ]) {
    await close();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(drawer).toBeVisible();
  }

  await page.evaluate(() => history.back());
  const leaving = page.getByRole('dialog', { name: 'Leave without saving the key?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer).toBeVisible();

  const asked = page.waitForEvent('dialog');
  const reload = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload.catch(() => undefined);
  await expect(drawer).toBeVisible();

  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await everythingKept(page)).not.toContain(secret);
  expect(await statusOf(url, secret)).toBe(200);
});

freshTest('after ten minutes the secret is cleared, unless it is extended', async ({ page, filled }) => {
  await page.clock.install();
  const secret = await reveal(page, filled, 'Timed');
  const drawer = shown(page);
  await page.clock.fastForward('08:30');
  await expect(
    drawer.getByRole('status').filter({ hasText: 'will be removed from this page in 2 minutes' }),
  ).toBeAttached();
  await drawer.getByRole('button', { name: 'Keep for 10 more min' }).click();
  await page.clock.fastForward('08:30');
  await expect(drawer).toBeVisible();
  await page.clock.fastForward('02:00');
  await expect(page.getByText('API key hidden')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await everythingKept(page)).not.toContain(secret);
});

test('signing out in another tab clears it here', async ({ browser, filled }) => {
  // A session of its own: the others go on.
  const person = await joined(filled, 'tabs@acme.com');
  const context = await browser.newContext();
  const watch = await watchContext(context);
  const page = await context.newPage();
  const secret = await reveal(page, { ...filled, scene: { ...filled.scene, cookies: person } }, 'Two tabs');
  const other = await context.newPage();
  await other.goto(`${filled.url}/user/api/w/${filled.scene.workspaceId}`);
  await settled(other);
  // On a slow network, what closes has time to change the address first.
  await page.route('**/user/api/sign-in', async (route) => {
    await other.waitForURL(/\/sign-in/);
    await settled(other);
    await route.continue();
  });
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await settled(page);
  expect(await everythingKept(page)).not.toContain(secret);
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('a developer cannot tick what the role lacks, nor choose a preset that has it', async ({ browser, filled }) => {
  const { url, scene } = filled;
  const cookies = await joined(filled, 'dev@acme.com');
  const context = await browser.newContext();
  const watch = await watchContext(context);
  const page = await context.newPage();
  await openKeys(page, url, { ...scene, cookies });
  const form = await openForm(page);
  for (const lacked of ['write keys', 'read keys', 'write workspace', 'read audit']) {
    await expect(form.getByRole('checkbox', { name: new RegExp(`^${lacked}`) })).toBeDisabled();
  }
  await expect(form.getByText('Your role does not include this scope.').first()).toBeVisible();
  await expect(form.getByRole('checkbox', { name: /^read models/ })).toBeEnabled();
  await expect(form.getByRole('checkbox', { name: 'Full access' })).toHaveCount(0);
  await expect(form.getByRole('radio', { name: /^(?:Full access|Read only)/ })).toHaveCount(0);
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('a key is made, tried and saved with the keyboard alone', async ({ page, filled }) => {
  const { url, scene } = filled;
  await openKeys(page, url, scene);
  await page.keyboard.press('c');
  const form = page.getByRole('dialog', { name: 'Create a key' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('By keyboard');
  await tabTo(page, /^Scopes and limits$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^$/, form.getByRole('checkbox', { name: /^read models/ }));
  await page.keyboard.press('Space');
  await expect(form.getByRole('checkbox', { name: /^read models/ })).not.toBeChecked();
  await form.getByLabel('Name').focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('button', { name: 'Copy key', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await tabTo(page, /^Run it here$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('200', { exact: true })).toBeVisible();
  await tabTo(page, /^I’ve saved it$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await keyNamed(scene, 'By keyboard'))['scopes']).not.toContain('models:read');
});

/** Presses Tab until the button of that name, or the element itself, has the focus. */
async function tabTo(page: Page, name: RegExp, target = page.getByRole('button', { name })): Promise<void> {
  for (let press = 0; press < 80; press += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${String(name)}`);
}

/** Cookies of a developer who joined by an invitation. */
async function joined({ url, scene }: Place, email: string): Promise<Scene['cookies']> {
  const invitation = await scene.act('mutate', 'invitations.create', { email, role: 'developer' });
  const person = openBrowser(url);
  const token = tokenOf({ link: String(invitation['link']) });
  await person.mutate('invitations.preview', { token });
  const accepted = await person.mutate('invitations.accept', { token, name: 'Dev', password: PASSWORD });
  if (accepted.status !== 200) throw new Error(accepted.text);
  return [...person.jar].map(([name, value]) => ({ name, value, url }));
}
