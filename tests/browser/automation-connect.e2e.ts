import type { Locator, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { startReceiver } from './support/receiver';
import { runCommand } from './support/shell';
import { copiedBy, dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { sendText } from './support/whatsapp-messages';

test.describe.configure({ mode: 'serial' });

let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  // What stands for n8n listens on this machine.
  place = await startConsole({ WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: '1' });
  scene = await addFixtures(place.url);
  await sendText(scene, 'Hello');
});
test.afterAll(() => place.stop());

async function open(page: Page, more = ''): Promise<Locator> {
  await openPage(page, place, scene, `/automation/connect${more}`);
  return page.locator('#main');
}

interface Parameters {
  method: string;
  url: string;
  jsonBody: string;
  headerParameters: { parameters: { name: string; value: string }[] };
  path: string;
}
interface Workflow {
  nodes: { name: string; type: string; typeVersion: number; parameters: Parameters; id: string }[];
  connections: Record<string, { main: { node: string }[][] }>;
}

/** The workflow that is copied, as n8n reads it when it is pasted. */
async function workflow(page: Page, name: string): Promise<Workflow> {
  const block = page.locator('.code-frame').filter({ has: page.getByLabel(name) });
  return JSON.parse(await copiedBy(block.getByRole('button', { name: 'Copy' }))) as Workflow;
}

/** Does what the HTTP Request node of n8n does with these parameters and a Bearer credential. */
async function execute({ nodes }: Workflow, name: string, token: string): Promise<Response> {
  const node = nodes.find((one) => one.name === name);
  expect(node).toMatchObject({ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 });
  if (!node) throw new Error(`There is no node ${name}.`);
  const { method, url, jsonBody, headerParameters } = node.parameters;
  const headers = headerParameters.parameters.map(({ name: header, value }) => [
    header,
    value.replace(/^=/, '').replaceAll(/\{\{.*?\}\}/g, '7'),
  ]);
  return fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(Object.fromEntries(headers) as Record<string, string>),
    },
    body: jsonBody,
  });
}

async function makeKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).click();
  return copiedBy(page.getByRole('button', { name: 'Copy key', exact: true }));
}

test('a workflow pasted into n8n publishes, and the page shows its first call', async ({ page }) => {
  const main = await open(page);
  await look(page, 'connect-n8n');
  const token = await makeKey(page);
  await expect(main.getByText('Waiting for the first call with this key')).toBeVisible();
  await look(page, 'connect-key');

  // The credential that the nodes name, with the key for its token.
  expect(await copiedBy(main.getByRole('button', { name: 'Copy Name', exact: true }))).toBe('Switchboard');
  expect(await copiedBy(main.getByRole('button', { name: 'Copy Bearer Token' }))).toBe(token);

  await main.getByLabel('Text', { exact: true }).fill('Hello from a workflow');
  const pasted = await workflow(page, 'Workflow that publishes');
  expect(pasted.nodes.map(({ type }) => type)).toEqual(['n8n-nodes-base.manualTrigger', 'n8n-nodes-base.httpRequest']);
  expect(new Set(pasted.nodes.map(({ id }) => id)).size).toBe(2);
  expect(pasted.connections[pasted.nodes[0]?.name ?? '']?.main[0]?.[0]?.node).toBe('Publish');
  // The key is no part of what people share.
  expect(JSON.stringify(pasted)).not.toContain(token);
  const answer = await execute(pasted, 'Publish', token);
  expect(answer.status, await answer.clone().text()).toBe(202);
  await expect(main.getByText(/^First call received: POST/)).toBeVisible();
  const { data } = await scene.act('query', 'automation.publications.list');
  expect(data).toMatchObject([{ content: { text: 'Hello from a workflow' } }]);
  // Tried again with the same execution, it is still one.
  expect((await execute(pasted, 'Publish', token)).status).toBe(202);
  const { data: after } = await scene.act('query', 'automation.publications.list');
  expect(after).toHaveLength(1);
});

