import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { keyboardOf } from './support/keyboard';
import { makeLink } from './support/links';
import { test } from './support/one-page';
import { stepIn } from './support/rules';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { receiveFrom, PEOPLE } from './support/whatsapp';
import { sandboxOf } from './support/whatsapp-messages';

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
});
test.afterAll(() => place.stop());

const MAX_ITEMS = 20;

/** A page on which no mouse is ever used. */
async function sitDown(page: Page, path: string, workspaceId = scene.workspaceId) {
  await openPage(page, place, { ...scene, workspaceId }, path);
  await page.evaluate(() => {
    // A press of Enter is told as a click at no place.
    document.addEventListener('pointerdown', () => {
      throw new Error('A mouse was used.');
    });
  });
  const main = page.locator('#main');
  const button = (name: string | RegExp, within: Page | Locator = main) =>
    within.getByRole('button', { name, exact: true }).locator('visible=true').first();
  const hand = keyboardOf(page);
  /** In the menu of a button, by the arrow keys. */
  const menu = async (opener: Locator, name: string) => {
    await hand.press(opener);
    const item = page.getByRole('menuitem', { name });
    await expect(item).toBeVisible();
    const hasFocus = () => item.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < MAX_ITEMS && !(await hasFocus()); step += 1) await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
  };
  return { ...hand, menu, main, button };
}

async function listed(procedure: string, input: object = {}): Promise<Record<string, unknown>[]> {
  const { data } = await scene.act('query', procedure, input);
  return data as Record<string, unknown>[];
}

test('a key is changed', async ({ page }) => {
  const { press, type, isBack, button, main } = await sitDown(page, `/keys/${scene.keyId}`);
  await press(button('Edit'));
  const form = dialog(page, /^Edit /);
  await type(form.getByLabel('Name', { exact: true }), 'Renamed by keyboard');
  await press(button('Save changes', form));
  await isBack(form);
  await expect(main.getByRole('heading', { name: 'Renamed by keyboard', level: 1 })).toBeVisible();
});

test('a link is made, changed and deleted', async ({ page }) => {
  const { press, type, menu, isBack, button, main } = await sitDown(page, '/links');
  await press(button('Create link'));
  const form = dialog(page, 'Create a link');
  await type(form.getByLabel('Destination'), 'https://example.com/keys');
  await type(form.getByLabel('Title', { exact: true }), 'By keyboard');
  await press(button('Create link', form));
  await expect(main.getByRole('heading', { name: 'By keyboard', level: 1 })).toBeVisible();

  await press(button('Edit'));
  const change = dialog(page, 'Edit “By keyboard”');
  await type(change.getByLabel('Title', { exact: true }), 'Changed');
  await press(button('Save changes', change));
  await isBack(change);
  await expect(main.getByRole('heading', { name: 'Changed', level: 1 })).toBeVisible();

  await menu(button('More actions'), 'Delete');
  await press(button('Delete link', dialog(page, 'Delete “Changed”?')));
  await expect(main.getByRole('heading', { name: 'Short links', level: 1 })).toBeVisible();
  expect(await listed('links.list')).toEqual([]);
});

test('many links are chosen and changed at once', async ({ page }) => {
  await makeLink(scene, { url: 'https://example.com/one', slug: 'one' });
  await makeLink(scene, { url: 'https://example.com/two', slug: 'two' });
  const { press, type, isBack, button, main } = await sitDown(page, '/links');
  await press(main.getByLabel('Select all'), 'Space');
  await press(button('Tags', main.getByRole('toolbar', { name: 'Selected links' })));
  const tags = dialog(page, 'Tags of 2 links');
  await type(tags.getByLabel('Add tags'), 'both');
  await page.keyboard.press('Enter');
  await press(button('Update tags', tags));
  await isBack(tags);
  await expect.poll(async () => (await listed('links.list', { tag: ['both'] })).length).toBe(2);
});

test('a tag is made, changed and deleted', async ({ page }) => {
  const { press, type, menu, isBack, button, main } = await sitDown(page, '/links/settings');
  await press(button('Create tag'));
  const form = dialog(page, 'Create a tag');
  await type(form.getByLabel('Name', { exact: true }), 'keys');
  await press(button('Create tag', form));
  await isBack(form);
  await menu(button('Actions for keys'), 'Edit');
  const change = dialog(page, 'Edit “keys”');
  await type(change.getByLabel('Name', { exact: true }), 'letters');
  await press(button('Save changes', change));
  await isBack(change);
  await menu(button('Actions for letters'), 'Delete');
  const asked = dialog(page, 'Delete “letters”?');
  await press(button('Delete tag', asked));
  await isBack(asked);
  await expect(main.getByText('letters', { exact: true })).toHaveCount(0);
});

