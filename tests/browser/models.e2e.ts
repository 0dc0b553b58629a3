import type { Locator, Page } from '@playwright/test';

import { chatAnswer, chatStream, ModelProvider, stream } from '../support/model-provider';
import { addFixtures, makeKey, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { chat } from './support/models';
import { copied, dialog, openPage } from './support/steps';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'serial' });

let provider: ModelProvider;
let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  provider = await new ModelProvider().start();
  const models = [
    { id: 'small', max_output_tokens: 100, pricing: { prompt: '0.001', completion: '0.002' } },
    { id: 'free', max_output_tokens: 100 },
  ];
  place = await startConsole({
    AI_PROVIDERS: JSON.stringify([{ slug: 'p', name: 'Stand-in', base_url: provider.url, discover: false, models }]),
  });
  scene = await addFixtures(place.url);
});
test.afterAll(async () => {
  await place.stop();
  await provider.stop();
});

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, path);
  return page.locator('#main');
}

test('without calls the pages say what they are for', async ({ page }) => {
  for (const [path, title] of [
    ['usage', 'No calls in this period'],
    ['budgets', 'No budgets yet'],
    ['calls', 'No calls yet'],
  ] as const) {
    const main = await open(page, `/models/${path}`);
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
    await look(page, `models-${path}-empty`);
  }
});

test('calls that cost nothing have a sentence in place of the chart of costs', async ({ page }) => {
  const { secret } = await makeKey(scene.act, 'Echo', ['ai:invoke']);
  await chat(scene, secret);
  const main = await open(page, '/models/usage');
  await expect(main.getByText('No cost in this period.')).toBeVisible();
  await expect(main.getByRole('slider')).toHaveCount(0);
  await look(page, 'models-usage-without-cost');
  await main.getByRole('radiogroup', { name: 'Measure' }).getByText('Calls').click();
  await expect(main.getByRole('slider', { name: 'Calls over time' })).toBeVisible();
});

test('the playground streams an answer with its tokens and cost, and prints the call', async ({ page }) => {
  const main = await open(page, '/models');
  await main.getByRole('link', { name: 'Try p/small' }).click();
  await expect(main.getByLabel('Model', { exact: true })).toHaveValue('p/small');
  await look(page, 'models-playground-empty');

  provider.answer = () => stream(chatStream(['Good ', 'day ', 'Ada']));
  await main.getByLabel('System message').fill('Be polite.');
  await main.getByLabel('Message', { exact: true }).fill('Hello');
  await main.getByLabel('Message', { exact: true }).press('Control+Enter');
  await expect(main.getByText('Good day Ada', { exact: true })).toBeVisible();
  await expect(main.getByText('10 input tokens')).toBeVisible();
  await expect(main.getByText('$0.016', { exact: true })).toBeVisible();
  expect(provider.last.body['messages']).toEqual([
    { role: 'system', content: 'Be polite.' },
    { role: 'user', content: 'Hello' },
  ]);
  await look(page, 'models-playground');

  await main.getByRole('tab', { name: 'openai (Python)' }).click();
  await main.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => copied(page)).toContain('model="p/small"');
  await main.getByRole('link', { name: 'View call' }).click();
  await expect(page.getByRole('heading', { name: 'Model call' })).toBeVisible();
  await expect(main.getByText('Console', { exact: true })).toBeVisible();
});

test('an answer can be stopped; what the provider refuses is said', async ({ page, watch }) => {
  const main = await open(page, '/models/playground?model=p%2Fsmall');
  const message = main.getByLabel('Message', { exact: true });
  provider.answer = () => stream(chatStream(['Once ']).slice(0, 1), { hangs: true });
  await message.fill('A long story');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByText('Once', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Stop' }).click();
  await expect(main.getByText('Stopped', { exact: true })).toBeVisible();
  const { byCaller } = await provider.last.over;
  expect(byCaller).toBe(true);

  watch.expect(400);
  provider.answer = () => ({ status: 400, chunks: ['{"error":{"message":"The prompt is not allowed."}}'] });
  await message.fill('Something else');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByRole('alert')).toContainText('The prompt is not allowed.');
  await look(page, 'models-playground-refused');
});

