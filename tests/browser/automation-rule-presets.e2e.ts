import type { Locator, Page } from '@playwright/test';

import { until } from '../support/process';
import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { resize, setScheme } from './support/layout';
import { look } from './support/look';
import { test } from './support/one-page';
import { addStep, stepIn } from './support/rules';
import { openPage } from './support/steps';
import { expect, SIZES } from './support/test';
import { receiveFrom } from './support/whatsapp';
import { NORMAL, sandboxOf } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

const MAX_CLICKS = 4;
/** The head of a recording of Opus in Ogg. */
const VOICE = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(64)]);

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole({ AI_SANDBOX: 'true' });
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
});
test.afterAll(() => place.stop());

/** What stands far down the page. */
async function shoot(page: Page, part: Locator, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  for (const [size, scheme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const) {
    await resize(page, SIZES[size]);
    await setScheme(page, scheme);
    await expect(part).toBeVisible();
    if (folder) await part.screenshot({ path: `${folder}/${name}-${scheme}-${size}.png` });
  }
  await setScheme(page, 'light');
  await resize(page, SIZES.desktop);
}

const messages = async (direction: string) =>
  (await scene.act('query', 'whatsapp.messages.list', { instance_id: sandbox, direction }))['data'] as {
    origin: string;
    content: { text?: string };
  }[];

test('the sandbox phone gets an answer of a model after a few clicks', async ({ page }) => {
  let clicks = 0;
  const click = async (button: Locator) => {
    clicks += 1;
    await button.click();
  };
  await openPage(page, place, scene, '/automation/rules');
  const main = page.locator('#main');
  await click(main.getByRole('link', { name: /^Answer with a model/ }));
  await expect(stepIn(main, 1).getByLabel('Model', { exact: true })).toHaveValue('switchboard/echo');
  await look(page, 'rul-preset-answer');
  await shoot(page, stepIn(main, 1), 'rul-preset-answer-step');
  await shoot(page, main.getByRole('group', { name: 'Stay silent' }), 'rul-preset-answer-silent');
  await click(main.getByRole('button', { name: 'Create rule' }));
  await expect(page.getByRole('heading', { name: 'Answer with a model', level: 1 })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);

  await receiveFrom(scene, sandbox, NORMAL, 'Are you open on Sunday?');
  await until(async () => (await messages('outbound')).length > 0);
  expect(await messages('outbound')).toMatchObject([
    { origin: 'automation', content: { text: 'Are you open on Sunday?' } },
  ]);
});

test('what was saved stands in the form again, and a run that is silent says why', async ({ page }) => {
  await openPage(page, place, scene, '/automation/rules');
  const main = page.locator('#main');
  await main.getByRole('link', { name: 'Answer with a model' }).click();
  await main.getByRole('link', { name: 'Edit' }).click();
  await expect(stepIn(main, 1).getByLabel('Earlier messages')).toHaveValue('10');
  await expect(stepIn(main, 2).getByLabel('Split after (characters)')).toHaveValue('1000');
  const stops = main.getByRole('list', { name: 'Stop words' }).getByRole('listitem');
  await expect(stops).toHaveText(['stop', 'human']);
  await expect(main.getByLabel('Replies per session')).toHaveValue('30');

  await receiveFrom(scene, sandbox, NORMAL, 'Stop!');
  await main.getByRole('link', { name: 'Runs' }).click();
  await expect(main.getByText('The contact sent a stop word in this session.')).toBeVisible();
});

test('a step without a model or a prompt is not sent', async ({ page }) => {
  await openPage(page, place, scene, '/automation/rules/new?recipe=blank');
  const main = page.locator('#main');
  await addStep(main, 'Ask a model');
  await main.getByRole('button', { name: 'Create rule' }).click();
  const step = stepIn(main, 2);
  await expect(step.getByText('Select a model.')).toBeVisible();
  await step.getByText('Answer as JSON').click();
  await step.getByLabel('JSON schema').fill('{');
  await step.getByLabel('Model', { exact: true }).selectOption('switchboard/echo');
  await step.getByLabel('Prompt', { exact: true }).fill('Hello');
  await main.getByRole('button', { name: 'Create rule' }).click();
  await expect(step.getByText('Enter valid JSON.')).toBeVisible();
});

test('a voice message becomes text at a webhook after a few clicks', async ({ page }) => {
  await scene.act('mutate', 'webhooks.create', {
    url: 'switchboard://inbox',
    events: ['api_key.*'],
    name: 'Our inbox',
  });
  let clicks = 0;
  const click = async (button: Locator) => {
    clicks += 1;
    await button.click();
  };
  await openPage(page, place, scene, '/automation/rules');
  const main = page.locator('#main');
  await click(main.getByRole('link', { name: 'Create rule' }));
  await click(main.getByRole('link', { name: /^Transcribe voice messages/ }));
  await expect(stepIn(main, 1).getByLabel('Model', { exact: true })).toHaveValue('switchboard/echo');
  await look(page, 'rul-preset-transcribe');
  await click(main.getByRole('button', { name: 'Create rule' }));
  await expect(page.getByRole('heading', { name: 'Transcribe voice messages', level: 1 })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  // The form shows what was saved, as fields.
  await main.getByRole('link', { name: 'Edit' }).click();
  await expect(stepIn(main, 1).getByLabel('Language')).toHaveValue('');
  await expect(stepIn(main, 2).getByLabel('Webhook', { exact: true })).not.toHaveValue('');
  await shoot(page, stepIn(main, 1), 'rul-preset-transcribe-step');

  await scene.act('mutate', 'whatsapp.sandbox.simulate_inbound', {
    instance_id: sandbox,
    from: NORMAL,
    event: {
      type: 'message',
      content: { type: 'voice', media: { base64: VOICE.toString('base64'), mime_type: 'audio/ogg' } },
    },
  });
  const said = `audio.ogg, ${VOICE.length} bytes`;
  await openPage(page, place, scene, '/webhooks/inbox');
  await main.getByRole('link', { name: 'automation.rule.fired' }).click();
  const delivery = page.getByRole('dialog', { name: 'Delivery' });
  await expect(delivery.getByRole('region', { name: 'Request body' })).toContainText(said);
});
