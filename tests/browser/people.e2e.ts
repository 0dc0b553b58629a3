import { makeKey, OWNER, PASSWORD } from './support/console';
import { runCommand } from './support/shell';
import { expect, settled, test, watchContext } from './support/test';

test('signing out leads to sign-in, and signing in back to the page', async ({ page, filled }) => {
  const { url, scene } = filled;
  await page.goto(`${url}/user/api/w/${scene.workspaceId}`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${url}/user/api/w/${scene.workspaceId}`);
  await settled(page);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(`${url}/user/api/account/profile`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test('a wrong password is refused in one sentence', async ({ page, filled }) => {
  await page.goto(`${filled.url}/user/api/sign-in`);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('E-mail or password is wrong.');
});

test('an invited viewer joins in a browser of their own, and cannot make a key', async ({ browser, filled }) => {
  const { scene } = filled;
  const invitation = await scene.act('mutate', 'invitations.create', { email: 'vera@acme.com', role: 'viewer' });
  const context = await browser.newContext();
  const watch = await watchContext(context);
  watch.expect(403);
  const page = await context.newPage();
  await page.goto(String(invitation['link']));
  await expect(page.getByRole('heading', { name: 'Join Acme' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.getByLabel('Your name').fill('Vera');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${scene.workspaceId}`));
  await settled(page);

  const refused = await page.evaluate(async (workspace) => {
    const response = await fetch('/trpc/keys.create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-workspace-id': workspace },
      body: JSON.stringify({ kind: 'ak', name: 'Mine', scopes: ['models:read'] }),
    });
    return { status: response.status, body: await response.text() };
  }, scene.workspaceId);
  expect(refused.status).toBe(403);
  expect(refused.body).toContain('insufficient_role');
  expect(watch.faults).toEqual([]);
  await context.close();
});

test('a revoked key is refused at once, in the shell and in the reference', async ({ page, filled }) => {
  const { url, scene } = filled;
  const { id, secret } = await makeKey(scene.act, 'Short-lived', ['models:read']);
  const command = `curl '${url}/api/v1/models' -H 'Authorization: Bearer ${secret}'`;
  expect((await runCommand(command)).status).toBe(200);
  await scene.act('mutate', 'keys.revoke', { key_id: id });

  const { status, output } = await runCommand(command);
  expect(status).toBe(401);
  expect(JSON.parse(output)).toMatchObject({ code: 'api_key_revoked' });
  await page.goto(`${url}/user/api/reference/getting-started`);
  await settled(page);
  await page.getByLabel('API key for samples and test requests').fill(secret);
  await expect(page.getByText('The API key was revoked.')).toBeVisible();
});
