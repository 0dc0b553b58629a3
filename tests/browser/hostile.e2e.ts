import { openBrowser } from '../support/browser';
import { addFixtures, OWNER, PASSWORD, startConsole } from './support/console';
import { sidewaysFaults, widthFaults } from './support/layout';
import { makeLink } from './support/links';
import { openPage } from './support/steps';
import { expect, settled, test } from './support/test';
import { receiveFrom, makeGroup } from './support/whatsapp';
import { sandboxOf } from './support/whatsapp-messages';

const MARKUP = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
/** Turns what follows it around, and hides what it is. */
const BIDI = '\u202Egnp.exe\u2066';
const HOSTILE = `${BIDI}${MARKUP}`;
const ENDLESS = 'x'.repeat(200);

/** Within what a name may have. */
const cut = (text: string, length: number) => text.slice(0, length);

test('hostile names, texts and bodies stay text on every page that shows them', async ({ page }) => {
  test.setTimeout(240_000);
  // Of its own: others rely on these names.
  await using server = await startConsole();
  const { url } = server;
  const scene = await addFixtures(url);
  const { act } = scene;
  const { id: keyId } = await act('mutate', 'keys.create', {
    kind: 'ak',
    name: cut(`${HOSTILE}${ENDLESS}`, 80),
    scopes: ['models:read'],
  });
  const { id: webhookId } = await act('mutate', 'webhooks.create', {
    url: 'switchboard://inbox',
    events: ['*'],
    name: cut(HOSTILE, 80),
  });
  // Its event carries the name to the receiver.
  await act('mutate', 'keys.update', { key_id: keyId, name: cut(`${MARKUP}${BIDI}${ENDLESS}`, 80) });
  const link = await makeLink(scene, {
    url: `https://example.com/${encodeURIComponent(HOSTILE)}?q=${ENDLESS}`,
    title: cut(`${HOSTILE}${ENDLESS}`, 200),
    slug: 'hostile',
    tags: [],
  });
  const browser = openBrowser(url);
  await browser.mutate('auth.sign_in', { email: OWNER.email, password: PASSWORD });
  expect((await browser.mutate('account.update', { name: cut(HOSTILE, 80) })).status).toBe(200);
  await act('mutate', 'workspaces.update', { workspace_id: scene.workspaceId, name: cut(`${HOSTILE}${ENDLESS}`, 60) });
  const instance = await sandboxOf(scene);
  await receiveFrom(scene, instance, '+15550100008', `${HOSTILE}\n${ENDLESS.repeat(10)}\njavascript:alert(1)`);
  await makeGroup(scene, instance, cut(HOSTILE, 80));

  const faults: string[] = [];
  for (const path of [
    '',
    '/keys',
    `/keys/${String(keyId)}`,
    '/webhooks',
    `/webhooks/${String(webhookId)}`,
    '/webhooks/inbox',
    '/deliveries',
    '/events',
    '/links',
    `/links/${link.id}`,
    '/links/analytics',
    `/whatsapp/${instance}/chats`,
    `/whatsapp/${instance}/groups`,
    '/settings/general',
    '/settings/members',
    '/settings/audit',
    '/settings/usage',
    '/settings/danger',
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openPage(page, server, scene, path);
    await expect(page, path).not.toHaveTitle('taken');
    const planted = await page.locator('body :is(script, img[src="x"])').count();
    if (planted > 0) faults.push(`${path}: ${planted} elements of an outsider`);
    if ((await page.locator('a[href^="javascript:"]').count()) > 0) faults.push(`${path}: a link that runs`);
    for (const fault of [...(await sidewaysFaults(page)), ...(await widthFaults(page))])
      faults.push(`${path}, ${fault}`);
  }

  // What is opened over a page.
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, server, scene, '/deliveries');
  await page.locator('.row-link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await settled(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Workspace/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search, or paste an ID' }).fill('onerror');
  await expect(page.getByRole('option', { name: /onerror/ }).first()).toBeVisible();
  expect(await page.locator('body :is(script, img[src="x"])').count()).toBe(0);
  await expect(page).not.toHaveTitle('taken');
  expect(faults.join('\n')).toBe('');
});
