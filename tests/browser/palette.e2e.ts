import type { Page } from '@playwright/test';

import { axeFaults } from './support/axe';
import { makeKey } from './support/console';
import { withSomeLinks } from './support/links';
import { test } from './support/one-page';
import { withOneWebhook } from './support/populate';
import { openPage } from './support/steps';
import { expect, settled } from './support/test';
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
  await search(page, 'sessions');
  await expect(page.getByRole('option', { name: 'Sessions', exact: true })).toBeVisible();
});

let other: Promise<string> | undefined;
for (const path of ['/account/profile', '/instance/users', '/docs/webhooks']) {
  test(`on ${path} it finds what is in the workspace that was open last`, async ({ page, context, filled }) => {
    const { scene, url } = filled;
    other ??= scene.act('mutate', 'workspaces.create', { name: 'Other' }).then(({ id }) => String(id));
    await context.addCookies(scene.cookies);
    for (const [workspace, finds] of [
      [await other, false],
      [scene.workspaceId, true],
    ] as const) {
      await page.goto(`${url}/user/api/w/${workspace}`);
      await settled(page);
      await page.goto(`${url}/user/api${path}`);
      await settled(page);
      await search(page, 'billing');
      const key = page.getByRole('option', { name: 'Billing service' });
      if (!finds) {
        await expect(
          page
            .getByRole('option')
            .or(page.getByText(/No results/))
            .first(),
        ).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: 'Searching' })).toHaveCount(0);
        await expect(key).toHaveCount(0);
        continue;
      }
      await key.click();
      await expect(page).toHaveURL(new RegExp(`/w/${workspace}/keys/${scene.keyId}$`));
    }
  });
}

const FOUND: [typed: string, option: RegExp, address: RegExp][] = [
  ['webhook test', /^Send a test event to a webhook$/, /\/webhooks$/],
  ['key create', /^Create an API key$/, /\/keys\?create=true$/],
  ['invite', /^Invite a member$/, /\/settings\/members\?create=true$/],
  ['send message', /^Send a WhatsApp message/, /\/whatsapp\/wai_\w+\/tester$/],
  ['tester', /^WhatsApp tester/, /\/tester$/],
  ['chats', /^WhatsApp chats/, /\/chats$/],
  ['batches', /^Message batches/, /\/batches$/],
  ['templates', /^Message templates/, /\/templates$/],
  ['errors', /^Error codes$/, /\/docs\/errors$/],
  ['too many', /^rate_limited/, /\/docs\/errors#rate_limited$/],
  ['rotate api key', /^Rotate a key/, /\/reference\/getting-started#tag\/keys\/keys_rotate$/],
  ['several processes', /^Several processes/, /\/docs\/rate-limits#several-processes$/],
  ['ada', /^Ada .*@/, /\/settings\/members$/],
];

test('pages, actions, people and documentation are found by words in any order', async ({ page, filled }) => {
  const scene = await withSomeInstances(filled.scene);
  for (const [typed, option, address] of FOUND) {
    await openPage(page, filled, scene, '');
    await search(page, typed);
    await page.getByRole('option', { name: option }).first().click();
    await expect(page, typed).toHaveURL(address);
  }
});

test('an object is found by two words, one of them its kind, and what was opened comes first', async ({
  page,
  filled,
}) => {
  await openPage(page, filled, filled.scene, '');
  const { id } = await makeKey(filled.scene.act, 'Nightly export', ['models:read']);
  await search(page, 'key export');
  await page.getByRole('option', { name: /^Nightly export/ }).click();
  await expect(page).toHaveURL(new RegExp(`/keys/${id}$`));

  await openPage(page, filled, filled.scene, '');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toHaveText('Nightly export');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/keys/${id}$`));
});

test('signed out, the documentation is searched', async ({ page, filled }) => {
  await page.goto(`${filled.url}/user/api/docs`);
  await settled(page);
  await search(page, 'links create');
  await expect(page.getByRole('option', { name: /^Create a link/ }).first()).toBeVisible();
  await expect(page.getByRole('option', { name: /^Create a short link/ })).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
});
