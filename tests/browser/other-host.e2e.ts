import type { Page } from '@playwright/test';

import base from './playwright.config';
import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { setScheme } from './support/layout';
import { addressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { hasNoObject, sceneFor } from './support/scenes';
import { expect, settled, test } from './support/test';

const HOST = 'console.example';

// A name that is not this machine’s: no secure context, and cookies and origins of another kind. Nothing else resolves.
const launch = base.use?.launchOptions ?? {};
const RULES = `MAP ${HOST} 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1`;
const args = [
  ...(launch.args ?? []).filter((one) => !one.startsWith('--host-resolver-rules')),
  `--host-resolver-rules=${RULES}`,
];
test.use({ host: HOST, launchOptions: { ...launch, args } });
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let place: Console;
/** The same server, by its other name. */
let url: string;
let scene: Scene;
const scenes = new Map<string, Scene>();

test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  for (const route of ROUTES) scenes.set(route, await sceneFor(route, scene));
  url = `http://${HOST}:${new URL(place.url).port}`;
  await place.restart(() => undefined, { BASE_URL: url });
});
test.afterAll(() => place.stop());

const signIn = (page: Page) =>
  page.context().addCookies(scene.cookies.map(({ name, value }) => ({ name, value, url })));

const pages = ROUTES.filter((route) => !isFirst(route)).flatMap((route) =>
  addressesOf(route, undefined).map(({ name }) => ({ route, name })),
);

test('every route asks its own server alone, and breaks no policy, in both schemes', async ({ page, watch }) => {
  watch.expect(404);
  const signedIn = pages.filter(({ route }) => !isPublic(route));
  // Public pages first, as those see them who are not signed in.
  for (const [index, { route, name }] of [...pages.filter(({ route: one }) => isPublic(one)), ...signedIn].entries()) {
    if (route === signedIn[0]?.route) await signIn(page);
    // Loaded in one of them, and seen in the other.
    const [first, second] = index % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const);
    await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' });
    for (const { path } of addressesOf(route, scenes.get(route)).filter((address) => address.name === name)) {
      await page.goto(`${url}/user/api${path}`);
      await settled(page);
      if (!hasNoObject(route))
        await expect(page.getByRole('heading', { name: /does not exist$|^Page not found$/ })).toHaveCount(0);
      await setScheme(page, second);
    }
  }
  expect(new URL(page.url()).pathname).not.toContain('/sign-in');
  expect(watch.faults).toEqual([]);
});

test('the reference searches, changes its document and sends a request there', async ({ page, watch }) => {
  await signIn(page);
  await page.goto(`${url}/user/api/reference/getting-started#tag/me/me_get`);
  await settled(page);
  await page.getByLabel('API key for samples and test requests').fill(scene.key);
  await expect(page.getByText(/^Acme · \d+ scopes/)).toBeVisible();

  const operation = page.locator('[id$="tag/me/me_get"]').first();
  await operation
    .getByRole('button', { name: /Test Request/i })
    .first()
    .click();
  const answered = page.waitForResponse((response) => response.url() === `${url}/api/v1/me`);
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
  const response = await answered;
  expect(response.status()).toBe(200);
  expect(await response.request().headerValue('authorization')).toBe(`Bearer ${scene.key}`);
  await expect(page.getByText(/^200 · \d/)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${url}/user/api/reference/getting-started`);
  await settled(page);
  await page
    .getByRole('button', { name: /^(?:Open )?Search/i })
    .first()
    .click();
  await page.getByRole('combobox').last().fill('usage');
  await expect(page.getByRole('option', { name: /usage/i }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  for (const name of ['WhatsApp API', 'API & Webhooks', 'Automation API']) {
    const fetched = page.waitForResponse(/openapi\.json\?surface=/);
    await page.getByRole('navigation', { name: 'Surfaces' }).getByRole('link', { name }).click();
    expect((await fetched).status()).toBe(200);
    await settled(page);
    await setScheme(page, name === 'API & Webhooks' ? 'dark' : 'light');
  }
  expect(watch.faults).toEqual([]);
});

test('without a secure context a key is made, copied and its secret kept out of reach', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/keys`);
  await settled(page);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a key' });
  await form.getByLabel('Name', { exact: true }).fill('Made elsewhere');
  await form.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Copy key', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('row', { name: /Made elsewhere/ })).toBeVisible();
});
