import type { Locator, Page } from '@playwright/test';

import { until } from '../support/process';
import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { keyboardOf } from './support/keyboard';
import { look } from './support/look';
import { test } from './support/one-page';
import { addCondition, addEvent, rulesOf, stepIn } from './support/rules';
import { openPage, paste } from './support/steps';
import { expect } from './support/test';
import { receiveFrom } from './support/whatsapp';
import { NORMAL, sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

const MAX_CLICKS = 4;

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
  await scene.act('mutate', 'webhooks.create', { url: 'switchboard://inbox', events: [], name: 'Our inbox' });
});
test.afterAll(() => place.stop());

async function open(page: Page, path = ''): Promise<Locator> {
  await openPage(page, place, scene, `/automation/rules${path}`);
  return page.locator('#main');
}
const tester = (main: Locator) => main.getByRole('region', { name: 'Test' });
const said = async () =>
  (await scene.act('query', 'whatsapp.messages.list', { instance_id: sandbox, direction: 'outbound' }))['data'];

test('a rule that replies is made of a recipe in a few clicks, and its page says what it sends', async ({ page }) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const main = await open(page);
  await click(main.getByRole('link', { name: /^Reply to a message/ }));
  await expect(tester(main).getByText('The rule would run')).toBeVisible();
  await expect(tester(main).getByText('Would send: Thanks for your message!')).toBeVisible();
  await look(page, 'rul-recipe-reply');
  await click(main.getByRole('button', { name: 'Create rule' }));
  await expect(page.getByRole('heading', { name: 'Auto-reply', level: 1 })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  await expect(main.getByText('Reply: Thanks for your message! We’ll get back to you soon.')).toBeVisible();
  await expect(main.getByText('Message received', { exact: true })).toBeVisible();
  await look(page, 'rul-says');

  await receiveFrom(scene, sandbox, NORMAL, 'Are you open?');
  await until(async () => JSON.stringify(await said()).includes('Thanks for your message!'));
});

test('a recipe that tells somebody needs only the recipient', async ({ page }) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const main = await open(page, '/new');
  await click(main.getByRole('link', { name: /^Tell me when a link reaches its click limit/ }));
  await expect(tester(main).getByText('Complete the rule to test it.')).toBeVisible();
  await main.getByRole('combobox', { name: 'Add a recipient' }).fill('inbox');
  await click(main.getByRole('option', { name: /Our inbox/ }).first());
  await expect(
    tester(main).getByText('Would send: https://go.example.com/spring has reached its limit of 1204 clicks.'),
  ).toBeVisible();
  await click(main.getByRole('button', { name: 'Create rule' }));
  await expect(page.getByRole('heading', { name: 'Click limit reached', level: 1 })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  await expect(main.getByText(/^Publish to 1 recipient: event\.data\.short_url has reached/)).toBeVisible();
});

