import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { widthFaults } from './support/layout';
import { test } from './support/one-page';
import { runCommand } from './support/shell';
import { expect, settled } from './support/test';

const rows = 'tbody tr';

/** Sets a filter by its menu: chooses the value, or types it. */
async function filter(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.locator('.filter-panel');
  await panel.getByRole('button', { name, exact: true }).click();
  const field = panel.getByRole('textbox');
  const choice = panel.getByRole('button', { name: value, exact: true });
  await expect(field.or(choice).first()).toBeVisible();
  if ((await choice.count()) > 0) {
    await choice.click();
  } else {
    await field.fill(value);
    await field.press('Enter');
  }
  await expect(page.getByRole('button', { name: `${name}: ${value}`, exact: true })).toBeVisible();
}

test('filters live in the address, and a pasted link shows the same', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/activity`);
  await settled(page);
  await filter(page, 'Status', '4xx client error');
  await filter(page, 'Error code', 'insufficient_scope');
  await filter(page, 'Operation', 'GET /members');
  await filter(page, 'Time', 'Last hour');
  await expect(page.locator(rows)).toHaveCount(1);
  await expect(page.locator(rows)).toContainText('/api/v1/members');
  await page.reload();
  await expect(page.locator(rows)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Error code: insufficient_scope' })).toBeVisible();

  await filter(page, 'Method', 'DELETE');
  await expect(page.getByText('No results for these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Method', exact: true }).click();
  await expect(page.locator(rows)).toHaveCount(1);
});

test('the rail leads to the events, which filter by type and object', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}`);
  await settled(page);
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
  await settled(page);
  await filter(page, 'Type', 'api_key.*');
  await filter(page, 'Object ID', scene.keyId);
  await expect(page).toHaveURL(new RegExp(`object=${scene.keyId}`));
  await expect(page.locator(rows)).toHaveCount(1);
  await expect(page.locator(rows)).toContainText('Billing service');

  await page.getByRole('link', { name: 'api_key.created' }).click();
  await expect(page.getByRole('heading', { name: 'Event', exact: true })).toBeVisible();
  await expect(page.getByLabel('Envelope')).toContainText(scene.keyId);
  await page.getByRole('link', { name: 'All events' }).click();
  await expect(page).toHaveURL(new RegExp(`object=${scene.keyId}`));
  await page.getByRole('button', { name: /^Object ID:/ }).click();
  await page.locator('.filter-panel').getByRole('textbox').fill('nonsense');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Write an ID such as/)).toBeVisible();
});

test('the list is worked by keyboard: rows, code, detail and neighbours', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/activity?status=2xx&key=${scene.keyId}`);
  await settled(page);
  const links = page.locator('.row-link');
  await page.keyboard.press('j');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(links.nth(1)).toBeFocused();

  await expect(page.getByRole('button', { name: 'Copy as code' })).toBeVisible();
  await page.keyboard.press('.');
  await page.getByRole('menuitem', { name: 'cURL' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`${url}/api/v1/request-logs?status_class=2xx`);
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const before = await links.count();
  expect((await runCommand(`SWITCHBOARD_API_KEY=${scene.key}\n${command}`)).output).toContain('data');
  // Its own row arrives, and moves the others.
  await expect(links).toHaveCount(before + 1);

  await links.nth(1).focus();
  const href = await links.nth(2).getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Request', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await page.keyboard.press('ArrowLeft');
  await expect(page).not.toHaveURL(new RegExp(`${href}$`));
  await page.getByRole('link', { name: 'All requests' }).click();
  await expect(page).toHaveURL(/status=2xx/);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Request ID or path')).toBeFocused();
});

test('the list as it is filtered is exported, one object a line', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/activity?route=members_list`);
  await settled(page);
  const shown = await page.locator(rows).count();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { operation_id: string }).operation_id)).toEqual(
    Array.from({ length: shown }, () => 'members_list'),
  );
});

test('a request shows what it caused, and a failed one what to do', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  const writer = await scene.act('mutate', 'keys.create', { kind: 'ak', name: 'Writer', scopes: ['webhooks:write'] });
  const refused = await fetch(`${url}/api/v1/members`, {
    headers: { authorization: `Bearer ${String(writer['secret'])}` },
  });
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/activity/${refused.headers.get('x-request-id')}`);
  await expect(page.getByText('This request caused no events.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'insufficient_scope' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Writer' })).toBeVisible();

  const invalid = await fetch(`${url}/api/v1/keys?limit=0`, { headers: { authorization: `Bearer ${scene.key}` } });
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/activity/${invalid.headers.get('x-request-id')}`);
  await expect(page.getByRole('link', { name: 'validation_failed' })).toBeVisible();
  await expect(page.locator('.note')).not.toContainText('`');
});

test('hostile input stays text, and the layout holds', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  const hostile = `<img src=x onerror=document.title='taken'><script>document.title='taken'`;
  const bidi = '\u202Egnp.exe\u2066';
  await scene.act('mutate', 'keys.create', {
    kind: 'ak',
    name: `<b>${bidi}</b>${'x'.repeat(60)}`,
    scopes: ['models:read'],
  });
  const ids: string[] = [];
  for (const [path, agent] of [
    [encodeURIComponent(hostile), hostile],
    [encodeURIComponent(bidi + hostile), 'javascript:alert(1)'],
    ['y'.repeat(1800), 'a'.repeat(10_000)],
  ]) {
    const response = await fetch(`${url}/api/v1/keys/${path}`, {
      headers: { authorization: `Bearer ${scene.key}`, 'user-agent': agent ?? '' },
    });
    ids.push(response.headers.get('x-request-id') ?? '');
  }
  const faults: string[] = [];
  for (const place of ['', '/activity', '/events', ...ids.map((id) => `/activity/${id}`)]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${url}/user/api/w/${scene.workspaceId}${place}`);
    await settled(page);
    if (place.includes('req_')) await expect(page.getByRole('heading', { name: 'Request', exact: true })).toBeVisible();
    await expect(page).not.toHaveTitle('taken');
    expect(await page.locator('#main :is(script, img, b)').count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    faults.push(...(await widthFaults(page)).map((fault) => `${place}: ${fault}`));
  }
  expect(faults.join('\n')).toBe('');
});
