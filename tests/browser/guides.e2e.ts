import { GUIDE_GROUPS } from '../../web/features/docs/guide-list';
import { widthFaults } from './support/layout';
import { test } from './support/one-page';
import { copiedBy } from './support/steps';
import { expect, settled, SIZES, test as freshTest } from './support/test';

const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides);

test('every guide opens from the list, fits on a phone, and its links and anchors lead somewhere', async ({
  page,
  filled,
}) => {
  await page.goto(`${filled.url}/user/api/docs`);
  await expect(page).toHaveURL(/\/docs\/getting-started$/);
  const faults: string[] = [];
  for (const { name, title } of GUIDES) {
    await page.setViewportSize(SIZES.desktop);
    await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('.guide')).toBeVisible();
    await settled(page);
    await expect(page).toHaveTitle(`${title} · Guides · Switchboard`);
    const anchors = page.locator('.guide a[href^="#"]');
    for (const href of await anchors.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
      if ((await page.locator(href).count()) !== 1) faults.push(`${name}: ${href} is not there once`);
    }
    faults.push(...(await widthFaults(page)).map((fault) => `${name}, ${fault}`));
  }
  expect(faults).toEqual([]);
});

test('an address with an anchor opens at its section, and links between guides stay in the console', async ({
  page,
  filled,
}) => {
  await page.goto(`${filled.url}/user/api/docs/operations#restore`);
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Restore' })).toBeInViewport();
  await page.getByRole('article').getByRole('link', { name: 'Rate limits' }).click();
  await expect(page).toHaveURL(/\/docs\/rate-limits#several-processes$/);
  await expect(page.getByRole('heading', { name: 'Several processes' })).toBeInViewport();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Default limits' }).click();
  await expect(page.getByRole('heading', { name: 'Default limits' })).toBeInViewport();
});

test('code is copied as it is shown, and on a phone the list of guides opens', async ({ page, filled, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize(SIZES.phone);
  await page.goto(`${filled.url}/user/api/docs/getting-started`);
  await settled(page);
  await page.getByText('All guides').click();
  await page.getByRole('link', { name: 'Short links' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Short links' })).toBeVisible();
  await expect(page.locator('.guide')).toContainText('"slug":"spring"');
  const copied = await copiedBy(page.getByRole('button', { name: 'Copy' }).first());
  expect(copied).toContain('"slug":"spring"');
  expect(copied).toMatch(/^curl http:\/\/localhost:3000\/api\/v1\/links/);
});

test('an unknown guide is answered as not found, with the way to the others', async ({ page, filled }) => {
  await page.goto(`${filled.url}/user/api/docs/nothing`);
  await expect(page.getByText('This guide does not exist')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Guides' })).toBeVisible();
});

test('the console links the guides', async ({ page, filled, context }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Guides' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Getting started' })).toBeVisible();
});

freshTest.describe('in Portuguese', () => {
  freshTest.use({ locale: 'pt-BR' });
  freshTest('guides and the links to their sections are translated', async ({ page, filled }) => {
    await page.goto(`${filled.url}/user/api/docs/operations#restore`);
    await settled(page);
    await expect(page.getByRole('heading', { name: 'Restaurar' })).toBeInViewport();
    await page.getByRole('article').getByRole('link', { name: 'Limites de requisições' }).click();
    await expect(page).toHaveURL(/\/docs\/rate-limits#several-processes$/);
    await expect(page.getByRole('heading', { name: 'Vários processos' })).toBeInViewport();
    await page.goto(`${filled.url}/user/api/docs/benchmarks`);
    await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible();
  });
});
