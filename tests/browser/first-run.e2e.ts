import type { Page } from '@playwright/test';

import { OWNER, startConsole } from './support/console';
import { ROUTES } from './support/routes';
import { runCommand } from './support/shell';
import { expect, settled, test } from './support/test';

const FIELD = 'API key for samples and test requests';

test('from an empty server to an answered call that stands in the log', async ({ page, context }) => {
  await using server = await startConsole();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.url}/user/api`);
  await expect(page).toHaveURL(/\/setup$/);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail').fill(OWNER.email);
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
  if (ROUTES.includes('/w/$ws/activity')) {
    await page.goto(`${server.url}/user/api/w/${workspaceId}/activity`);
    await expect(page.getByText('/api/v1/models').first()).toBeVisible();
  }
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