test('conditions are filled in from the event, and each says whether it holds for a real one', async ({ page }) => {
  const main = await open(page, '/new?recipe=blank');
  await main.getByLabel('Name', { exact: true }).fill('Prices');
  await addEvent(main, 'received whatsapp', 'whatsapp.message.received');
  await stepIn(main, 1).getByLabel('Text', { exact: true }).fill('It costs 5.');

  const conditions = main.getByRole('group', { name: 'Only if' }).first();
  await conditions.getByRole('button', { name: 'Add condition' }).click();
  const first = conditions.getByRole('group', { name: 'Condition 1' });
  await first.getByRole('combobox', { name: 'Field' }).fill('content text');
  await first.getByRole('option', { name: /^event\.data\.content\.text/ }).click();
  await expect(first.getByRole('combobox', { name: 'Field' })).toHaveValue('event.data.content.text');
  await first.getByLabel('Operator').selectOption({ label: 'contains' });
  await first.getByLabel('Value').fill('open');
  await expect(first.getByText('true', { exact: true })).toBeAttached();
  await addCondition(main, 2, ['event.data.type', 'is', 'voice']);
  const second = conditions.getByRole('group', { name: 'Condition 2' });
  await expect(second.getByText('false', { exact: true })).toBeAttached();
  await expect(tester(main).getByText('A condition is not met, so the rule would not run')).toBeVisible();
  await look(page, 'rul-conditions');

  // What is typed stays what it is, and what is wrong is said beside it.
  await conditions.getByRole('button', { name: 'Edit as text' }).click();
  const text = conditions.getByRole('textbox', { name: 'Only if' });
  await expect(text).toHaveValue("event.data.content.text contains 'open'\nevent.data.type == 'voice'");
  await text.fill("event.data.content.text contain 'open'");
  await expect(conditions.getByText(/^Condition 1: An operator is missing before `contain`/)).toBeVisible();
  await text.fill("event.data.content.text contains 'shut' or event.data.type == 'text'");
  await conditions.getByRole('button', { name: 'Edit as rows' }).click();
  await expect(
    conditions.getByRole('group', { name: 'Condition 1' }).getByRole('textbox', { name: 'Condition' }),
  ).toHaveValue("event.data.content.text contains 'shut' or event.data.type == 'text'");

  // Pasted lines are conditions, each with its own fault.
  await conditions.getByRole('button', { name: 'Add condition' }).click();
  await paste(second.getByRole('combobox', { name: 'Field' }), "event.data.type == 'text'\nevent.data.from ==\n");
  const third = conditions.getByRole('group', { name: 'Condition 3' });
  await expect(second.getByRole('combobox', { name: 'Field' })).toHaveValue('event.data.type');
  await expect(third.getByText('A value is missing at the end.')).toBeVisible();
  for (const one of [third, second]) await one.getByRole('button', { name: /^Remove condition/ }).click();
  await expect(tester(main).getByText('Would send: It costs 5.')).toBeVisible();

  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByRole('heading', { name: 'Prices', level: 1 })).toBeVisible();
  expect((await rulesOf(scene)).find(({ name }) => name === 'Prices')).toMatchObject({
    filter: ["event.data.content.text contains 'shut' or event.data.type == 'text'"],
  });
});

test('a condition without a value is not lost: the rule is not created until it is whole', async ({ page, watch }) => {
  watch.expect(400);
  const main = await open(page, '/new?recipe=reply');
  await addCondition(main, 2, ['event.data.type', 'is']);
  const row = main.getByRole('group', { name: 'Condition 2' });
  await expect(row.getByText(/^A value is missing/)).toBeVisible();
  const before = (await rulesOf(scene)).length;
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(main.getByText(/^A value is missing/).first()).toBeVisible();
  expect(await rulesOf(scene)).toHaveLength(before);
});

test('a field of the event is put into a text by the keyboard, and shows as it will be sent', async ({ page }) => {
  const main = await open(page, '/new?recipe=reply');
  const { press, type } = keyboardOf(page);
  const text = stepIn(main, 1).getByLabel('Text', { exact: true });
  await type(text, 'You wrote: ');
  await press(stepIn(main, 1).getByRole('button', { name: 'Insert a field into Text' }));
  await expect(stepIn(main, 1).getByRole('combobox', { name: 'Find a field' })).toBeFocused();
  await page.keyboard.type('content.text');
  await expect(stepIn(main, 1).getByRole('listbox', { name: 'Find a field' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('You wrote: {{ event.data.content.text }}');
  await expect(text).toBeFocused();
  await page.keyboard.type('!');
  await expect(tester(main).getByText('Would send: You wrote: Are you open?!')).toBeVisible();

  // Escape gives the list up, and not the page.
  await press(stepIn(main, 1).getByRole('button', { name: 'Insert a field into Text' }));
  await page.keyboard.press('Escape');
  await expect(stepIn(main, 1).getByRole('combobox', { name: 'Find a field' })).toHaveCount(0);
  await expect(text).toBeFocused();
});

test('another event changes what the rule would do', async ({ page }) => {
  await receiveFrom(scene, sandbox, NORMAL, 'Good night');
  const main = await open(page, '/new?recipe=reply');
  await addCondition(main, 2, ['event.data.content.text', 'contains', 'open']);
  await expect(tester(main).getByText('A condition is not met')).toBeVisible();
  const events = tester(main).getByLabel('Event', { exact: true });
  const older = await events.locator('option').nth(1).getAttribute('value');
  await events.selectOption(older);
  await expect(tester(main).getByText('The rule would run')).toBeVisible();
  await tester(main).getByText('View event').click();
  await expect(tester(main).getByLabel('Event as JSON')).toContainText('Are you open?');
});