test('a workflow of n8n subscribes itself, and receives events', async ({ page }) => {
  const n8n = startReceiver();
  const main = await open(page);
  const token = await makeKey(page);
  await expect(main.getByText('Waiting for n8n to subscribe')).toBeVisible();
  await main.getByLabel('URL of your n8n').fill(`${new URL(n8n.url).origin}/`);
  await expect(main.getByText(/^This URL is in a private network/)).toBeVisible();
  const pasted = await workflow(page, 'Workflow that receives events');
  const hook = pasted.nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
  const answer = await execute(pasted, 'Subscribe', token);
  expect(answer.status, await answer.clone().text()).toBe(201);
  const { url, source } = (await answer.json()) as { url: string; source: string };
  expect(url).toBe(`${new URL(n8n.url).origin}/webhook/${String(hook?.parameters.path)}`);
  expect(source).toBe('n8n');

  await expect(main.getByText(/^Subscribed:/)).toBeVisible();
  await main.getByRole('button', { name: 'Send test' }).click();
  await expect.poll(() => n8n.typesOf()).toEqual(['webhook.tested']);
  await look(page, 'connect-subscribed');
  await main.getByRole('button', { name: 'I’ve saved it' }).click();

  // In the list it is known for what it is.
  await openPage(page, place, scene, '/webhooks');
  await expect(page.getByRole('table', { name: 'Webhooks' }).getByText('n8n').last()).toBeVisible();
  await n8n.stop();
});

for (const { tool, name, url } of [
  { tool: 'zapier', name: 'Zapier', url: 'https://hooks.zapier.com/hooks/catch/1234567/abcdef/' },
  { tool: 'make', name: 'Make', url: 'https://hook.eu1.make.com/abcdefghijklmnop' },
]) {
  test(`${name} gets its values to copy, and an address of it is subscribed`, async ({ page }) => {
    const main = await open(page, `?tool=${tool}`);
    await expect(main.getByText(`${name} calls from the internet`)).toBeVisible();
    await expect(main.getByText(`Waiting for ${name} to subscribe`)).toBeVisible();
    expect(await copiedBy(main.getByRole('button', { name: 'Copy URL' }))).toBe(`${place.url}/api/v1/publications`);
    await look(page, `connect-${tool}`);

    await main.getByRole('button', { name: 'Subscribe' }).click();
    await expect(main.getByText('Enter the URL that events are sent to.')).toBeVisible();
    await main.getByLabel(`URL from ${name}`).fill(url);
    await main.getByLabel('Events').selectOption('automation.publication.published');
    await main.getByRole('button', { name: 'Subscribe' }).dblclick();
    await expect(main.getByText(/^Subscribed:/)).toContainText('automation.publication.published');
    const { data } = await scene.act('query', 'webhooks.list', { source: tool });
    // A double click made one.
    expect(data).toMatchObject([{ url, receiver: { kind: tool, warnings: [] } }]);
  });
}

test('a test address of n8n is warned of, where it is typed and in the list', async ({ page }) => {
  const url = 'https://n8n.example.com/webhook-test/orders';
  await scene.act('mutate', 'webhooks.create', { url, events: ['api_key.*'], name: 'Forgotten' });
  await openPage(page, place, scene, '/webhooks');
  const list = page.getByRole('table', { name: 'Webhooks' });
  await expect(list.getByText(/^Test URL of n8n: it listens only while the editor is open/)).toBeVisible();
  await openPage(page, place, scene, '/webhooks?create=1');
  await dialog(page, 'Create a webhook').getByLabel('URL', { exact: true }).fill(url);
  await expect(page.getByText('This is a test URL of n8n')).toBeVisible();
});

test('the commands run as they are copied, and an unsaved key is not left unasked', async ({ page }) => {
  const main = await open(page, '?tool=curl');
  await makeKey(page);
  await look(page, 'connect-curl');
  const publish = main.locator('section').filter({ has: page.getByRole('heading', { name: '3. Publish' }) });
  for (const [at, status] of [
    [0, 200],
    [1, 202],
  ] as const) {
    const command = await copiedBy(publish.locator('.code-frame').nth(at).getByRole('button', { name: 'Copy' }));
    const { output, status: answered } = await runCommand(command);
    expect(answered, output).toBe(status);
  }
  await expect(main.getByText(/^First call received:/)).toBeVisible();

  // From tool to tool it stays; away from the page it is asked about.
  await main.getByRole('navigation', { name: 'Tool' }).getByRole('link', { name: 'Zapier' }).click();
  await expect(main.getByRole('button', { name: 'Copy key', exact: true })).toBeVisible();
  await page.locator('.rail').getByRole('link', { name: 'Publications' }).click();
  const asked = dialog(page, 'Leave without saving the key?');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await main.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.locator('.rail').getByRole('link', { name: 'Publications' }).click();
  await expect(page).toHaveURL(/\/automation\/publications$/);
});
