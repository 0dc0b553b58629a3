import { LLMock } from '@copilotkit/aimock';
import type { Page } from '@playwright/test';

import { register } from '../contract/console-run';
import { openBrowser } from '../support/browser';
import { axeFaults } from './support/axe';
import { addFixtures, PASSWORD, startConsole, type Console, type Scene } from './support/console';
import { test } from './support/one-page';
import { copiedBy } from './support/steps';
import { expect, settled, watchContext } from './support/test';

let server: Console;
let scene: Scene;
test.beforeAll(async () => {
  server = await startConsole();
  scene = await addFixtures(server.url);
});
test.afterAll(() => server.stop());

const NEW_PASSWORD = 'plum rocket wears socks';

/** What a program sees with the key of the scene. */
async function listedIds(): Promise<string[]> {
  const response = await fetch(`${server.url}/api/v1/models`, { headers: { authorization: `Bearer ${scene.key}` } });
  const body = (await response.json()) as { data: { id: string }[] };
  return body.data.map(({ id }) => id);
}

/** Ids on the page; each is a button that copies it. */
async function shownIds(page: Page): Promise<string[]> {
  const buttons = page.getByRole('table', { name: 'Models', exact: true }).getByTitle(/^Copy /);
  const titles = await buttons.evaluateAll((elements) => elements.map((element) => element.getAttribute('title')));
  return titles.map((title) => String(title).slice('Copy '.length));
}

async function openModels(page: Page): Promise<void> {
  await page.goto(`${server.url}/user/api/w/${scene.workspaceId}/models`);
  await settled(page);
}

/** Another member of the workspace, who administers nothing. */
async function invite(email: string) {
  const owner = openBrowser(server.url);
  for (const { name, value } of scene.cookies) owner.jar.set(name, value);
  return register(server.url, owner, scene.workspaceId, email);
}

test('a provider is added, checked, moved and deleted, and its models are where they belong', async ({
  page,
  context,
}) => {
  const [first, second] = [new LLMock({ port: 0 }), new LLMock({ port: 0 })];
  for (const mock of [first, second]) {
    mock.addFixture({ match: { model: 'gpt-4o-mini', userMessage: 'hello' }, response: { content: 'Hi' } });
    await mock.start();
  }
  await context.addCookies(scene.cookies);
  await page.goto(`${server.url}/user/api/instance/models`);
  await settled(page);

  await page.getByRole('button', { name: 'Add provider' }).click();
  const form = page.getByRole('dialog', { name: 'Add a provider' });
  await form.getByRole('button', { name: 'Add provider' }).click();
  await expect(form.getByText('Enter a base URL.')).toBeVisible();
  await form.getByLabel('Preset').click();
  await page.getByRole('option', { name: 'OpenAI' }).click();
  await expect(form.getByLabel('Base URL')).toHaveValue('https://api.openai.com/v1');
  await expect(form.getByLabel('API format')).toHaveValue('OpenAI-compatible');
  await form.getByLabel('Name').fill('Mock');
  await form.getByLabel('Slug').fill('mock');
  await form.getByLabel('Base URL').fill(`${first.url}/v1`);
  await form.getByLabel('API key', { exact: true }).fill('sk-upstream-1234');
  expect(await axeFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add provider' }).click();

  // It is asked at once, and what came of it is said.
  const provider = page.getByRole('dialog', { name: 'Mock' });
  const result = provider.getByRole('status', { name: 'Test result' });
  await expect(result).toContainText('Connected.');
  await expect(result).toContainText(`${first.url}/v1/models`);
  await expect(result).toContainText('gpt-4o-mini');
  await expect(provider.getByText('…1234')).toBeVisible();
  await expect(provider.getByText('Up', { exact: true })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.content()).not.toContain('sk-upstream');

  await openModels(page);
  const health = page.getByRole('table', { name: 'AI providers' });
  await expect(health.getByRole('row', { name: /Mock.*Up/ })).toBeVisible();
  const ids = await listedIds();
  expect(ids).toContain('mock/gpt-4o-mini');
  await expect.poll(() => shownIds(page)).toEqual(ids);
  await health.getByRole('link', { name: 'Mock' }).click();
  await expect(page).toHaveURL(/provider=mock/);
  await expect.poll(() => shownIds(page)).toEqual(ids.filter((id) => id.startsWith('mock/')));

  // A kept key goes nowhere else.
  await page.goto(`${server.url}/user/api/instance/models?provider=mock&do=edit`);
  const change = page.getByRole('dialog', { name: 'Edit Mock' });
  await change.getByLabel('Base URL').fill(`${second.url}/v1`);
  await expect(change.getByText('This URL points to another server.')).toBeVisible();
  await change.getByRole('button', { name: 'Save changes' }).click();
  await expect(change.getByRole('alert')).toContainText('enter this again');
  await change.getByRole('radiogroup', { name: 'API key' }).getByText('New', { exact: true }).click();
  await change.getByLabel('New API key').fill('sk-other-9876');
  // What the preset filled in was stored, and stays.
  await expect(change.getByText('/responses', { exact: true })).toBeVisible();
  await change.getByRole('button', { name: 'Save changes' }).click();
  await expect(result).toContainText(`${second.url}/v1/models`);
  await expect(provider.getByText('…9876')).toBeVisible();

  await second.stop();
  await provider.getByRole('button', { name: 'Test connection' }).click();
  await expect(result).toContainText('Check base_url');
  await provider.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete provider' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Mock?' });
  await expect(question).toContainText(/All workspaces immediately lose access to its \d+ models?/);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete provider' }).click();
  await expect(page.getByRole('table', { name: 'AI providers' }).getByRole('link', { name: 'Mock' })).toBeHidden();
  await expect.poll(() => listedIds()).toEqual(['switchboard/echo']);
  await first.stop();
});

