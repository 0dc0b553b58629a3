import type { Locator, Page } from '@playwright/test';

import { makeKey, OWNER, PASSWORD } from './support/console';
import { expect, settled, test } from './support/test';

const statusOf = async (url: string, secret: string): Promise<number> =>
  (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } })).status;

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 100; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not come to ${String(target)}.`);
}

test('a person signs in, invites and revokes a key by keyboard alone', async ({ page, filled: { url, scene } }) => {
  const { id, secret } = await makeKey(scene.act, 'To revoke by keyboard', ['models:read']);
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };

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
