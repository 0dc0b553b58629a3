import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';

let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
});
test.afterAll(() => place.stop());

test('an empty list says what to do; refusals stand at their fields, and nothing is made', async ({ page, watch }) => {
  watch.expect(422);
  await openPage(page, place, scene, '/webhooks');
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the test inbox' })).toHaveAttribute('href', /\/webhooks\/inbox$/);

  await page.keyboard.press('c');
  const form = dialog(page, 'Create a webhook');
  await expect(form.getByLabel('URL')).toBeFocused();
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(form.getByText('Enter the URL that events are sent to.')).toBeVisible();
  await expect(form.getByText('Select at least one event or group.')).toBeVisible();
  await expect(form.getByLabel('URL')).toBeFocused();
  await look(page, 'create-refused');

  // What the server alone can tell stands at the field too.
  await form.getByLabel('URL').fill('https://10.0.0.8/hook');
  await form.getByRole('checkbox', { name: /^Everything/ }).check();
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(form.getByText('Must lead to a public address; this host is private, local or reserved.')).toBeVisible();
  await expect(form.getByLabel('URL')).toBeFocused();
  expect((await scene.act('query', 'webhooks.list'))['data']).toEqual([]);
  await form.getByRole('button', { name: 'Retries, headers and limits' }).click();
  await form.getByRole('button', { name: 'webhook', exact: false }).filter({ hasText: 'types of webhook' }).click();
  await form.getByRole('button', { name: 'Example of webhook.tested' }).click();
  await look(page, 'create-open');

  await page.keyboard.press('Escape');
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
