import type { Page } from '@playwright/test';

import type { Scene } from './support/console';
import { makeLink } from './support/links';
import { startLossyConsole } from './support/lost';
import { dialog, openPage } from './support/steps';
import { expect, settled, test } from './support/test';

const row = (page: Page, name: string) => page.getByRole('link', { name: `GET /api/v1/keys/${name}`, exact: true });
const call = async (url: string, key: string, name: string): Promise<void> => {
  const response = await fetch(`${url}/api/v1/keys/${name}`, { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
};
const linksTo = async (scene: Scene, url: string): Promise<number> => {
  const { data } = await scene.act('query', 'links.list');
  return (data as { url: string }[]).filter((one) => one.url === url).length;
};

test('a browser that believes to be offline, with its server on this machine, does everything', async ({
  page,
  context,
  filled,
}) => {
  const { url, scene } = filled;
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => false });
    addEventListener('load', () => dispatchEvent(new Event('offline')));
  });
  // Whoever asks another host gets nothing; the fixture counts it as well.
  await context.route(
    (asked) => asked.origin !== url,
    (route) => route.abort(),
  );
  await openPage(page, filled, scene, '/activity');
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await call(url, scene.key, 'believed-offline');
  await expect(row(page, 'believed-offline')).toBeVisible();

  await page.goto(`${url}/user/api/w/${scene.workspaceId}/links?create=1`);
  const form = dialog(page, 'Create a link');
  await form.getByLabel('Destination').fill('https://example.com/believed-offline');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form).toHaveCount(0);
  expect(await linksTo(scene, 'https://example.com/believed-offline')).toBe(1);

  // Queries that failed are repeated, and what is stale is read anew: neither waits for a network.
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/settings/members`);
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();
  await settled(page);
  await page.goto(`${url}/user/api/reference/getting-started#tag/me/me_get`);
  await settled(page);
  await expect(page.locator('[id$="tag/me/me_get"]').first()).toBeVisible();
});

test('cut off from its server, a page says so and keeps all; back again nothing is missing or double', async ({
  page,
  context,
}) => {
  await using server = await startLossyConsole();
  const { scene, proxy } = server;
  await openPage(page, server, scene, '/activity?method=GET');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await call(server.url, scene.key, 'before');
  await expect(row(page, 'before')).toBeVisible();
  await page.evaluate(() => (document.body.dataset['stays'] = 'yes'));

  await context.setOffline(true);
  // A stream that was open when the network went hangs; it is ended here, as a router that restarts would.
  proxy.sever();
  const names = Array.from({ length: 20 }, (_, at) => `away-${at}`);
  for (const name of names) await call(server.url, scene.key, name);
  await expect(page.getByText('Reconnecting')).toBeVisible({ timeout: 30_000 });
  await expect(row(page, 'before')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 });
  for (const name of ['before', ...names]) await expect(row(page, name)).toHaveCount(1);
  expect(await page.evaluate(() => document.body.dataset['stays'])).toBe('yes');
});

test('a form sent while offline says so, keeps its input, and creates one object afterwards', async ({
  page,
  context,
  filled,
}) => {
  const { scene } = filled;
  const target = 'https://example.com/while-away';
  await makeLink(scene, { url: 'https://example.com/', slug: 'there-before' });
  await openPage(page, filled, scene, '/links?create=1');
  const form = dialog(page, 'Create a link');
  await form.getByLabel('Destination').fill(target);
  await form.getByLabel('Title', { exact: true }).fill('While away');

  await context.setOffline(true);
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'The server does not answer' })).toBeVisible();
  await expect(form.getByLabel('Destination')).toHaveValue(target);
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('While away');
  await context.setOffline(false);
  expect(await linksTo(scene, target)).toBe(0);

  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form).toHaveCount(0);
  expect(await linksTo(scene, target)).toBe(1);
  await expect(page.getByText('While away').first()).toBeVisible();
});
