import { axeFaults } from './support/axe';
import { addToList, listField } from './support/keys';
import { look } from './support/look';
import { coversNothing } from './support/open-list';
import { dialog, openPage, paste } from './support/steps';
import { expect, test } from './support/test';

test('models are listed by completion, by typing and by pasting, each once', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/models');
  const find = page.getByRole('combobox', { name: 'Add to Blocked models' });
  const list = page.getByRole('list', { name: 'Blocked models' });
  await find.fill('echo');
  await expect(page.getByRole('option').first()).toHaveText('switchboard/echo');
  await find.press('Enter');
  await expect(list.getByRole('listitem')).toHaveText(['switchboard/echo']);

  await find.fill('switchboard/echo');
  await find.press('Enter');
  await expect(page.getByText('“switchboard/echo” is already in the list.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await paste(find, 'a/one\nb/*, a/one\nswitchboard/echo\n');
  await expect(list.getByRole('listitem')).toHaveText(['switchboard/echo', 'a/one', 'b/*']);
  await page.keyboard.press('Escape');
  expect(await axeFaults(page)).toEqual([]);

  await list.getByRole('button', { name: 'Remove a/one' }).focus();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveText(['switchboard/echo', 'b/*']);
  await expect(find).toBeFocused();
  await list.getByRole('button', { name: 'Remove switchboard/echo' }).click();

  await page.getByRole('button', { name: 'Add alias' }).click();
  const alias = page.getByRole('group', { name: 'Alias 1' });
  await alias.getByLabel('Alias', { exact: true }).fill('Smart one');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    alias.or(page.getByRole('group', { name: 'Smart one' })).getByText('Add at least one model.'),
  ).toBeVisible();
  const named = page.getByRole('group', { name: 'Smart one' });
  const models = named.getByRole('combobox', { name: 'Add to Models in order of preference' });
  for (const id of ['x/first', 'switchboard/echo']) {
    await models.fill(id);
    await models.press('Enter');
  }
  await named.getByRole('button', { name: 'Move switchboard/echo up' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(named.getByText('Use 1 to 32 lowercase letters')).toBeVisible();
  await named.getByLabel('Alias', { exact: true }).fill('smart');
  await look(page, 'models-lists');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Aliases and access saved')).toBeVisible();
  expect(await filled.scene.act('query', 'models.settings.get')).toMatchObject({
    aliases: { smart: ['switchboard/echo', 'x/first'] },
    deny: ['b/*'],
  });
  await filled.scene.act('mutate', 'models.settings.update', { aliases: {}, allow: [], deny: [] });
});

test('the click that leaves a list adds what is typed, and does what was clicked', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/models');
  const find = page.getByRole('combobox', { name: 'Add to Blocked models' });
  const list = page.getByRole('list', { name: 'Blocked models' });
  await find.fill('slow/model');
  await expect(page.getByRole('option', { name: 'slow/model' })).toBeVisible();
  const mayBeRead = Promise.withResolvers<void>();
  const isRead = page.waitForResponse(/models\.settings\.get/);
  await page.route('**/trpc/**models.settings.get**', async (route) => {
    await mayBeRead.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Aliases and access saved')).toBeVisible();
  expect(await filled.scene.act('query', 'models.settings.get')).toMatchObject({ deny: ['slow/model'] });

  // What was saved may be read again while somebody types on.
  await find.fill('other/model');
  mayBeRead.resolve();
  await isRead;
  await expect(find).toHaveValue('other/model');
  await find.press('Escape');
  await list.getByRole('button', { name: 'Remove slow/model' }).click();
  await expect(list.getByRole('listitem')).toHaveText(['other/model']);
  await find.fill('third/model');
  await find.press('Tab');
  await expect(list.getByRole('listitem')).toHaveText(['other/model', 'third/model']);
  await filled.scene.act('mutate', 'models.settings.update', { aliases: {}, allow: [], deny: [] });
});

test('an open list covers neither the button that ends the form nor more than the window', async ({ page, filled }) => {
  await openPage(page, filled, filled.scene, '/models');
  await coversNothing(page, {
    field: page.getByRole('combobox', { name: 'Add to Blocked models' }),
    typed: 'switchboard/',
    list: page.getByRole('listbox', { name: 'Add to Blocked models' }),
    end: page.getByRole('button', { name: 'Save changes' }),
  });

  const { act } = filled.scene;
  const tag = await act('mutate', 'links.tags.create', { name: 'placed' });
  const link = await act('mutate', 'links.create', { url: 'https://example.com/', tags: ['placed'] });
  await openPage(page, filled, filled.scene, '/links?tag=placed');
  await page.getByLabel('Select all').check();
  await page.getByRole('toolbar', { name: 'Selected links' }).getByRole('button', { name: 'Tags' }).click();
  const tags = dialog(page, 'Tags of 1 link');
  await coversNothing(page, {
    field: tags.getByLabel('Remove tags'),
    typed: 'p',
    list: page.locator('.mantine-Popover-dropdown:visible'),
    end: tags.getByRole('button', { name: 'Update tags' }),
  });
  await act('mutate', 'links.delete', { link_id: link['id'] });
  await act('mutate', 'links.tags.delete', { tag_id: tag['id'] });
});

test('what is wrong with an entry is said at the entry, and the others stay', async ({ page, filled, watch }) => {
  watch.expect(400);
  const name = 'Lists of an endpoint';
  const { id } = await filled.scene.act('mutate', 'automation.inbound_endpoints.create', { name });
  await openPage(page, filled, filled.scene, `/automation/endpoints/${String(id)}?tab=settings`);
  const form = page.locator('#main');
  await addToList(form, 'Allowed IP addresses', '203.0.113.0/24', '203.0.113.7');
  const networks = form.getByRole('list', { name: 'Allowed IP addresses' }).getByRole('listitem');
  await expect(networks.filter({ hasText: 'Must be a network with its prefix length' })).toHaveText(/^203\.0\.113\.7/);
  await addToList(form, 'Allowed origins', 'https://shop.example.com', '*');
  await addToList(form, 'Headers for the mapping', 'x-shop', 'no header');

  await form.getByRole('button', { name: 'Save settings' }).click();
  await expect(form.getByText('Please check 2 fields.')).toBeVisible();
  await expect(listField(form, 'Allowed IP addresses')).toBeFocused();
  const headers = form.getByRole('list', { name: 'Headers for the mapping' }).getByRole('listitem');
  await expect(headers.nth(0)).toHaveText('x-shop');
  await expect(headers.nth(1)).toHaveText(/^no header.+/);
  await look(page, 'list-entries');
  expect(await axeFaults(page)).toEqual([]);
  await networks.getByRole('button', { name: 'Remove 203.0.113.7' }).click();
  await headers.getByRole('button', { name: 'Remove no header' }).click();
  await form.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(
    await filled.scene.act('query', 'automation.inbound_endpoints.get', { endpoint_id: String(id) }),
  ).toMatchObject({
    allowed_cidrs: ['203.0.113.0/24'],
    allowed_origins: ['https://shop.example.com', '*'],
    allowed_headers: ['x-shop'],
  });
});
