import type { Page } from '@playwright/test';

import { axeFaults } from './support/axe';
import { resize } from './support/layout';
import { withSomeLinks } from './support/links';
import { scriptOf } from './support/scripts';
import { copied, dialog, openPage } from './support/steps';
import { expect, settled, test } from './support/test';

test('search is within reach at every width', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/keys');
  for (const width of [390, 640, 767, 768, 769, 1024, 1280]) {
    await resize(page, { width, height: 800 });
    const search = page.getByRole('banner').getByRole('button', { name: 'Search' });
    await expect(search, `${width} px`).toHaveCount(1);
    await expect(search, `${width} px`).toBeVisible();
  }
});

test('tables are cards when narrow, and have more columns the wider they are', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/keys');
  const head = page.getByRole('columnheader');
  const shown: number[] = [];
  for (const width of [900, 1024, 1920]) {
    await resize(page, { width, height: 800 });
    const isCards = await page.locator('thead').evaluate(({ clientWidth }) => clientWidth <= 1);
    const columns = await head.evaluateAll((cells) => cells.filter((cell) => cell.clientWidth > 0).length);
    shown.push(isCards ? 0 : columns);
  }
  const [cards = 0, narrow = 0, wide = 0] = shown;
  expect(cards).toBe(0);
  expect(narrow).toBeGreaterThan(2);
  expect(wide).toBeGreaterThan(narrow);
  const table = await page.getByRole('table', { name: 'API keys' }).boundingBox();
  expect(table?.width).toBeGreaterThanOrEqual(1400);
});

test('a drawer that was closed is not opened again by Back', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '');
  await page.locator('.rail').getByRole('link', { name: 'API keys', exact: true }).click();
  await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible();
  const drawer = dialog(page, 'Create a key');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await expect(drawer).toBeVisible();
  // Closed twice before it is gone, it goes back once.
  await drawer.getByRole('button', { name: 'Close' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/keys$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/w\/ws_\w+$/);
  await expect(drawer).toHaveCount(0);

  // Back closes an open one.
  await page.goForward();
  await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/keys$/);

  // One that the address opened: there is nothing of the console to go back to.
  await openPage(page, filled, filled.scene, '/keys?create=true');
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/keys$/);
});

test('the rail shows where one is, in every list of the logs', async ({ page, filled }) => {
  for (const path of ['/activity', '/events', '/deliveries', `/activity/${filled.scene.requestId}`]) {
    await openPage(page, filled, filled.scene, path);
    await expect(page.locator('.rail [aria-current="page"]'), path).toHaveText(['Logs']);
  }
});

test('an address without a page lights nothing in the rail', async ({ page, filled }) => {
  for (const path of ['/no-such-page', '/links/no/such/page']) {
    await openPage(page, filled, filled.scene, path);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible();
    await expect(page.locator('.rail').getByRole('link', { name: 'Overview', exact: true })).toBeVisible();
    await expect(page.locator('.rail [aria-current="page"]'), path).toHaveCount(0);
  }
  await openPage(page, filled, filled.scene, '');
  await expect(page.locator('.rail [aria-current="page"]')).toHaveText(['Overview']);
});

test('each part of automation is one click away, and is lit', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '');
  const rail = page.locator('.rail');
  for (const name of ['Publications', 'Publication deliveries', 'Inbound endpoints', 'Rules', 'Connect']) {
    await rail.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(rail.locator('[aria-current="page"]')).toHaveText([name]);
  }
  await openPage(page, filled, filled.scene, '/automation/publications/new');
  await expect(rail.locator('[aria-current="page"]')).toHaveText(['Publications']);
});

