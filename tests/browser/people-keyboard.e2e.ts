import { makeKey, OWNER, PASSWORD } from './support/console';
import { keyboardOf } from './support/keyboard';
import { expect, settled, test } from './support/test';

const statusOf = async (url: string, secret: string): Promise<number> =>
  (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } })).status;

test('a person signs in, invites and revokes a key by keyboard alone', async ({ page, filled: { url, scene } }) => {
  const { id, secret } = await makeKey(scene.act, 'To revoke by keyboard', ['models:read']);
  const { press, type: typeInto } = keyboardOf(page);
  const type = (label: string, text: string) => typeInto(page.getByLabel(label, { exact: true }), text);

  await page.goto(`${url}/user/api/w/${scene.workspaceId}/settings/members`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await type('Email', OWNER.email);
  await type('Password', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/members$/);
  await settled(page);

  await press(page.getByRole('button', { name: 'Invite member' }).first());
  await type('Email', 'kay@acme.com');
  await press(page.getByRole('button', { name: 'Create invitation link' }));
  const link = page.getByRole('dialog', { name: 'Copy this link now' });
  await expect(link.getByLabel('Invitation link')).toContainText('/user/api/invite#');
  await press(link.getByRole('button', { name: 'Done' }));
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText('kay@acme.com');

  expect(await statusOf(url, secret)).toBe(200);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/keys/${id}`);
  await settled(page);
  await press(page.getByRole('button', { name: 'More actions' }));
  const revoke = page.getByRole('menuitem', { name: 'Revoke key' });
  await expect(revoke).toBeVisible();
  // Upwards from the first entry is the last one.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(revoke).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page.getByRole('dialog', { name: /^Revoke “/ }).getByRole('button', { name: 'Revoke key' }));
  await expect(page.getByText(/^Revoked .* stay in the list/)).toBeVisible();
  expect(await statusOf(url, secret)).toBe(401);
});
