import { spawnSync } from 'node:child_process';

import type { Locator, Page } from '@playwright/test';

import { OWNER, startConsole, type Console } from './support/console';
import { runCommand, runScript } from './support/shell';
import { expect, settled, SIZES, test } from './support/test';

const MAX_CLICKS = 6;

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const codeOf = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: 'Copy' });
const arrived = (page: Page) => page.getByRole('table', { name: 'Requests' }).getByRole('row', { name: /models/ });

async function fillSetup(page: Page, server: Console): Promise<void> {
  await page.goto(`${server.url}/user/api`);
  await expect(page).toHaveURL(/\/setup$/);
  await page.getByLabel('Your name').pressSequentially(OWNER.name);
  await page.getByLabel('Email').pressSequentially(OWNER.email);
  await page.getByLabel('Password', { exact: true }).pressSequentially(OWNER.password);
  await expect(page.getByLabel('Workspace')).toHaveValue('Acme');
}

/** From the first page to a key that stands inside the command; every press is counted. */
async function untilKey(page: Page, server: Console, press: (button: Locator) => Promise<void>): Promise<void> {
  await fillSetup(page, server);
  await press(page.getByRole('button', { name: 'Create account' }));
  await expect(page).toHaveURL(/\/w\/ws_/);
  await settled(page);
  await press(page.getByRole('button', { name: 'Create key' }));
  await expect(page.getByText('Waiting for your first request')).toBeVisible();
  // A command that is selected by mouse works too.
  await expect(page.getByRole('tabpanel')).toContainText(/Bearer sb_ak_\w{38}/);
}

/** What a person does next: copies the command, and runs it in a terminal. */
async function copyAndRun(page: Page, server: Console, press: (button: Locator) => Promise<void>) {
  await press(codeOf(page));
  await expect.poll(() => clipboard(page)).toContain('curl ');
  const command = await clipboard(page);
  expect(command).toContain(`${server.url}/api/v1/models`);
  expect(command).toMatch(/sb_ak_\w{38}/);
  return runCommand(command);
}

for (const [how, size] of Object.entries(SIZES)) {
  test(`from an empty server to an answered call, ${how}`, async ({ page, context }) => {
    await using server = await startConsole();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize(size);
    let clicks = 0;
    const click = async (button: Locator) => {
      clicks += 1;
      await button.click();
    };
    await untilKey(page, server, click);
    const { status, output } = await copyAndRun(page, server, click);
    expect(status).toBe(200);
    expect(JSON.parse(output)).toMatchObject({ object: 'list' });

    await expect(page.getByText(/^First request received: 200 in \d+ milliseconds?/)).toBeVisible();
    await expect(arrived(page)).toHaveCount(1);
    await expect(arrived(page)).toHaveClass(/row-new/);
    await expect(page.getByRole('listitem').filter({ hasText: 'Make a call' })).toContainText('(done)');
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);

    await click(page.getByRole('button', { name: 'Run it here' }));
    await expect(page.getByRole('status').filter({ hasText: 'View in logs' })).toContainText('200');
    await expect(arrived(page)).toHaveCount(2);
  });
}

test('the same by keyboard alone', async ({ page, context }) => {
  await using server = await startConsole();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const press = async (button: Locator) => {
    await tabTo(page, button);
    await page.keyboard.press('Enter');
  };
  await untilKey(page, server, press);
  expect((await copyAndRun(page, server, press)).status).toBe(200);
  await expect(page.getByText(/^First request received: 200/)).toBeVisible();
  await press(page.getByRole('button', { name: 'Run it here' }));
  await expect(arrived(page)).toHaveCount(2);
});

/** Presses Tab until the button has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, button: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The button cannot be reached by keyboard.');
}

test('a call that is refused is explained by its code', async ({ page, context }) => {
  await using server = await startConsole();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await untilKey(page, server, (button) => button.click());
  const workspaceId = /ws_\w+/.exec(page.url())?.[0] ?? '';
  const { data } = await call(page, workspaceId, 'GET', 'keys.list', {});
  await call(page, workspaceId, 'POST', 'keys.revoke', { key_id: data.data[0].id });

  expect((await copyAndRun(page, server, (button) => button.click())).status).toBe(401);
  await expect(page.getByText(/^Request refused: 401/)).toContainText('api_key_revoked');
});

const hasHttpx = spawnSync('python3', ['-c', 'import httpx']).status === 0;
for (const [tab, extension, runner] of [
  ['TypeScript', 'ts', process.execPath],
  ['Python', 'py', 'python3'],
] as const) {
  test(`the sample in ${tab} runs`, async ({ page, context }) => {
    test.skip(extension === 'py' && !hasHttpx, 'python3 has no httpx here');
    await using server = await startConsole();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await untilKey(page, server, (button) => button.click());
    await page.getByRole('tab', { name: tab }).click();
    await codeOf(page).click();
    await expect.poll(() => clipboard(page)).toContain('/api/v1/models');
    await runScript(await clipboard(page), extension, runner);
    await expect(page.getByText(/^First request received: 200/)).toBeVisible();
  });
}

const FIELD = 'API key for samples and test requests';

test('a command of the reference runs in a shell, and its call stands in the log', async ({ page, context }) => {
  await using server = await startConsole();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.url}/user/api`);
  await expect(page).toHaveURL(/\/setup$/);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await expect(page.getByLabel('Workspace')).toHaveValue('Acme');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/w\/ws_/);
  await settled(page);
  const workspaceId = /ws_\w+/.exec(page.url())?.[0] ?? '';

  const made = await call(page, workspaceId, 'POST', 'keys.create', {
    kind: 'ak',
    name: 'First steps',
    scopes: ['models:read'],
  });
  expect(made.status).toBe(200);

  await page.goto(`${server.url}/user/api/reference/getting-started#tag/models/models_list`);
  await settled(page);
  await page.getByLabel(FIELD).fill(made.data.secret);
  await expect(page.getByText(/^Acme · 1 scope/)).toBeVisible();
  const card = page.locator('[id$="tag/models/models_list"] .request-card').first();
  await card.hover();
  await card.getByRole('button', { name: /copy/i }).click();
  await expect.poll(async () => page.evaluate(() => navigator.clipboard.readText())).toContain('curl ');

  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(made.data.secret);
  const { output, status } = await runCommand(command);
  expect(status).toBe(200);
  expect(JSON.parse(output)).toMatchObject({ object: 'list' });

  await expect
    .poll(async () => {
      const logs = await call(page, workspaceId, 'GET', 'request_logs.list', {});
      return logs.data.data.map((row: { path: string; status: number }) => `${row.status} ${row.path}`);
    })
    .toContain('200 /api/v1/models');
  await page.goto(`${server.url}/user/api/w/${workspaceId}/activity`);
  await expect(page.getByText('/api/v1/models').first()).toBeVisible();
});

/** A call of the typed door from the page, with its session. */
async function call(page: Page, workspaceId: string, method: 'GET' | 'POST', procedure: string, input: object) {
  return page.evaluate(
    async ({ workspace, how, name, given }) => {
      const query = how === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(given))}` : '';
      const response = await fetch(`/trpc/${name}${query}`, {
        method: how,
        headers: { 'content-type': 'application/json', 'x-workspace-id': workspace },
        ...(how === 'POST' ? { body: JSON.stringify(given) } : {}),
      });
      const body = await response.json();
      return { status: response.status, data: body.result?.data, problem: body.error?.data?.problem };
    },
    { workspace: workspaceId, how: method, name: procedure, given: input },
  );
}
