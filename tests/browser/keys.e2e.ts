import type { Route } from '@playwright/test';

import { makeKey } from './support/console';
import { addToList, keyNamed, listField, openForm, openKeys, statusOf, takeSecret } from './support/keys';
import { test } from './support/one-page';
import { runCommand } from './support/shell';
import { fromMenu } from './support/steps';
import { expect, settled } from './support/test';

const PRESETS = [
  { preset: /^First steps/, kind: 'ak', scope: 'models:read' },
  { preset: /^Full access/, kind: 'ak', scope: undefined },
  { preset: /^Send messages only/, kind: 'wa', scope: 'whatsapp.messages:send' },
  { preset: /^Create links only/, kind: 'lk', scope: 'links:create' },
  { preset: /^Automation/, kind: 'au', scope: 'automation.rules:write' },
];

test('each preset makes the key that it promises', async ({ page, filled: { url, scene } }) => {
  await openKeys(page, url, scene);
  for (const { preset, kind, scope } of PRESETS) {
    const name = `Preset ${kind} ${scope ?? 'all'}`;
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await form.getByRole('radio', { name: preset }).check();
    await form.getByLabel('Name').fill(name);
    const reach = await form.getByText(/^This key can call \d+ endpoints?$/).textContent();
    await form.getByRole('button', { name: 'Create key' }).click();
    const secret = await takeSecret(page);
    expect(secret).toMatch(new RegExp(`^sb_${kind}_`));
    expect(await statusOf(url, secret)).toBe(200);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const made = await keyNamed(scene, name);
    expect(made).toMatchObject({ kind, full_access: scope === undefined });
    if (scope !== undefined) expect(made['scopes']).toContain(scope);
    await page.getByRole('link', { name }).click();
    await expect(page.getByText(reach ?? '', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await settled(page);
  }
});

test('every limit of the form is on the key, and the form’s code sample creates the same key', async ({
  page,
  filled: { url, scene },
}) => {
  await openKeys(page, url, scene);
  const form = await openForm(page);
  await form.getByRole('radio', { name: /^Read only/ }).check();
  await form.getByLabel('Name').fill('All limits');
  await form.getByText('1 year').click();
  await form.getByRole('checkbox', { name: /^write links$/ }).check();
  await expect(form.getByRole('checkbox', { name: /^read links$/ })).toBeDisabled();
  await expect(form.getByRole('checkbox', { name: /^create links$/ })).toBeChecked();
  await addToList(form, 'Allowed origins', 'https://app.example.com', 'https://shop.example.com');
  await addToList(form, 'Allowed networks', '127.0.0.0/8');
  await form.getByRole('checkbox', { name: /^Allow browsers/ }).check();
  await form.getByLabel('Rate limit').fill('30');
  await form.getByLabel('Period (seconds)').fill('10');

  await form.getByRole('button', { name: 'Copy as code' }).click();
  await page.getByRole('menuitem', { name: 'cURL' }).click();
  await expect(page.getByText('Copied as cURL')).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  await form.getByRole('button', { name: 'Create key' }).click();
  const secret = await takeSecret(page);
  expect(await statusOf(url, secret)).toBe(200);

  const limits = {
    kind: 'ak',
    allowed_origins: ['https://app.example.com', 'https://shop.example.com'],
    allowed_cidrs: ['127.0.0.0/8'],
    browser_use: true,
    rate_limit: { requests: 30, window_seconds: 10 },
  };
  const made = await keyNamed(scene, 'All limits');
  expect(made).toMatchObject(limits);
  const days = (Date.parse(String(made['expires_at'])) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(365);

  const maker = await scene.act('mutate', 'keys.create', {
    kind: 'ak',
    name: 'Maker',
    full_access: true,
    browser_use: true,
  });
  const twin = command
    .replace('"Authorization: Bearer $SWITCHBOARD_API_KEY"', `'Authorization: Bearer ${String(maker['secret'])}'`)
    .replace('All limits', 'Its twin');
  const { status, output } = await runCommand(twin);
  expect(status).toBe(201);
  expect(JSON.parse(output)).toMatchObject({ ...limits, name: 'Its twin', scopes: made['scopes'] });
});

test('an error is shown at its field, which has the focus', async ({ page, filled: { url, scene }, watch }) => {
  watch.expect(400, 422);
  const { id: domainId } = await scene.act('mutate', 'links.domains.create', { hostname: 'soon-gone.localhost' });
  await openKeys(page, url, scene);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a key' });
  const send = async () => form.getByRole('button', { name: 'Create key' }).click();

  await form.getByLabel('Name').fill(' ');
  await send();
  await expect(form.getByText('Enter a name that says what the key is for.')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('Wrong in places');

  await form.getByText('On a day').click();
  await send();
  await expect(form.getByText('Select a day.')).toBeVisible();
  await expect(form.getByLabel('Day', { exact: true })).toBeFocused();
  await form.getByLabel('Day', { exact: true }).fill('2049-01-01');
  await send();
  await expect(form.getByText(/5 years/).first()).toBeVisible();
  await expect(form.getByLabel('Day', { exact: true })).toBeFocused();
  await form.getByText('90 days').click();

  await form.getByRole('button', { name: 'Scopes and limits' }).click();
  await addToList(form, 'Allowed networks', '10.0.0.0/99');
  await addToList(form, 'Allowed origins', 'not an origin');
  await form.getByRole('button', { name: 'Scopes and limits' }).click();
  await send();
  // Folded away, and shown again since its fields need attention.
  await expect(form.getByText('Please check 2 fields.')).toBeVisible();
  await expect(listField(form, 'Allowed origins')).toBeFocused();
  await expect(listField(form, 'Allowed networks')).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('button', { name: 'Remove 10.0.0.0/99' }).click();
  await form.getByRole('button', { name: 'Remove not an origin' }).click();

  // Somebody deletes it while the form is open.
  await scene.act('mutate', 'links.domains.delete', { domain_id: domainId });
  const domain = form.getByRole('group', { name: 'Only these link domains' }).getByLabel('soon-gone.localhost');
  await domain.check();
  await send();
  await expect(form.getByText('No such object in this workspace.')).toBeVisible();
  await expect(domain).toBeFocused();
  await domain.uncheck();

  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Publishable (pk)' }).click();
  await form.getByRole('checkbox', { name: /models$/ }).uncheck();
  await form.getByRole('checkbox', { name: /^create links$/ }).uncheck();
  await send();
  await expect(form.getByText('Select at least one scope.')).toBeVisible();
  await expect(form.getByText('Enter at least one origin for a publishable key.')).toBeVisible();
  await expect(form.getByRole('checkbox', { name: /models$/ })).toBeFocused();
});

test('a double click makes one key', async ({ page, filled: { url, scene } }) => {
  await openKeys(page, url, scene);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a key' });
  await form.getByLabel('Name').fill('Once');
  await form.getByRole('button', { name: 'Create key' }).dblclick();
  await expect(page.getByRole('button', { name: 'Copy key', exact: true })).toBeVisible();
  await keyNamed(scene, 'Once');
});

test('a key is changed in its drawer', async ({ page, filled: { url, scene } }) => {
  const { id, secret } = await makeKey(scene.act, 'To change', ['models:read', 'usage:read']);
  await openKeys(page, url, scene, `/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: /Edit “To change”/ });
  await expect(form.getByRole('combobox', { name: 'Kind' })).toBeDisabled();
  await form.getByLabel('Name').fill('Changed');
  await form.getByRole('checkbox', { name: /^read usage$/ }).uncheck();
  await addToList(form, 'Allowed networks', '203.0.113.0/24');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Changed', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('203.0.113.0/24')).toBeVisible();
  expect(await keyNamed(scene, 'Changed')).toMatchObject({
    scopes: ['models:read'],
    allowed_cidrs: ['203.0.113.0/24'],
  });
  expect(await statusOf(url, secret)).toBe(403);
});

test('two who change a key at once see theirs and mine', async ({ page, filled: { url, scene }, watch }) => {
  watch.expect(412);
  const { id } = await makeKey(scene.act, 'Of two', ['models:read']);
  await openKeys(page, url, scene, `/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: /^Edit / });
  await form.getByLabel('Name').fill('Of mine');
  await addToList(form, 'Allowed networks', '127.0.0.0/8');
  // Another changes it between the click and the answer.
  const overtake = async (route: Route) => {
    await scene.act('mutate', 'keys.update', { key_id: id, name: 'Of theirs', expires_at: null });
    await route.continue();
  };
  await page.route('**/trpc/keys.update*', overtake, { times: 1 });
  const refused = page.waitForResponse(/keys\.update/);
  await form.getByRole('button', { name: 'Save changes' }).click();
  expect((await refused).status()).toBe(412);
  await expect(form.getByText(/^Changed by Ada Lovelace/)).toBeVisible();
  await expect(form.getByRole('radio', { name: 'Allowed networks, mine: 127.0.0.0/8' })).toBeChecked();
  await form.getByRole('radio', { name: 'Name, mine: Of mine' }).check();
  await form.getByRole('button', { name: 'Save selection' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await keyNamed(scene, 'Of mine')).toMatchObject({ allowed_cidrs: ['127.0.0.0/8'], expires_at: null });
});

test('rotating leaves the old secret its time, or ends it at once', async ({ page, filled: { url, scene } }) => {
  const { id, secret: first } = await makeKey(scene.act, 'To rotate', ['models:read']);
  await openKeys(page, url, scene, `/${id}`);
  const rotate = async (overlap: string) => {
    await fromMenu(page, 'More actions', 'Rotate key');
    const dialog = page.getByRole('dialog', { name: /Rotate “To rotate”/ });
    await dialog.getByRole('combobox', { name: 'Old secret' }).click();
    await page.getByRole('option', { name: overlap }).click();
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const secret = await takeSecret(page);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    return secret;
  };

  const second = await rotate('Works for 1 more hour');
  expect(await statusOf(url, first)).toBe(200);
  expect(await statusOf(url, second)).toBe(200);
  const secrets = page.getByRole('table', { name: 'Secrets' });
  await expect(secrets.getByText('Current')).toHaveCount(1);
  await expect(secrets.getByText('Replaced')).toHaveCount(1);

  const third = await rotate('Stops working now');
  expect(await statusOf(url, first)).toBe(401);
  expect(await statusOf(url, second)).toBe(401);
  expect(await statusOf(url, third)).toBe(200);
});

test('a revoked key is refused at once, and the list says so', async ({ page, filled: { url, scene } }) => {
  const { id, secret } = await makeKey(scene.act, 'To revoke', ['models:read']);
  expect(await statusOf(url, secret)).toBe(200);
  // Uses are written every few seconds.
  const used = async () => (await scene.act('query', 'keys.get', { key_id: id }))['last_used_at'];
  await expect.poll(used, { timeout: 30_000 }).not.toBeNull();
  await openKeys(page, url, scene, `/${id}`);
  await fromMenu(page, 'More actions', 'Revoke key');
  const dialog = page.getByRole('dialog', { name: 'Revoke “To revoke”?' });
  await expect(dialog.getByText(/^Last used .* in the last 24 hours/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const answered = page.waitForResponse(/keys\.revoke/);
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await answered;
  expect(await statusOf(url, secret)).toBe(401);

  await expect(page.getByText(/^Revoked .* stay in the list/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await page.getByRole('link', { name: 'API keys' }).first().click();
  await expect(page.getByRole('row', { name: /To revoke/ }).getByText('Revoked')).toBeVisible();
  // The refusal is written with the next flush of the recorder.
  await expect(async () => {
    await page.goto(`${url}/user/api/w/${scene.workspaceId}/keys/${id}`);
    await expect(page.getByText('The key is revoked')).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
});
