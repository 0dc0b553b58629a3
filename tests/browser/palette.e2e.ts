import type { Page } from '@playwright/test';

import { axeFaults } from './support/axe';
import { makeKey } from './support/console';
import { withSomeLinks } from './support/links';
import { withOneWebhook } from './support/populate';
import { openPage } from './support/steps';
import { expect, settled, test } from './support/test';
import { withSomeInstances } from './support/whatsapp';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search, or paste an ID' });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(text);
}

test('objects are found by their names, and opened by keyboard', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '');
  const { id } = await makeKey(filled.scene.act, 'Zebra crossing', ['models:read']);
  await search(page, 'zebra');
  await expect(page.getByRole('option', { name: 'Zebra crossing' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/keys/${id}$`));

  await search(page, 'no such thing anywhere');
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible();
});

test('a contact of any instance is found by its name, and opens where it belongs', async ({ page, filled }) => {
  const scene = await withSomeInstances(filled.scene);
  const { data } = await scene.act('query', 'whatsapp.contacts.list', { instance_id: scene.instanceId });
  const [{ id }] = data as [{ id: string }];
  await scene.act('mutate', 'whatsapp.contacts.update', {
    instance_id: scene.instanceId,
    contact_id: id,
    name: 'Sheena Nelson',
  });
  await openPage(page, filled, scene, '');
  await search(page, 'sheena');
  // More than one instance knows people: the option says which.
  await page.getByRole('option', { name: /^Sheena Nelson · \+\d+ · / }).click();
  await expect(page).toHaveURL(new RegExp(`/whatsapp/${scene.instanceId}/contacts\\?.*contact=${id}`));
  await expect(page.getByRole('dialog', { name: 'Sheena Nelson' })).toBeVisible();
});

test('a pasted id of any kind opens its page', async ({ page, filled }) => {
  const scene = await withSomeLinks(await withOneWebhook(await withSomeInstances(filled.scene)));
  const one = async (procedure: string) =>
    ((await scene.act('query', procedure, { instance_id: scene.instanceId }))['data'] as { id: string }[])[0]?.id ?? '';
  const [event] = (await scene.act('query', 'events.list'))['data'] as { id: string }[];
  const places: [id: string, address: string][] = [
    [scene.keyId, `/keys/${scene.keyId}`],
    [scene.webhookId ?? '', `/webhooks/${scene.webhookId}`],
    [scene.linkId ?? '', `/links/${scene.linkId}`],
    [scene.instanceId ?? '', `/whatsapp/${scene.instanceId}/connection`],
    [scene.requestId, `/activity/${scene.requestId}`],
    [event?.id ?? '', `/activity/${event?.id}`],
  ];
  for (const [procedure, page_, parameter] of [
    ['whatsapp.contacts.list', 'contacts', 'contact'],
    ['whatsapp.chats.list', 'chats', 'chat'],
    ['whatsapp.groups.list', 'groups', 'group'],
    ['whatsapp.messages.list', 'chats', 'message'],
  ] as const) {
    const id = await one(procedure);
    places.push([id, `/whatsapp/${scene.instanceId}/${page_}\\?.*${parameter}=${id}`]);
  }
  for (const [id, address] of places) {
    // From a fresh page: some open a drawer.
    await openPage(page, filled, scene, '');
    await search(page, ` ${id} `);
    await page.getByRole('option', { name: /^Open / }).click();
    await expect(page).toHaveURL(new RegExp(address));
    await expect(page.getByRole('heading', { name: /does not exist$|^Page not found$/ })).toHaveCount(0);
  }
});

test('an unknown id is reported as such', async ({ page, filled, watch }) => {
  watch.expect(404);
  const scene = await withSomeInstances(filled.scene);
  await openPage(page, filled, scene, '/o/cnt_01jd9x3k2mf8v9q4zt7w5b6n0c');
  await expect(page).toHaveURL(/\/whatsapp\/o\/cnt_/);
  await expect(page.getByRole('heading', { name: 'This contact does not exist' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All instances' })).toBeVisible();
});

test('outside a workspace it offers what belongs to the person', async ({ page, context, filled }) => {
  await context.addCookies(filled.scene.cookies);
  await page.goto(`${filled.url}/user/api/account/profile`);
  await settled(page);
  await search(page, 'acme');
  await expect(page.getByRole('option', { name: 'Acme' })).toBeVisible();
});