test('a domain is added, changed and deleted', async ({ page }) => {
  const { press, type, menu, isBack, button, main } = await sitDown(page, '/links/domains');
  await press(button('Add domain'));
  const form = dialog(page, 'Add a domain');
  await type(form.getByLabel('Host name'), 'keys.example.com');
  await press(button('Add domain', form));
  await expect(main.getByRole('heading', { name: 'keys.example.com' })).toBeVisible();
  await isBack(form);
  await press(button('Edit'));
  const change = dialog(page, /^Edit /);
  await press(change.getByLabel('Case-sensitive slugs'), 'Space');
  await press(button('Save changes', change));
  await isBack(change);
  await menu(button('Actions for keys.example.com'), 'Delete domain');
  const asked = dialog(page, 'Delete “keys.example.com”?');
  await type(asked.getByRole('textbox'), 'keys.example.com');
  await press(button('Delete domain', asked));
  await expect(main.getByRole('heading', { name: 'No custom domains yet' })).toBeVisible();
  await isBack(asked);
});

test('a webhook is made, changed and deleted', async ({ page, watch }) => {
  // News of the deletion may come before its answer, and the page asks once more.
  watch.expect(404);
  const { press, type, isBack, button, main, menu } = await sitDown(page, '/webhooks');
  await press(button('Create webhook'));
  const form = dialog(page, 'Create a webhook');
  await type(form.getByLabel('URL'), 'https://hooks.example.com/keys');
  await type(form.getByLabel('Name', { exact: true }), 'Keys');
  await press(form.getByRole('checkbox', { name: 'api_key.*' }), 'Space');
  await press(button('Create webhook', form));
  const shown = dialog(page, 'Save the signing secret');
  await press(button('I’ve saved it', shown));
  await expect(shown).toHaveCount(0);
  await expect(main.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();

  await press(main.getByRole('link', { name: 'Settings', exact: true }));
  await press(main.getByRole('button', { name: 'Edit', exact: true }));
  const change = dialog(page, 'Edit “Keys”');
  await type(change.getByLabel('Name', { exact: true }), 'Letters');
  await press(button('Save changes', change));
  await isBack(change);
  await menu(button('More actions'), 'Delete');
  await press(button('Delete webhook', dialog(page, 'Delete “Letters”?')));
  await expect(main.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  expect(await listed('webhooks.list')).toEqual([]);
});

test('an instance of WhatsApp is made, changed and deleted', async ({ page }) => {
  const { press, type, isBack, button, main } = await sitDown(page, '/whatsapp/new');
  await press(button('Create sandbox'));
  await expect(main.getByRole('heading', { name: 'sandbox-2', level: 1 })).toBeVisible();
  await press(main.getByRole('link', { name: 'Settings', exact: true }));
  await press(main.getByRole('checkbox', { name: 'Mark incoming messages as read' }), 'Space');
  await press(button('Save behavior'));
  await expect
    .poll(async () => (await listed('whatsapp.instances.list', { q: 'sandbox-2' }))[0])
    .toMatchObject({ settings: { auto_read: true } });

  await press(button('Delete instance'));
  const asked = dialog(page, 'Delete “sandbox-2”?');
  await type(asked.getByRole('textbox'), 'sandbox-2');
  await press(button('Delete instance', asked));
  await expect(main.getByRole('heading', { name: 'WhatsApp', level: 1 })).toBeVisible();
  await isBack(asked);
  expect(await listed('whatsapp.instances.list', { q: 'sandbox-2' })).toEqual([]);
});

test('a group is made, changed and left', async ({ page }) => {
  const { press, type, button } = await sitDown(page, `/whatsapp/${sandbox}/groups`);
  await press(button('Create group'));
  const form = dialog(page, 'Create a group');
  await type(form.getByLabel('Name', { exact: true }), 'Keys');
  await type(form.getByRole('combobox', { name: 'People' }), PEOPLE[0]);
  await page.keyboard.press('Enter');
  await press(button('Create group', form));
  const group = dialog(page, 'Keys');
  await press(group.getByLabel('Only admins can send messages'), 'Space');
  await press(button('Save group', group));
  await expect
    .poll(async () => (await listed('whatsapp.groups.list', { instance_id: sandbox }))[0])
    .toMatchObject({ admins_only_messages: true });
  await press(button('Leave group', group));
  await press(button('Leave group', dialog(page, 'Leave “Keys”?')));
  await expect
    .poll(async () => (await listed('whatsapp.groups.list', { instance_id: sandbox }))[0])
    .toMatchObject({ status: 'left' });
});

test('a contact is named and blocked', async ({ page }) => {
  await receiveFrom(scene, sandbox, PEOPLE[2], 'Hello');
  const { press, type, isBack, button, main } = await sitDown(page, `/whatsapp/${sandbox}/contacts`);
  await press(main.getByRole('link', { name: PEOPLE[2] }));
  const sheet = dialog(page, PEOPLE[2]);
  await type(sheet.getByLabel('Display name (optional)'), 'Sheena');
  await press(button('Save contact', sheet));
  const named = dialog(page, 'Sheena');
  await press(button('Block', named));
  await expect(button('Unblock', named)).toBeVisible();
  await page.keyboard.press('Escape');
  await isBack(named);
});

test('a text goes to many', async ({ page }) => {
  const { press, type, button, main } = await sitDown(page, `/whatsapp/${sandbox}/batches/new`);
  await type(main.getByLabel('Numbers or CSV'), `${PEOPLE[0]},${PEOPLE[1]}`);
  await type(main.getByLabel('Text', { exact: true }), 'Hello');
  await press(button(/^Send to 2/));
  await press(button('Send to 2 recipients', dialog(page, 'Send to 2 recipients?')));
  await expect(main.getByRole('heading', { name: 'Text to 2 recipients' })).toBeVisible();
});

test('a publication is kept as a draft, changed and deleted', async ({ page, watch }) => {
  watch.expect(404);
  const { press, type, pick, choose, menu, button, main } = await sitDown(page, '/automation/publications/new');
  await pick(
    main.getByRole('combobox', { name: 'Add a recipient' }),
    PEOPLE[2],
    page.getByRole('option', { name: new RegExp(`^\\${PEOPLE[2]}`) }).first(),
  );
  await type(main.getByLabel('Text', { exact: true }), 'By keyboard');
  await choose(main.getByRole('radio', { name: 'Save as draft' }));
  await press(main.getByRole('button', { name: /draft$/ }).last());
  await expect(main.getByRole('heading', { name: /By keyboard/, level: 1 })).toBeVisible();

  await press(button('Edit'));
  await type(main.getByLabel('Text', { exact: true }), 'Changed');
  await press(button('Save changes'));
  await expect(main.getByRole('heading', { name: /Changed/, level: 1 })).toBeVisible();
  await menu(button('More actions'), 'Delete draft');
  await press(button('Delete draft', page.getByRole('dialog')));
  await expect(main.getByRole('heading', { name: 'Publications', level: 1 })).toBeVisible();
  expect(await listed('automation.publications.list')).toEqual([]);
});

test('an endpoint is made, changed and deleted', async ({ page, watch }) => {
  // What is gone is asked for once more.
  watch.expect(404);
  const { press, type, menu, button, main } = await sitDown(page, '/automation/endpoints/new');
  await type(main.getByLabel('Name', { exact: true }), 'Keys');
  await press(button('Create endpoint'));
  const shown = page.getByRole('dialog', { name: /^Save the/ });
  await press(button('I’ve saved it', shown));
  await expect(main.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  await press(main.getByRole('link', { name: 'Settings', exact: true }));
  await type(main.getByLabel('Name', { exact: true }), 'Letters');
  await press(button('Save settings'));
  await expect(main.getByRole('heading', { name: 'Letters', level: 1 })).toBeVisible();
  await menu(button('More actions'), 'Delete endpoint');
  await press(button('Delete endpoint', dialog(page, 'Delete “Letters”?')));
  await expect(main.getByRole('heading', { name: 'Inbound endpoints', level: 1 })).toBeVisible();
  expect(await listed('automation.inbound_endpoints.list')).toEqual([]);
});

test('a rule is made, changed and deleted', async ({ page, watch }) => {
  watch.expect(404);
  const { press, type, pick, menu, button, main } = await sitDown(page, '/automation/rules/new?recipe=blank');
  await type(main.getByLabel('Name', { exact: true }), 'Keys');
  await pick(
    main.getByRole('combobox', { name: 'Add an event' }),
    'message received',
    main.getByRole('option', { name: /^Message received/ }),
  );
  await type(stepIn(main, 1).getByLabel('Text', { exact: true }), 'Hello');
  await press(button('Create rule'));
  await expect(main.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  await press(main.getByRole('link', { name: 'Edit', exact: true }));
  await type(main.getByLabel('Name', { exact: true }), 'Letters');
  await press(button('Save rule'));
  await expect(main.getByRole('heading', { name: 'Letters', level: 1 })).toBeVisible();
  await menu(button('More actions'), 'Delete rule');
  await press(button('Delete rule', dialog(page, 'Delete “Letters”?')));
  await expect(main.getByRole('heading', { name: 'Rules', level: 1 })).toBeVisible();
  expect(await listed('automation.rules.list')).toEqual([]);
});

test('the settings of the workspace are changed, and the workspace is deleted', async ({ page }) => {
  const { id } = await scene.act('mutate', 'workspaces.create', { name: 'Short-lived' });
  const { press, type, button, main } = await sitDown(page, '/settings/general', String(id));
  await type(main.getByLabel('Name', { exact: true }), 'By keyboard');
  await press(button('Save settings'));
  await expect(page.locator('.header').getByText('By keyboard')).toBeVisible();
  await press(main.getByRole('link', { name: 'Danger zone', exact: true }));
  await press(main.getByRole('button', { name: 'Delete workspace', exact: true }));
  const asked = dialog(page, 'Delete By keyboard?');
  await type(asked.getByRole('textbox'), 'By keyboard');
  await press(button('Delete workspace', asked));
  await expect(page).toHaveURL(new RegExp(`/w/${scene.workspaceId}`));
});
