import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { choose } from './support/publications';
import { addCondition, addEvent, addStep, rulesOf, stepIn } from './support/rules';
import { dialog, fromMenu, openPage } from './support/steps';
import { expect } from './support/test';
import { receiveFrom } from './support/whatsapp';
import { NORMAL, sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
  await scene.act('mutate', 'webhooks.create', {
    url: 'switchboard://inbox',
    events: ['api_key.*'],
    name: 'Our inbox',
  });
  await write('Hello');
});
test.afterAll(() => place.stop());

async function open(page: Page, path = ''): Promise<Locator> {
  await openPage(page, place, scene, `/automation/rules${path}`);
  return page.locator('#main');
}
const write = (text: string) => receiveFrom(scene, sandbox, NORMAL, text);
const rules = () => rulesOf(scene);

test('a call sets off several steps, of which later ones read the earlier', async ({ page }) => {
  const main = await open(page, '/new?recipe=blank');
  await main.getByLabel('Name', { exact: true }).fill('Announce');
  await main.getByLabel('Trigger', { exact: true }).selectOption('manual');
  await fromMenu(page, 'Actions for step 1', 'Remove step 1');
  await addStep(main, 'Create short link');
  await stepIn(main, 1).getByLabel('Destination', { exact: true }).fill('https://acme.com/{{ input.id }}');
  await addStep(main, 'Publish');
  await stepIn(main, 2).getByLabel('Text', { exact: true }).fill('Ready: {{ steps[0].short_url }}');
  await stepIn(main, 2).getByRole('combobox', { name: 'Add a recipient' }).fill('inbox');
  await main
    .getByRole('option', { name: /Our inbox/ })
    .first()
    .click();
  await addStep(main, 'Call webhook');
  await stepIn(main, 3).getByLabel('Webhook', { exact: true }).selectOption({ label: 'Our inbox' });
  await stepIn(main, 3).getByLabel('Payload', { exact: true }).fill('{"order": "{{ input.id }}"}');
  await addStep(main, 'Wait');
  await fromMenu(page, 'Actions for step 4', 'Move step 4 up');
  await expect(stepIn(main, 3).getByRole('heading')).toHaveText('3. Wait');
  await look(page, 'rul-new-steps');
  await fromMenu(page, 'Actions for step 3', 'Remove step 3');
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByRole('heading', { name: 'Announce', level: 1 })).toBeVisible();

  await main.getByRole('button', { name: 'Run now' }).click();
  const asked = dialog(page, 'Run “Announce” now?');
  await asked.getByLabel('Input').fill('[]');
  await asked.getByRole('button', { name: 'Run now' }).click();
  await expect(asked.getByText('Enter a JSON object.')).toBeVisible();
  await asked.getByLabel('Input').fill('{"id": "42"}');
  await asked.getByRole('button', { name: 'Run now' }).click();
  const sheet = dialog(page, 'Run');
  await expect(sheet.getByText('Succeeded')).toBeVisible();
  await expect(sheet.getByRole('listitem').nth(1)).toContainText('pub_');
  await look(page, 'rul-run-steps');
  const { data } = await scene.act('query', 'links.list');
  expect(data).toMatchObject([{ url: 'https://acme.com/42' }]);
  await page.keyboard.press('Escape');
  await main.getByRole('link', { name: 'Overview' }).click();
  await look(page, 'rul-overview');
});

test('a reply says what a missing value does, and the rule can leave it empty', async ({ page }) => {
  const main = await open(page, '/new?recipe=blank');
  await main.getByLabel('Name', { exact: true }).fill('Greeting by name');
  await addEvent(main, 'message received', 'whatsapp.message.received');
  const step = stepIn(main, 1);
  await step.getByLabel('Text', { exact: true }).fill('Hello {{ event.data.contact.name }}');
  await expect(step.getByText('If a value is missing, the step fails')).toBeVisible();
  await main.getByRole('button', { name: /^Limits and errors/ }).click();
  await expect(main.getByLabel('If a value is missing')).toHaveValue('reject');
  await main.getByLabel('If a value is missing').selectOption('empty');
  await expect(step.getByText('Missing values are left empty.')).toBeVisible();
  await look(page, 'rul-missing-value');
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByRole('heading', { name: 'Greeting by name', level: 1 })).toBeVisible();
  const made = (await rules()).find(({ name }) => name === 'Greeting by name');
  expect(made).toMatchObject({ on_missing: 'empty' });
  await scene.act('mutate', 'automation.rules.delete', { rule_id: made?.['id'] });
});