test('a person is suspended, resumed, and handed a link to a new password', async ({ browser, page, context }) => {
  await invite('kim@acme.com');
  const signIn = (password: string) =>
    openBrowser(server.url).mutate('auth.sign_in', { email: 'kim@acme.com', password });
  await context.addCookies(scene.cookies);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.url}/user/api/instance/users`);
  const row = page.getByRole('row', { name: /kim@acme\.com/ });
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for kim' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Suspend user');
  await page.getByRole('button', { name: 'Suspend user' }).click();
  await expect(row).toContainText('Suspended');
  expect((await signIn(PASSWORD)).status).toBe(401);
  await choose('Resume');
  await expect(row).toContainText('Active');
  expect((await signIn(PASSWORD)).status).toBe(200);

  await choose('Create reset link');
  await page.getByRole('button', { name: 'Create reset link' }).click();
  const link = await copiedBy(page.getByRole('button', { name: 'Copy reset link' }));
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(link);

  const other = await browser.newContext();
  const watch = await watchContext(other);
  const theirs = await other.newPage();
  await theirs.goto(link);
  await theirs.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await theirs.getByRole('button', { name: 'Set password' }).click();
  await expect(theirs).toHaveURL(/\/sign-in$/);
  await theirs.getByLabel('Email').fill('kim@acme.com');
  await theirs.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs).toHaveURL(new RegExp(`/w/${scene.workspaceId}`));
  await settled(theirs);
  expect(watch.faults).toEqual([]);
  await other.close();
  expect((await signIn(PASSWORD)).status).toBe(401);
});

test('a reported link is blocked by its address, is listed with its reason, and is set free there', async ({
  page,
  context,
}) => {
  const { short_url: address } = await scene.act('mutate', 'links.create', {
    url: 'https://example.com/',
    slug: 'bad',
  });
  const visit = async () => (await fetch(String(address), { redirect: 'manual' })).status;
  await context.addCookies(scene.cookies);
  await page.goto(`${server.url}/user/api/instance/links`);
  await expect(page.getByText('No blocked links')).toBeVisible();

  await page.getByLabel('Short URL').fill(String(address));
  await page.getByLabel('Reason').first().fill('Reported as phishing.');
  await page.getByRole('button', { name: 'Block link', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Block this link?' })
    .getByRole('button', { name: 'Block link', exact: true })
    .click();
  const row = page.getByRole('table', { name: 'Blocked links' }).getByRole('row', { name: /\/bad/ });
  await expect(row).toContainText('Reported as phishing.');
  expect(await visit()).toBe(403);
  expect(await axeFaults(page)).toEqual([]);

  await row.getByRole('button', { name: `Unblock ${String(address)}` }).click();
  const question = page.getByRole('dialog', { name: 'Unblock this link?' });
  await expect(question).toContainText('Reported as phishing.');
  await question.getByRole('button', { name: 'Unblock link' }).click();
  await expect(page.getByText('No blocked links')).toBeVisible();
  expect(await visit()).toBe(302);
});

test('a suspended workspace can be read, not changed, and works again once resumed', async ({ page, context }) => {
  await context.addCookies(scene.cookies);
  const calls = () =>
    fetch(`${server.url}/api/v1/models`, { headers: { authorization: `Bearer ${scene.key}` } }).then(
      ({ status }) => status,
    );
  await page.goto(`${server.url}/user/api/instance/workspaces`);
  const row = page.getByRole('row', { name: /Acme/ });
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for Acme' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Suspend workspace');
  await page.getByLabel('Reason').fill('Unpaid invoice');
  await page.getByRole('button', { name: 'Suspend workspace' }).click();
  await expect(row).toContainText('Suspended');
  expect(await calls()).toBe(403);

  await openModels(page);
  await expect(page.getByRole('status').filter({ hasText: 'is read-only' })).toContainText('Reason: Unpaid invoice');
  await expect(page.getByText('Owners and admins can change aliases')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);

  await page.goto(`${server.url}/user/api/instance/workspaces`);
  await choose('Resume');
  await expect(row).toContainText('Active');
  expect(await calls()).toBe(200);
  await openModels(page);
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await expect(page.getByText('is read-only')).toBeHidden();
});

test('members who do not administer the installation see no link to it', async ({ page, context }) => {
  const { browser: lee } = await invite('lee@acme.com');
  await context.addCookies([...lee.jar].map(([name, value]) => ({ name, value, url: server.url })));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openModels(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('Instance');
  await expect(page.getByRole('link', { name: 'Manage providers' })).toBeHidden();

  for (const path of ['users', 'workspaces', 'models', 'models?do=create']) {
    await page.goto(`${server.url}/user/api/instance/${path}`);
    await settled(page);
    await expect(page.getByText('For instance administrators only')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add provider' })).toBeHidden();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  expect(asked.filter((path) => /instance\.|providers\./.test(path))).toEqual([]);
  expect((await lee.query('models.providers.list')).problem).toMatchObject({ code: 'insufficient_role' });
});
