import { makeKey, OWNER, PASSWORD } from './support/console';
import { join, openAs } from './support/people';
import { runCommand } from './support/shell';
import { expect, settled, test, watchContext } from './support/test';

test('signing out leads to sign-in, and signing in back to the page', async ({ page, filled }) => {
  const { url, scene } = filled;
  await page.goto(`${url}/user/api/w/${scene.workspaceId}`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel('Email').fill(OWNER.email);
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
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
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
  await expect(page.getByLabel('Email')).toHaveValue('vera@acme.com');
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

test('an invitation is handed over once, renewed, revoked, and its dead links say so', async ({ browser, filled }) => {
  const { url } = filled;
  const ira = await join(filled, 'viewer', 'Ira');
  const { id } = await ira.act('mutate', 'workspaces.create', { name: 'Harbour' });
  const { page, context, watch } = await openAs(browser, ira);
  await page.goto(`${url}/user/api/w/${String(id)}/settings/general`);
  await settled(page);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click();
  const link = async () => {
    const dialog = page.getByRole('dialog', { name: 'Copy this link now' });
    return (await dialog.getByLabel('Invitation link').textContent()) ?? '';
  };
  await page.getByRole('button', { name: 'Invite member' }).first().click();
  await page.getByLabel('Email').fill('jo@acme.com');
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  const first = await link();
  expect(first).toMatch(/\/user\/api\/invite#/);
  // The page is not left by accident while the link is on it.
  await page.evaluate(() => history.back());
  await page
    .getByRole('dialog', { name: /^Leave without/ })
    .getByRole('button', { name: 'Cancel' })
    .click();
  expect(await page.getByLabel('Invitation link').count()).toBe(1);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByLabel('Invitation link')).toHaveCount(0);

  const ofJo = page.getByRole('button', { name: 'Actions for jo@acme.com' });
  await ofJo.click();
  await page.getByRole('menuitem', { name: 'Create new link' }).click();
  const second = await link();
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: 'Done' }).click();
  const jo = await openAs(browser, undefined, 404, 409);
  await jo.page.goto(first);
  await expect(jo.page.getByText('This invitation was already used, revoked or has expired.')).toBeVisible();
  await jo.page.goto('about:blank');
  await jo.page.goto(second);
  await expect(jo.page.getByRole('heading', { name: 'Join Harbour' })).toBeVisible();

  await ofJo.click();
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText('Revoked');
  await jo.page.getByLabel('Your name').fill('Jo');
  await jo.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await jo.page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(jo.page.getByRole('alert')).toContainText('This invitation was already used, revoked or has expired.');
  expect([...watch.faults, ...jo.watch.faults]).toEqual([]);
  await jo.context.close();
  await context.close();
});

test('a signed-in person accepts, gets a role, keys are revoked on removal, and ownership is transferred', async ({
  browser,
  filled,
}) => {
  const { url } = filled;
  const [ona, pat] = [await join(filled, 'viewer', 'Ona'), await join(filled, 'viewer', 'Pat')];
  const { id } = await ona.act('mutate', 'workspaces.create', { name: 'Mill' });
  const workspaceId = String(id);
  const invite = async () => {
    const made = await ona.actIn(workspaceId)('mutate', 'invitations.create', { email: pat.email, role: 'viewer' });
    return String(made['link']);
  };
  const theirs = await openAs(browser, pat, 403, 404);
  await theirs.page.goto(await invite());
  await theirs.page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(theirs.page).toHaveURL(new RegExp(`/w/${workspaceId}`));

  const { page, context, watch } = await openAs(browser, ona, 403, 422);
  await page.goto(`${url}/user/api/w/${workspaceId}/settings/members`);
  await page.getByLabel('Role of Pat').selectOption('Developer');
  await expect(page.getByText('Pat is now Developer')).toBeVisible();
  const key = await pat.actIn(workspaceId)('mutate', 'keys.create', { kind: 'ak', name: 'P', scopes: ['links:write'] });
  await page.getByLabel('Role of Pat').selectOption('Viewer');
  const lowered = page.getByRole('dialog', { name: 'Change the role of Pat to Viewer?' });
  await lowered.getByLabel('Keep:').check();
  await lowered.getByRole('button', { name: 'Change role' }).click();
  await expect(lowered).toBeHidden();
  await expect(page.getByLabel('Role of Pat')).toHaveValue('viewer');
  await page.getByRole('button', { name: 'Actions for Pat' }).click();
  await page.getByRole('menuitem', { name: 'Remove member' }).click();
  await page.getByLabel('Revoke:').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
  await expect(page.getByText('Pat removed')).toBeVisible();
  expect(await ona.actIn(workspaceId)('query', 'keys.get', { key_id: key['id'] })).toMatchObject({ status: 'revoked' });

  await theirs.page.goto(await invite());
  await theirs.page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(theirs.page).toHaveURL(new RegExp(`/w/${workspaceId}`));
  await page.goto(`${url}/user/api/w/${workspaceId}/settings/danger`);
  await page.getByLabel('New owner').selectOption({ label: `Pat (${pat.email})` });
  await page.getByRole('button', { name: 'Transfer ownership' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer ownership' }).click();
  await expect(page.getByRole('button', { name: 'Delete workspace' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave workspace' }).click();
  await expect(page).not.toHaveURL(new RegExp(workspaceId));

  await theirs.page.goto(`${url}/user/api/w/${workspaceId}/settings/danger`);
  await theirs.page.getByRole('button', { name: 'Delete workspace' }).click();
  const sure = theirs.page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' });
  await expect(sure).toBeDisabled();
  await theirs.page.getByLabel('Type Mill to confirm').fill('Mill');
  await sure.click();
  await expect(theirs.page).not.toHaveURL(new RegExp(workspaceId));
  expect([...watch.faults, ...theirs.watch.faults]).toEqual([]);
  await theirs.context.close();
  await context.close();
});

test('a workspace is made and switched to; two tabs with two workspaces show nothing of each other', async ({
  browser,
  filled,
}) => {
  const { url } = filled;
  const sol = await join(filled, 'viewer', 'Sol');
  const { page, context, watch } = await openAs(browser, sol);
  await page.goto(`${url}/user/api/w/${filled.scene.workspaceId}/settings/general`);
  const menu = page.getByRole('button', { name: /^Workspace/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Create workspace' }).click();
  await page.getByLabel('Name').fill('Lantern 1');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(menu).toContainText('Lantern 1');
  const lantern = /ws_\w+/.exec(page.url())?.[0] ?? '';
  for (let made = 2; made <= 7; made += 1) await sol.act('mutate', 'workspaces.create', { name: `Lantern ${made}` });
  await sol.actIn(lantern)('mutate', 'keys.create', { kind: 'ak', name: 'Only here', scopes: ['models:read'] });

  await page.reload();
  await menu.click();
  await page.getByLabel('Find a workspace').fill('lantern 5');
  await expect(page.getByRole('menuitem', { name: /Lantern/ })).toHaveCount(1);
  await page.getByRole('menuitem', { name: /Lantern 5/ }).click();
  await expect(menu).toContainText('Lantern 5');

  const tab = await context.newPage();
  await tab.goto(`${url}/user/api/w/${lantern}/keys`);
  await page.goto(page.url().replace(/(ws_\w+).*/, '$1/keys'));
  await settled(page);
  await expect(tab.getByText('Only here', { exact: true })).toBeVisible();
  await sol.actIn(lantern)('mutate', 'keys.create', { kind: 'ak', name: 'Second here', scopes: ['models:read'] });
  await expect(tab.getByText('Second here', { exact: true })).toBeVisible();
  await expect(page.getByText('Second here', { exact: true })).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText('Only here');
  await expect(menu).toContainText('Lantern 5');
  expect(watch.faults).toEqual([]);
  await context.close();
});
