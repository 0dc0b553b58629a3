import type { Locator } from '@playwright/test';

import { withSomeAutomation } from './support/automation';
import { openPage } from './support/steps';
import { expect, SIZES, test } from './support/test';
import { missedControls, tooSmall } from './support/touch';
import { withSomeInstances } from './support/whatsapp';

test.use({ hasTouch: true, isMobile: true, viewport: SIZES.phone });

test('the header of an object and its menus can be used with a finger', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, `/keys/${filled.scene.keyId}`);
  const head = page.locator('.page-actions').first();
  await expect(head.getByRole('button')).toHaveCount(3);
  expect(await tooSmall(head.locator('.icon-button'))).toEqual([]);
  for (const name of ['Copy as code', 'More actions']) {
    await head.getByRole('button', { name }).tap();
    const items = page.getByRole('menuitem');
    await expect(items.first()).toBeVisible();
    expect(await tooSmall(items)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(items).toHaveCount(0);
  }
});

test('conditions can be written with a finger', async ({ page, filled }) => {
  const scene = await withSomeAutomation(filled.scene);
  await openPage(page, filled, scene, `/automation/endpoints/${scene.endpointId}?tab=mapping`);
  const conditions = page.getByRole('group', { name: 'Only if' });
  await conditions.getByRole('button', { name: 'Add condition' }).tap();
  await expect(conditions.getByRole('group', { name: 'Condition 1' })).toBeVisible();
  expect(await tooSmall(conditions.getByRole('button'))).toEqual([]);
});

test('every control of the WhatsApp pages can be used with a finger', async ({ page, filled }) => {
  const scene = await withSomeInstances(filled.scene);
  const at = `/whatsapp/${scene.instanceId}`;
  const main = page.locator('#main');
  const found: Record<string, string[]> = {};
  const visit = async (path: string, ready: Locator) => {
    await openPage(page, filled, scene, path);
    await expect(ready.first()).toBeVisible();
    found[path.replace(at, '')] = await missedControls(main);
  };
  const open = async (name: string, ready: Locator) => {
    await expect(ready.first()).toBeVisible();
    found[name] = await missedControls(ready);
  };

  await visit('/whatsapp/instances', main.getByRole('article'));
  await visit(`${at}/connection`, main.getByRole('slider'));
  await visit(`${at}/settings`, main.getByRole('textbox'));
  await visit(`${at}/tester`, main.getByRole('textbox'));
  await visit(`${at}/batches`, main.getByRole('row'));

  await visit(`${at}/contacts`, main.getByRole('table'));
  await main.locator('.row-link').first().click();
  await open('a contact', page.getByRole('dialog'));
  await visit(`${at}/groups`, main.getByRole('table'));
  await main.locator('.row-link').first().click();
  await open('a group', page.getByRole('dialog'));
  await visit(`${at}/templates`, main.getByRole('table'));
  await main.locator('.row-link').first().click();
  await open('a template', page.getByRole('dialog'));

  await visit(`${at}/chats`, main.getByRole('list', { name: 'Chats' }));
  await main.getByRole('list', { name: 'Chats' }).getByRole('link').first().tap();
  await expect(main.getByRole('textbox', { name: 'Text' })).toBeVisible();
  await open('a chat', main);
  await main.locator('.bubble-choose').last().tap();
  await expect(main.locator('.chosen-head')).toBeVisible();
  await main.getByRole('button', { name: 'More options' }).tap();
  await open('a message and the options of sending', main);

  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])));
});