test('usage is shown by model and by key', async ({ page }) => {
  const { secret } = await makeKey(scene.act, 'Support bot', ['ai:invoke']);
  provider.answer = () => chatAnswer('Hi');
  await chat(scene, secret, 'p/small');
  await chat(scene, secret, 'p/free');
  const main = await open(page, '/models/usage');
  await expect(main.getByText('1 call has no known price')).toBeVisible();
  await expect(main.getByRole('row', { name: /p\/free/ })).toContainText('Price unknown');
  await look(page, 'models-usage');
  await main.getByRole('radiogroup', { name: 'Group by' }).getByText('API key').click();
  await expect(main.getByRole('row', { name: /Support bot/ })).toContainText('$0.02');
  await expect(main.getByRole('row', { name: /Without a key/ })).toBeVisible();
  await main.getByRole('radiogroup', { name: 'Measure' }).getByText('Tokens').click();
  await main.getByRole('button', { name: 'Show as table' }).click();
  await expect(main.getByRole('table', { name: 'Tokens over time' })).toBeVisible();
  await look(page, 'models-usage-table');
});

test('a budget is set, refuses calls when used up, is reset and deleted', async ({ page }) => {
  const { secret } = await makeKey(scene.act, 'Limited', ['ai:invoke']);
  const main = await open(page, '/models/budgets');
  await main.getByRole('button', { name: 'Set budget' }).first().click();
  const form = dialog(page, 'Set budget');
  await form.getByLabel('Amount (US dollars)').fill('ten');
  await form.getByRole('button', { name: 'Set budget' }).click();
  await expect(form.getByText('Enter an amount in US dollars, such as 50 or 0.25.')).toBeVisible();
  await look(page, 'models-budget-form');
  await form.getByLabel('Applies to').selectOption({ label: 'Key: Limited' });
  await form.getByLabel('Amount (US dollars)').fill('0.3');
  await form.getByRole('button', { name: 'Set budget' }).click();
  const row = main.getByRole('row', { name: /Limited/ });
  await expect(row).toContainText('$0.30 of $0.30');

  provider.answer = () => chatAnswer('Hi');
  for (let at = 0; at < 4; at += 1) await chat(scene, secret, 'p/small');
  await choose(page, 'Edit');
  await expect(page).toHaveURL(/edit=/);
  await dialog(page, 'Edit budget: Limited').getByLabel('Amount per month (US dollars)').fill('0.08');
  await dialog(page, 'Edit budget: Limited').getByRole('button', { name: 'Save changes' }).click();
  await expect(page).not.toHaveURL(/edit=/);
  await expect(row).toContainText('Used up');
  await expect(chat(scene, secret, 'p/small')).rejects.toThrow('budget_exceeded');
  await look(page, 'models-budgets');

  await choose(page, 'Reset');
  await dialog(page, 'Reset budget: Limited?').getByRole('button', { name: 'Reset budget' }).click();
  await expect(row).toContainText('$0.08 of $0.08');
  await choose(page, 'Delete');
  await dialog(page, /^Delete/)
    .getByRole('button', { name: 'Delete budget' })
    .click();
  await expect(main.getByRole('heading', { name: 'No budgets yet' })).toBeVisible();
});

/** In the menu of the budget. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Limited, per month' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('calls are filtered, opened and voided', async ({ page }) => {
  const main = await open(page, '/models/calls');
  await expect(main.getByRole('table', { name: 'Calls' }).getByRole('row').nth(3)).toBeVisible();
  await look(page, 'models-calls');
  await filter(page, 'Model', 'p/free');
  await expect(main.getByRole('row')).toHaveCount(2);
  await main.getByRole('button', { name: 'Remove filter Model' }).click();
  await filter(page, 'Model', 'p/small');
  await filter(page, 'Outcome', 'Succeeded');
  await main.getByRole('link', { name: 'p/small' }).first().click();
  await expect(main.getByText('$1,000.00 per million input tokens')).toBeVisible();
  await look(page, 'models-call');
  await main.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Void cost' }).click();
  await dialog(page, /^Void/).getByRole('button', { name: 'Void cost' }).click();
  await expect(main.getByText('The cost was voided')).toBeVisible();
});

async function filter(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.locator('.filter-panel');
  await panel.getByRole('button', { name, exact: true }).click();
  await panel.getByRole('button', { name: value, exact: true }).click();
}
