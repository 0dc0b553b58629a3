import { axeFaults } from './support/axe';
import { shiftFaults, startShiftCount } from './support/layout-shift';
import { test } from './support/one-page';
import { expect, settled, viewerDrawn } from './support/test';

const FIELD = 'API key for samples and test requests';

test('the reference works signed out, with a pasted key in samples and test requests', async ({
  page,
  filled,
  context,
  watch,
}) => {
  const { url, scene } = filled;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}/user/api/reference/getting-started#tag/me/me_get`);
  await settled(page);

  await page.getByLabel(FIELD).fill(scene.key.slice(0, -1) + (scene.key.endsWith('A') ? 'B' : 'A'));
  await expect(page.getByText('This key has a typo.')).toBeVisible();
  await page.getByLabel(FIELD).fill(scene.key);
  await expect(page.getByText(/^Acme · \d+ scopes/)).toBeVisible();

  const operation = page.locator('[id$="tag/me/me_get"]').first();
  await operation
    .getByRole('button', { name: /Test Request/i })
    .first()
    .click();
  const answered = page.waitForResponse(
    (response) => response.url() === `${url}/api/v1/me` && response.status() === 200,
  );
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
  const response = await answered;
  expect(await response.request().headerValue('authorization')).toBe(`Bearer ${scene.key}`);
  await expect(page.getByText(/^200 · \d/)).toBeVisible();

  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href, document.cookie]),
  );
  expect(kept).not.toContain(scene.key);
  expect(watch.faults).toEqual([]);
});

test('signed in, an answer leads to its entry in Activity', async ({ page, filled, context }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/reference/getting-started#tag/me/me_get`);
  await settled(page);
  await page.getByLabel(FIELD).fill(scene.key);
  await expect(page.getByText(/^Acme · /)).toBeVisible();

  await page
    .locator('[id$="tag/me/me_get"]')
    .first()
    .getByRole('button', { name: /Test Request/i })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
  const link = page.getByRole('link', { name: 'View in logs' });
  await expect(link).toHaveAttribute('href', new RegExp(`/w/${scene.workspaceId}/activity/req_`));
});

test('each surface is a tab with a document of its own', async ({ page, filled }) => {
  await page.goto(`${filled.url}/user/api/reference`);
  await expect(page).toHaveURL(/\/reference\/getting-started/);
  await settled(page);
  for (const name of ['WhatsApp API', 'API & Webhooks', 'Automation API']) {
    const fetched = page.waitForResponse(/openapi\.json\?surface=/);
    await page.getByRole('navigation', { name: 'Surfaces' }).getByRole('link', { name }).click();
    expect((await fetched).status()).toBe(200);
    await settled(page);
  }
});

test('every error code has an entry to link to', async ({ page, filled }) => {
  const { ERRORS } = await import('../../shared/errors');
  await page.goto(`${filled.url}/user/api/docs/errors#rate_limited`);
  await settled(page);
  for (const code of Object.keys(ERRORS)) await expect(page.locator(`article#${code}`)).toHaveCount(1);
  await expect(page.locator('article#rate_limited')).toBeInViewport();

  // A code that is added moves no number here.
  const named = Object.keys(ERRORS).filter((code) => code.startsWith('idempotency'));
  await page.getByRole('searchbox').fill('idempotency');
  await expect(page.locator('article#rate_limited')).toHaveCount(0);
  for (const code of named) await expect(page.locator(`article#${code}`)).toHaveCount(1);
  await expect(page).toHaveURL(/q=idempotency/);
  await page.getByRole('searchbox').fill('nothing like this');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('article')).toHaveCount(Object.keys(ERRORS).length);
});

test('a visit to the reference leaves the console looking as it did', async ({ page, context, filled }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/settings/general`);
  await settled(page);
  // It is loaded after the page.
  await expect(page.getByRole('button', { name: 'Copy as code' })).toBeVisible();
  const before = await page.evaluate(looks);
  expect(before.length).toBeGreaterThan(10);
  await page.getByRole('link', { name: 'API reference' }).click();
  await viewerDrawn(page);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Copy as code' })).toBeVisible();
  // Neither the pointer nor the focus is on anything, as before.
  await page.mouse.move(640, 790);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect.poll(() => page.evaluate(looks)).toEqual(before);
});

test('signed in, the header leads back, searches and makes a key for trying', async ({ page, filled, context }) => {
  const { url, scene } = filled;
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/reference/getting-started#tag/me/me_get`);
  await settled(page);
  await page.getByRole('button', { name: 'Use a test key' }).click();
  await expect(page.getByText(/^Acme · \d+ scopes · expires in (?:23|24) hr/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a test key' })).toHaveCount(0);
  const { data } = await scene.act('query', 'keys.list', { q: 'API reference' });
  const [made] = data as { scopes: string[]; expires_at: string }[];
  expect(made?.scopes).toContain('links:write');
  expect(made?.scopes.filter((scope) => /^(?:keys|workspace|audit):/.test(scope))).toEqual([]);
  expect(Date.parse(made?.expires_at ?? '') - Date.now()).toBeLessThan(86_400_000);

  await page
    .locator('[id$="tag/me/me_get"]')
    .first()
    .getByRole('button', { name: /Test Request/i })
    .first()
    .click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: /^Send/ }).first().click();
  await expect(page.getByText(/^200 · \d/)).toBeVisible();
  // Closed before it has read the response, the viewer would cancel its request.
  await expect(viewer.getByText(/200\s*OK/).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search, or paste an ID' }).fill('publication list');
  await page.getByRole('option', { name: /^List publications/ }).click();
  await expect(page).toHaveURL(/\/reference\/automation#tag\/publications\//);
  await page.getByRole('link', { name: 'Back to Acme' }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${scene.workspaceId}$`));
});

test('the outline is there at once, the viewer takes its place, and nothing jumps', async ({ page, filled }) => {
  await startShiftCount(page);
  await page.goto(`${filled.url}/user/api/reference/links`);
  await settled(page);
  const outline = page.locator('.reference-outline');
  await expect(outline.getByRole('link', { name: 'Create a link' })).toBeVisible();
  await expect(page.locator('.scalar-app')).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
  await outline.getByRole('link', { name: 'Guide: Short links' }).first().focus();

  await outline.getByRole('link', { name: 'Create a link' }).click();
  await expect(page.locator('section[id$="tag/links/links_create"]')).toBeInViewport();
  await expect(outline).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Guide: Short links' }).first()).toHaveAttribute(
    'href',
    /\/user\/api\/docs\/short-links$/,
  );
  expect(await shiftFaults(page)).toEqual([]);
});

/** Runs in the page: how each part of the shell and of a list is drawn, but for where it stands. */
function looks(): string[] {
  const parts = 'body, header, .rail a, #main h1, #main button, #main input, .table th, .table td, .tag, .mono';
  const isPlace = /^(?:block-size|inline-size|width|height|inset|top|right|bottom|left|perspective|transform)/;
  return [...document.querySelectorAll(parts)].map((element) => {
    const style = getComputedStyle(element);
    const said = [...style]
      .filter((name) => !name.startsWith('--'))
      .filter((name) => !isPlace.test(name))
      .map((name) => `${name}: ${style.getPropertyValue(name)}`);
    return `${element.tagName}.${element.className} ${said.join('; ')}`;
  });
}
