import { axeFaults } from './support/axe';
import { addFixtures, startConsole } from './support/console';
import { setScheme } from './support/layout';
import { expect, settled, test } from './support/test';

test('pages of the account and the instance keep the rail of the workspace', async ({ page, context }) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  await context.addCookies(scene.cookies);
  await page.goto(`${server.url}/user/api/w/${scene.workspaceId}/keys`);
  await settled(page);
  const rail = page.getByRole('navigation', { name: 'Main' });
  const links = await rail.getByRole('link').allTextContents();
  await rail.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(rail.getByRole('link')).toHaveText(links);
  await expect(rail.locator('[aria-current="page"]')).toHaveText('Users');
  await expect(page.locator('.header')).toContainText('Acme');

  await page.goto(`${server.url}/user/api/account/profile`);
  await settled(page);
  await expect(rail.getByRole('link')).toHaveText(links);
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(`${server.url}/user/api/w/${scene.workspaceId}/keys`);
});

test('an instance gets a name, a logo and an accent, which its pages show', async ({
  browser,
  page,
  context,
  watch,
}) => {
  await using server = await startConsole();
  const scene = await addFixtures(server.url);
  await context.addCookies(scene.cookies);
  await page.goto(`${server.url}/user/api/instance/branding`);
  await settled(page);
  const logo = page.getByLabel('Logo', { exact: true }).and(page.locator('input'));
  const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) });

  await logo.setInputFiles(file('a.gif', 'image/gif', 'GIF89a'));
  await expect(page.getByRole('alert')).toHaveText('“a.gif” is not an allowed file type. Choose PNG, SVG, or WebP.');
  await logo.setInputFiles(file('a.png', 'image/png', 'x'.repeat(256 * 1024 + 1)));
  await expect(page.getByRole('alert')).toHaveText('“a.png” is larger than 256 KiB. Choose a smaller file.');
  watch.expect(422);
  await logo.setInputFiles(file('a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'));
  await page.getByRole('button', { name: 'Save branding' }).click();
  await expect(page.getByRole('alert')).toContainText('It has an attribute onload');

  const mark =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#b4232a"/></svg>';
  await logo.setInputFiles(file('logo.svg', 'image/svg+xml', mark));
  await page.getByLabel('Name').fill('Acme Hub');
  await page.getByLabel('Accent color', { exact: true }).fill('#ffee00');
  await expect(page.getByRole('status').filter({ hasText: 'Adjusted' })).toHaveText(
    'Adjusted in the light theme, so that text stays readable.',
  );
  expect(await axeFaults(page)).toEqual([]);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await reloaded;
  await settled(page);
  await expect(page).toHaveTitle('Branding · Acme Hub');
  const shown = page.locator('.header .brand-logo');
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  expect(await axeFaults(page)).toEqual([]);

  const outsider = await browser.newContext({ reducedMotion: 'reduce' });
  const entry = await outsider.newPage();
  await entry.goto(`${server.url}/user/api/sign-in`);
  await settled(entry);
  await expect(entry.locator('.header')).toContainText('Acme Hub');
  await expect(entry.locator('.header .brand-logo')).toBeVisible();
  const icon = await entry.locator('link[rel="icon"]').getAttribute('href');
  expect(icon).toMatch(/^\/user\/api\/brand\/[\da-f]{64}$/);
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(entry, scheme);
    expect(await axeFaults(entry)).toEqual([]);
  }
  await outsider.close();

  await page.getByRole('button', { name: 'Remove Current logo' }).click();
  const again = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await again;
  await expect(page.locator('.header .brand-logo')).toHaveCount(0);
});