test('a rule for one chat answers with buttons, waits for a time and sends a file', async ({ page }) => {
  const { data } = await scene.act('query', 'whatsapp.chats.list', { instance_id: sandbox });
  const [chat] = data as { id: string; title: string }[];
  const main = await open(page, '/new?recipe=blank');
  await main.getByLabel('Name', { exact: true }).fill('Menu');
  await addEvent(main, 'message received', 'whatsapp.message.received');
  await main.getByRole('button', { name: /^Limit to/ }).click();
  await main
    .getByRole('group', { name: 'Limit to: Chats' })
    .getByLabel(chat?.title ?? '')
    .check();
  await addCondition(main, 1, ['event.data.content.text', 'contains', 'menu']);
  await stepIn(main, 1).getByLabel('Message type').selectOption('buttons');
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(stepIn(main, 1).getByText('Enter a text.').first()).toBeVisible();
  await stepIn(main, 1)
    .getByLabel('Text', { exact: true })
    .fill("Hello {{ event.data.contact.name | default: 'there' }}, what is it?");
  await addStep(main, 'Wait');
  await stepIn(main, 2).getByLabel('Wait', { exact: true }).selectOption('until');
  await addStep(main, 'Publish');
  await choose(stepIn(main, 3), 'inbox', /Our inbox/);
  await choose(stepIn(main, 3), NORMAL, /Number, sent from/);
  await stepIn(main, 3).getByRole('button', { name: 'Add a file' }).click();
  await stepIn(main, 3).getByLabel('On WhatsApp').selectOption('cta_url');
  await stepIn(main, 3).getByLabel('Text', { exact: true }).last().fill('Order here');
  await stepIn(main, 3).getByLabel('Button text', { exact: true }).fill('Order');
  await stepIn(main, 3).getByLabel('URL', { exact: true }).fill('https://example.com/order');
  await look(page, 'rul-contents');
  await stepIn(main, 1).getByLabel('Button 1', { exact: true }).fill('{{ event.data.content.text | truncate: 9 }}');
  await stepIn(main, 2).getByLabel('Until', { exact: true }).fill('{{ event.created_at }}');
  await stepIn(main, 3).getByLabel('File URL').fill('https://example.com/{{ event.data.id }}.png');
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByRole('heading', { name: 'Menu', level: 1 })).toBeVisible();

  const made = (await rules()).find(({ name }) => name === 'Menu');
  expect(made).toMatchObject({
    trigger: { selectors: { chat_ids: [chat?.id] } },
    actions: [
      {
        type: 'reply',
        content: { type: 'buttons', buttons: [{ title: '{{ event.data.content.text | truncate: 9 }}' }] },
      },
      { type: 'delay', until: '{{ event.created_at }}' },
      {
        type: 'publish',
        publication: {
          content: { media: [{ url: 'https://example.com/{{ event.data.id }}.png' }] },
          overrides: { whatsapp: { content: { type: 'cta_url', body: 'Order here' } } },
        },
      },
    ],
  });

  // What was made by the form is changed by the form.
  await main.getByRole('link', { name: 'Edit' }).click();
  await expect(stepIn(main, 1).getByLabel('Message type')).toHaveValue('buttons');
  await expect(stepIn(main, 3).getByLabel('URL', { exact: true })).toHaveValue('https://example.com/order');
  await fromMenu(page, 'Actions for step 3', 'Remove step 3');
  await main.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('Rule saved')).toBeVisible();
  await write('The menu, please');
  await openPage(page, place, scene, `/whatsapp/${sandbox}/tester`);
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('The me...', { exact: true })).toBeVisible();
  await scene.act('mutate', 'automation.rules.delete', { rule_id: made?.['id'] });
});

test('a rule runs at its times', async ({ page, watch }) => {
  // Times that there are none of.
  watch.expect(400);
  const main = await open(page, '/new?recipe=blank');
  await main.getByLabel('Name', { exact: true }).fill('Good morning');
  await main.getByLabel('Trigger', { exact: true }).selectOption('schedule');
  await fromMenu(page, 'Actions for step 1', 'Remove step 1');
  await addStep(main, 'Create short link');
  await stepIn(main, 1).getByLabel('Destination', { exact: true }).fill('https://example.com/today');
  await main.getByLabel('Schedule (cron)').fill('61 * * * *');
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(main.getByText('Invalid value for minute: 61.').first()).toBeVisible();
  await look(page, 'rul-new-schedule');
  await main.getByRole('button', { name: 'Mondays at 9' }).click();
  await main.getByLabel('Time zone').fill('Europe/Berlin');
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(main.getByText('Next run')).toBeVisible();
  await look(page, 'rul-schedule');
});
