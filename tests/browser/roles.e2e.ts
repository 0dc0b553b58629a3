import { SCOPES_OF_ROLE, ROLES, type Role, type Scope } from '../../shared/access/scopes';
import { join, openAs, type Person } from './support/people';
import { expect, settled, test } from './support/test';

/** Each page of a workspace: its link, the scope of its list, and a call that reads it. */
const PAGES: { label: string; path: string; scope: Scope; call: string }[] = [
  { label: 'Logs', path: 'activity', scope: 'usage:read', call: 'request_logs.list' },
  { label: 'API keys', path: 'keys', scope: 'keys:read', call: 'keys.list' },
  { label: 'Models', path: 'models', scope: 'models:read', call: 'models.list' },
  { label: 'Members', path: 'settings/members', scope: 'workspace:read', call: 'members.list' },
  {
    label: 'Audit log',
    path: 'settings/audit',
    scope: 'audit:read',
    call: 'audit_entries.list',
  },
  { label: 'Usage', path: 'settings/usage', scope: 'usage:read', call: 'usage.get' },
];

const leastRole = (scope: Scope): Role => ROLES.findLast((role) => SCOPES_OF_ROLE[role].has(scope)) ?? 'owner';

for (const role of ROLES) {
  test(`as ${role}, what is shown is what the server allows`, async ({ browser, filled }) => {
    const { url, scene } = filled;
    const may = (scope: Scope) => SCOPES_OF_ROLE[role].has(scope);
    const person: Person = await join(filled, role === 'owner' ? 'admin' : role, `Robin ${role}`);
    if (role === 'owner') {
      const { member_id } = await memberOf(person, scene.workspaceId);
      await scene.act('mutate', 'members.update', { member_id, role });
    }
    const { page, context, watch } = await openAs(browser, person, 403);
    const base = `${url}/user/api/w/${scene.workspaceId}`;

    // Pages: the way to each, the page itself, and the call behind it.
    await page.goto(`${base}/settings/general`);
    await settled(page);
    await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
    for (const { label, scope } of PAGES) {
      const links = page.locator('.rail, nav[aria-label="Settings"]').getByRole('link', { name: label, exact: true });
      await expect(links, label).toHaveCount(may(scope) ? (label === 'Members' ? 2 : 1) : 0);
    }
    for (const { label, path, scope, call } of PAGES) {
      expect((await person.try('query', call)).status, call).toBe(may(scope) ? 200 : 403);
      if (may(scope)) continue;
      await page.goto(`${base}/${path}`);
      const sentence = `Your role is ${role}. This page needs ${leastRole(scope)}: ${label}. Own`;
      await expect(page.locator('#main .state')).toContainText(sentence);
      await expect(page.locator('#main .state')).toContainText('Ada Lovelace');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your role cannot open this page');
    }

    // Settings: the button where they can be saved, and the call itself.
    const mayWrite = may('workspace:write');
    await page.goto(`${base}/settings/general`);
    await settled(page);
    await expect(page.getByLabel('Name')).toBeEnabled({ enabled: mayWrite });
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeEnabled({ enabled: mayWrite });
    const settings = { workspace_id: scene.workspaceId, log_retention_days: 7 };
    expect((await person.try('mutate', 'workspaces.update', settings)).status).toBe(mayWrite ? 200 : 403);

    // Members and invitations.
    const manages = role === 'owner' || role === 'admin';
    await page.goto(`${base}/settings/members`);
    await settled(page);
    await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invite member' })).toHaveCount(manages ? 1 : 0);
    await expect(page.getByRole('button', { name: 'Actions for Ada Lovelace' })).toHaveCount(role === 'owner' ? 1 : 0);
    await expect(page.getByRole('button', { name: 'Actions for grace@acme.com' })).toHaveCount(manages ? 1 : 0);
    const refused = manages ? {} : { status: 403, code: 'insufficient_role' };
    const invitation = { email: 'not an address', role: 'viewer' };
    expect(await person.try('mutate', 'invitations.create', invitation)).toMatchObject(
      manages ? { status: 400 } : refused,
    );
    const nobody = { member_id: 'mem_01jd9x3k2mf8v9q4zt7w5b6n0c', role: 'viewer' };
    expect(await person.try('mutate', 'members.update', nobody)).toMatchObject(manages ? { status: 404 } : refused);
    if (role === 'admin') {
      const ada = await memberOf(person, scene.workspaceId, 'Ada Lovelace');
      const change = { member_id: ada.member_id, role: 'viewer' };
      expect(await person.try('mutate', 'members.update', change)).toMatchObject({ code: 'insufficient_role' });
    }

    // Danger.
    await page.goto(`${base}/settings/danger`);
    await settled(page);
    await expect(page.getByRole('button', { name: 'Delete workspace' })).toHaveCount(role === 'owner' ? 1 : 0);
    await expect(page.getByRole('button', { name: 'Transfer ownership' })).toHaveCount(role === 'owner' ? 1 : 0);
    const deletion = await person.try('mutate', 'workspaces.delete', { confirm_name: 'not its name' });
    if (role === 'owner') expect(deletion.status).not.toBe(403);
    else expect(deletion).toEqual({ status: 403, code: 'insufficient_role' });

    // Keys: viewers see none of it, everybody else may make one within their own rights.
    if (may('keys:read')) {
      await page.goto(`${base}/keys`);
      await settled(page);
      await expect(page.getByRole('button', { name: /^Create (?:API )?key/ }).first()).toBeVisible();
    } else {
      const made = await person.try('mutate', 'keys.create', { kind: 'ak', name: 'Mine', scopes: ['models:read'] });
      expect(made).toEqual({ status: 403, code: 'insufficient_role' });
    }
    expect(watch.faults).toEqual([]);
    await context.close();
  });
}

test('a role that changes while the page is open changes what it shows', async ({ browser, filled }) => {
  const { url, scene } = filled;
  const person = await join(filled, 'developer', 'Mina');
  const { member_id } = await memberOf(person, scene.workspaceId);
  const { page, context, watch } = await openAs(browser, person, 403);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/settings/general`);
  await settled(page);
  const keys = page.locator('.rail').getByRole('link', { name: 'API keys' });
  await expect(keys).toBeVisible();
  await scene.act('mutate', 'members.update', { member_id, role: 'viewer' });
  await expect(keys).toHaveCount(0);
  expect(watch.faults).toEqual([]);
  await context.close();
});

async function memberOf(person: Person, workspaceId: string, name = person.name): Promise<{ member_id: string }> {
  const { data } = await person.actIn(workspaceId)('query', 'members.list', { limit: 100 });
  const members = data as { id: string; name: string }[];
  return { member_id: members.findLast((member) => member.name === name)?.id ?? '' };
}