test('filters stand in the address, and are set by the keyboard', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/keys');
  // There are more keys when other tests ran before.
  const rowOf = (name: string) => page.getByRole('table', { name: 'API keys' }).getByRole('row', { name });
  const [active, revoked] = [rowOf('Billing service'), rowOf('Old import')];
  await expect(active).toBeVisible();
  await expect(revoked).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.keyboard.press('Enter');
  const panel = page.locator('.filter-panel');
  await expect(panel.getByRole('button', { name: 'Status' })).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Active' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/keys\?status=revoked$/);
  await expect(active).toHaveCount(0);
  await expect(revoked).toBeVisible();
  await expect(page.getByRole('button', { name: 'Status: Revoked' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await page.reload();
  await settled(page);
  await expect(revoked).toBeVisible();
  await expect(active).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove filter Status' }).click();
  await expect(active).toBeVisible();
  await expect(page).toHaveURL(/\/keys$/);
});

test('one sign in the header copies the call of the page', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/keys');
  await expect(page.locator('#main [data-copies-code]')).toHaveCount(1);
  await page.keyboard.press('.');
  await page.getByRole('menuitem', { name: 'cURL' }).click();
  await expect(page.getByText('Copied as cURL')).toBeVisible();
  expect(await copied(page)).toContain('/api/v1/keys');
  await expect(page.getByRole('button', { name: 'Copy as code' })).toBeFocused();
});

test('a chart tells its values at the pointer and by arrow keys', async ({ page, filled }) => {
  const scene = await withSomeLinks(filled.scene);
  await openPage(page, filled, scene, '/links/analytics');
  const chart = page.getByRole('slider', { name: 'Clicks over time' });
  await chart.focus();
  const tooltip = page.locator('.chart-tooltip');
  await expect(tooltip).toBeVisible();
  const last = await chart.getAttribute('aria-valuetext');
  expect(last).toMatch(/Clicks \d/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).not.toHaveAttribute('aria-valuetext', String(last));
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(tooltip).toHaveCount(0);

  // It follows its window, to both sides.
  await resize(page, { width: 1900, height: 800 });
  await resize(page, { width: 700, height: 800 });
  await expect.poll(async () => (await chart.locator('svg').boundingBox())?.width).toBeLessThan(700);

  await chart.hover({ position: { x: 300, y: 100 } });
  await expect(tooltip).toBeVisible();
  expect(await page.locator('.chart-tick').count()).toBeGreaterThan(5);
});

test('a row has a menu of what can be done with it, by mouse and keyboard', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/keys');
  const button = page.getByRole('button', { name: 'Actions for Billing service' });
  for (const width of [1280, 390]) {
    await resize(page, { width, height: 800 });
    await button.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: 'Copy key ID' })).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    const box = await menu.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width, `${width} px`).toBe(true);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await button.click();
  await page.getByRole('menuitem', { name: 'View requests' }).click();
  await expect(page).toHaveURL(new RegExp(`/activity\\?key=${filled.scene.keyId}$`));
});

const LANGUAGE = { name: 'Português (Brasil)' } as const;

test('the language is switched in the account menu, and remembered', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/keys');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'English current' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('menuitem', LANGUAGE).click();
  await expect(page.getByRole('link', { name: 'Chaves de API' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.reload();
  await settled(page);
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeVisible();
  // Times and lists follow the language.
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/^(?:há|agora)/);
  await page.keyboard.press('?');
  await expect(dialog(page, 'Atalhos de teclado')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // So do labels that the API has in English.
  await page.keyboard.press('c');
  await expect(page.getByText('Listar chaves de API.')).toBeAttached();
  await expect(page.getByText('Teste cada canal uma vez no sandbox.')).toBeVisible();
});

test.describe('for a browser in Portuguese', () => {
  test.use({ locale: 'pt-PT' });
  test('the console is in Portuguese', async ({ page, filled }) => {
    await openPage(page, filled, filled.scene, '');
    await expect(page.getByRole('link', { name: 'Visão geral' })).toBeVisible();
  });

  test('what the API refuses is said in Portuguese', async ({ page, filled, watch }) => {
    watch.expect(422);
    watch.expect(400);
    await openPage(page, filled, filled.scene, '/links?create=true');
    const form = page.getByRole('dialog');
    await form.getByLabel('Destino', { exact: true }).fill('https://10.0.0.8/inside');
    await form.getByRole('button', { name: 'Criar link', exact: true }).click();
    await expect(form.locator('.mantine-InputWrapper-error').first()).toHaveText(
      'Deve levar a um endereço público; este host é privado, local ou reservado.',
    );
  });
});

/** The script of a page that the tab has not opened yet, and the question whether the server is there. */
const AWAY = new RegExp(`${scriptOf('/w/$ws/settings/members').source}|/healthz$`);

async function takeAway(page: Page): Promise<() => Promise<void>> {
  await page.route(AWAY, (route) => route.abort('connectionrefused'));
  return () => page.unroute(AWAY);
}

test('a page whose script does not come while the server is away is loaded once it is back', async ({
  page,
  filled,
}) => {
  await openPage(page, filled, filled.scene, '/keys');
  const bringBack = await takeAway(page);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This page is not loaded yet' })).toBeVisible();
  await expect(page.getByText(/^Trying again/)).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/members$/);
  expect(await axeFaults(page)).toEqual([]);
  // The rest of the console goes on.
  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This page is not loaded yet' })).toBeVisible();
  await bringBack();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible({ timeout: 30_000 });
});
