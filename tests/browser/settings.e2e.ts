import type { Route } from '@playwright/test';

import { PASSWORD } from './support/console';
import { join, openAs } from './support/people';
import { expect, settled, test } from './support/test';

test('two who change the settings at once see theirs and mine, field by field', async ({ browser, filled }) => {
  const { url } = filled;
  const grace = await join(filled, 'viewer', 'Grace Hopper');
  const { id } = await grace.act('mutate', 'workspaces.create', { name: 'Compilers' });
  const workspaceId = String(id);
  const inIt = { ...filled, scene: { ...filled.scene, workspaceId, act: grace.actIn(workspaceId) } };
  const alan = await join(inIt, 'admin', 'Alan');
  const { page, context, watch } = await openAs(browser, alan, 412);
  await page.goto(`${url}/user/api/w/${workspaceId}/settings/general`);
  await settled(page);

  // Nothing typed yet: the form follows.
  await grace.actIn(workspaceId)('mutate', 'workspaces.update', { workspace_id: workspaceId, log_retention_days: 30 });
  await expect(page.getByLabel('Request log retention (days)')).toHaveValue('30');

  // Another changes it between the click and the answer.
  await page.getByLabel('Name').fill('Compilers of Alan');
  await page.getByLabel('If a key leaks publicly').selectOption('alert');
  const overtake = async (route: Route) => {
    const change = { workspace_id: workspaceId, name: 'Compilers of Grace', log_retention_days: 60 };
    await grace.actIn(workspaceId)('mutate', 'workspaces.update', change);
    await route.continue();
  };
  await page.route('**/trpc/workspaces.update*', overtake, { times: 1 });
  const refused = page.waitForResponse(/workspaces\.update/);
  await page.getByRole('button', { name: 'Save settings' }).click();
  expect((await refused).status()).toBe(412);
  await expect(page.getByText(/^Changed by Grace Hopper (?:now|\d+ sec)/)).toBeVisible();
  const sides = page.getByRole('table', { name: 'Theirs and mine' });
  await expect(sides.getByRole('row')).toHaveCount(4);
  // What one side alone changed is chosen; the name was changed by both.
  await expect(page.getByRole('radio', { name: 'Request log retention (days), theirs: 60' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'If a key leaks publicly, mine: Only notify us' })).toBeChecked();
  const save = page.getByRole('button', { name: 'Save selection' });
  await expect(save).toBeDisabled();
  const mine = page.getByRole('radio', { name: 'Name, mine: Compilers of Alan' });
  await mine.check();
  // A choice that fails says so where it was made.
  await page.route('**/trpc/workspaces.update*', (route) => route.abort(), { times: 1 });
  await save.click();
  await expect(page.locator('.edit-conflict').getByText(/^The server does not answer/)).toBeVisible();
  await mine.check();
  await save.click();
  await expect(sides).toHaveCount(0);
  await expect(page.getByLabel('Request log retention (days)')).toHaveValue('60');
  await expect(page.locator('.header').getByText('Compilers of Alan')).toBeVisible();
  expect(await grace.actIn(workspaceId)('query', 'workspaces.get', { workspace_id: workspaceId })).toMatchObject({
    name: 'Compilers of Alan',
    leaked_key_policy: 'alert',
    log_retention_days: 60,
  });
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('the other member’s version can be taken whole when it arrives while typing', async ({ browser, filled }) => {
  const eli = await join(filled, 'viewer', 'Eli');
  const { id } = await eli.act('mutate', 'workspaces.create', { name: 'Old' });
  const workspaceId = String(id);
  const { page, context, watch } = await openAs(browser, eli);
  await page.goto(`${filled.url}/user/api/w/${workspaceId}/settings/general`);
  await settled(page);
  await page.getByLabel('Name').fill('Never saved');
  await eli.actIn(workspaceId)('mutate', 'workspaces.update', { workspace_id: workspaceId, name: 'New' });
  await page.getByRole('button', { name: 'Use all of theirs' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('New');
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('a new name stands in the header before the server knows it, and goes when it is refused', async ({
  browser,
  filled,
}) => {
  const nora = await join(filled, 'viewer', 'Nora');
  const { id } = await nora.act('mutate', 'workspaces.create', { name: 'Before' });
  const { page, context, watch } = await openAs(browser, nora, 503);
  await page.goto(`${filled.url}/user/api/w/${String(id)}/settings/general`);
  await settled(page);
  const header = page.locator('.header');
  const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route('**/trpc/workspaces.update*', async (route) => {
    await answer;
    await route.fulfill({ status: 503, contentType: 'application/json', body: '{}' });
  });
  await page.getByLabel('Name').fill('After');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(header.getByText('After')).toBeVisible();
  letAnswer();
  await expect(header.getByText('Before')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('After');
  await page.unroute('**/trpc/workspaces.update*');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(header.getByText('After')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('After');
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('the audit log is narrowed by one field, action, actor and days, and an id opens its entry', async ({
  browser,
  filled,
}) => {
  const { url } = filled;
  const lin = await join(filled, 'viewer', 'Lin');
  const { id } = await lin.act('mutate', 'workspaces.create', { name: 'Ledger' });
  const workspaceId = String(id);
  const act = lin.actIn(workspaceId);
  await act('mutate', 'workspaces.update', { workspace_id: workspaceId, name: 'Ledger 2', log_retention_days: 9 });
  const { data } = await act('query', 'audit_entries.list', { action: 'workspace.updated' });
  const [entry] = data as { id: string; request_id: string }[];
  const { page, context, watch } = await openAs(browser, lin);
  const base = `${url}/user/api/w/${workspaceId}`;

  await page.goto(`${base}/o/${entry?.id}`);
  const sheet = page.getByRole('dialog', { name: 'workspace.updated' });
  await expect(sheet.getByRole('row', { name: 'name Ledger Ledger 2' })).toBeVisible();
  await expect(sheet.getByRole('row', { name: 'log_retention_days 7 9' })).toBeVisible();
  await expect(sheet.getByRole('row')).toHaveCount(3);
  await expect(sheet.getByRole('definition').filter({ hasText: /^Lin View all by this actor$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(`${base}/settings/audit`);

  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveCount(1);
  await page.keyboard.insertText(entry?.id ?? '');
  await expect(sheet).toBeVisible();
  // Until the focus is in the drawer, Escape is for the field.
  await expect(page.getByRole('searchbox')).not.toBeFocused();
  // It is opened once, though the id is still in the field.
  await page.clock.install();
  await page.keyboard.press('Escape');
  await page.clock.runFor(2000);
  await expect(sheet).toHaveCount(0);
  await page.clock.resume();

  const panel = page.locator('.filter-panel');
  const filterBy = async (name: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await panel.getByRole('button', { name, exact: true }).click();
  };
  await filterBy('Action');
  await panel.getByRole('button', { name: 'workspace.updated' }).click();
  await expect(rows).toHaveCount(1);
  await filterBy('Actor');
  await panel.getByRole('button', { name: 'Lin' }).click();
  await expect(page).toHaveURL(/actor_id=usr_/);
  await expect(rows).toHaveCount(1);
  // With one filter left, its values are there at once.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await panel.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/time=7d/);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Time: Last 7 days' }).click();
  await panel.getByLabel('Until').fill('2020-01-01');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No results for these filters')).toBeVisible();
  await page.getByRole('search').getByRole('button', { name: 'Remove filter Time' }).click();
  await expect(rows).toHaveCount(1);
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('usage shows calls in a chart or a table, grouped in four ways, with the remaining quota', async ({
  browser,
  filled,
}) => {
  const { url, scene } = filled;
  const ugo = await join(filled, 'viewer', 'Ugo');
  const { page, context, watch } = await openAs(browser, ugo);
  await expect
    .poll(async () => ((await ugo.act('query', 'usage.get'))['data'] as unknown[]).length, { timeout: 20_000 })
    .toBeGreaterThan(0);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/settings/usage`);
  await settled(page);
  await expect(page.getByRole('slider', { name: 'Requests over time' })).toBeVisible();
  await expect(page.getByText(/about [\d,]+ left now/)).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: 'Requests over time' }).locator('tbody tr')).toHaveCount(25);
  const split = page.getByRole('table', { name: 'Breakdown of requests' });
  await expect(split).toContainText('models_list');
  await page.getByText('Status', { exact: true }).first().click();
  await expect(split).toContainText('2xx');
  await page.locator('label').getByText('API', { exact: true }).click();
  await expect(page).toHaveURL(/group=surface/);
  await expect(split).toContainText('Core');
  await expect(page.getByRole('heading', { name: 'Requests by API' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Core' })).toBeVisible();
  await page.locator('label').getByText('API key', { exact: true }).click();
  // A viewer reads no keys, so no names of them either.
  await expect(split).toContainText(/key_\w{4}…/);
  await expect(page.getByText('Webhooks', { exact: true }).last()).toBeVisible();
  await expect(page.getByText(/of 1,000,000$/)).toBeVisible();
  await expect(page.locator('#main')).not.toContainText(/UTC|\.000/);

  const { id } = await ugo.act('mutate', 'workspaces.create', { name: 'Quiet' });
  await page.goto(`${url}/user/api/w/${String(id)}/settings/usage`);
  await expect(page.getByText('No requests in this period').first()).toBeVisible();
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('the header shows the worst warning, and the others on a click', async ({ browser, filled }) => {
  const { url } = filled;
  const wen = await join(filled, 'viewer', 'Wen');
  const { id } = await wen.act('mutate', 'workspaces.create', { name: 'Fading' });
  const workspaceId = String(id);
  const expires_at = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const key = { kind: 'ak', name: 'Nearly over', scopes: ['models:read'], expires_at };
  const { id: keyId } = await wen.actIn(workspaceId)('mutate', 'keys.create', key);
  const { page, context, watch } = await openAs(browser, wen);
  // As on a host that is not loopback, without TLS.
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.goto(`${url}/user/api/w/${workspaceId}/settings/danger`);
  const slot = page.locator('.warning-slot');
  await expect(slot.getByRole('button')).toHaveText(/Plain http\+1/);

  await filled.scene.act('mutate', 'instance.workspaces.suspend', { workspace_id: workspaceId, reason: 'Unpaid' });
  await page.reload();
  await expect(slot.getByRole('button')).toHaveText(/Suspended\+2/);
  await slot.getByRole('button').click();
  const list = page.getByRole('list', { name: 'Warnings' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list).toContainText('“Nearly over” stops working in 3 days.');
  await expect(list).toContainText('Use TLS in front');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(slot.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await list.getByRole('link', { name: 'Open the key' }).click();
  await expect(page).toHaveURL(new RegExp(`/keys/${String(keyId)}$`));
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('while the server does not answer, the header counts down, and all comes back by itself', async ({
  browser,
  filled,
}) => {
  const dov = await join(filled, 'viewer', 'Dov');
  const { page, context } = await openAs(browser, dov);
  await page.goto(`${filled.url}/user/api/w/${filled.scene.workspaceId}/settings/usage`);
  await settled(page);
  await page.route('**/trpc/**', (route) => route.abort());
  await page.getByText('30 days', { exact: true }).click();
  const slot = page.locator('.warning-slot');
  await expect(slot.getByRole('button')).toContainText(/Server unreachable/, { timeout: 20_000 });
  await expect(slot.getByRole('button')).toContainText(/Trying again in \d+ s\./);
  await page.unroute('**/trpc/**');
  await expect(slot.getByRole('button')).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole('table', { name: 'Breakdown of requests' })).toBeVisible();
  await context.close();
});

test('the account: name, password and sessions', async ({ browser, filled }) => {
  const { url } = filled;
  const kim = await join(filled, 'viewer', 'Kim');
  const { page, context, watch } = await openAs(browser, kim);
  await page.goto(`${url}/user/api/account/profile`);
  await page.getByLabel('Name').fill('Kim Two');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('button', { name: 'Account of Kim Two' })).toBeVisible();

  const other = await openAs(browser, undefined);
  const signIn = async (password: string) => {
    await other.page.goto(`${url}/user/api/sign-in`);
    await other.page.getByLabel('Email').fill(kim.email);
    await other.page.getByLabel('Password', { exact: true }).fill(password);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.page).toHaveURL(/\/w\/ws_/);
  };
  await signIn(PASSWORD);
  await page.goto(`${url}/user/api/account/sessions`);
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'This browser' })).toHaveCount(1);
  await expect(
    rows.filter({ hasText: 'This browser' }).getByRole('button', { name: /^Sign out (?!other)/ }),
  ).toHaveCount(0);
  await page.getByRole('button', { name: /^Sign out (?!other)/ }).click();
  await expect(rows).toHaveCount(1);
  await other.page.goto(`${url}/user/api/account/profile`);
  await expect(other.page).toHaveURL(/\/sign-in/);

  await signIn(PASSWORD);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out other browsers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out other browsers' }).click();
  await expect(rows).toHaveCount(1);

  await page.goto(`${url}/user/api/account/security`);
  await page.getByLabel('Current password').fill('wrong and long');
  await page.getByLabel('New password').fill('seven grey boats turn');
  watch.expect(401, 403, 422);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText('The current password is wrong.');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await signIn('seven grey boats turn');
  expect([...watch.faults, ...other.watch.faults]).toEqual([]);
  await other.context.close();
  await context.close();
});
