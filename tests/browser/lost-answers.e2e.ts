import type { Page } from '@playwright/test';

import { makeLink } from './support/links';
import { CUTS, pressAgain, pressInVain, startLossyConsole, type LossyConsole } from './support/lost';
import { test } from './support/one-page';
import { choose } from './support/publications';
import { addEvent, stepIn } from './support/rules';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { NORMAL, sandboxOf, sendText } from './support/whatsapp-messages';

// One server for all; each looks for objects of its own names.
test.describe.configure({ mode: 'serial' });

let place: LossyConsole;
let sandbox: string;
test.beforeAll(async () => {
  place = await startLossyConsole();
  sandbox = await sandboxOf(place.scene);
});
test.afterAll(() => place.stop());

/** Each begins in a page of its own: one whose dialog is just closing may go back, and cancel where it is sent. */
const open = (page: Page, path: string): Promise<void> => openPage(page, place, place.scene, path);

interface Making {
  /** What is made, as titles of tests say it. */
  what: string;
  procedure: string;
  /** Opens the form and fills it in. */
  fill: (page: Page, name: string) => Promise<void>;
  /** What was typed, and must still be there. */
  typed: (page: Page, name: string) => Promise<void>;
  submit: string;
  list: string;
  input?: () => object;
  /** Whether a row of the list is the one. */
  isIt: (row: Record<string, unknown>, name: string) => boolean;
}

const byName = (row: Record<string, unknown>, name: string) => row['name'] === name;
const valueOf = (label: string) => (page: Page, name: string) =>
  expect(page.getByLabel(label, { exact: true }).first()).toHaveValue(name);

const MAKINGS: Making[] = [
  {
    what: 'a key',
    procedure: 'keys.create',
    fill: async (page, name) => {
      await open(page, '/keys');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await dialog(page, 'Create a key').getByLabel('Name', { exact: true }).fill(name);
    },
    typed: valueOf('Name'),
    submit: 'Create key',
    list: 'keys.list',
    isIt: byName,
  },
  {
    what: 'a webhook',
    procedure: 'webhooks.create',
    fill: async (page, name) => {
      await open(page, '/webhooks');
      await page.getByRole('button', { name: 'Create webhook' }).first().click();
      const form = dialog(page, 'Create a webhook');
      await form.getByLabel('URL').fill('https://hooks.example.com/in');
      await form.getByLabel('Name').fill(name);
      await form.getByRole('checkbox', { name: 'api_key.*' }).check();
    },
    typed: valueOf('Name'),
    submit: 'Create webhook',
    list: 'webhooks.list',
    isIt: byName,
  },
  {
    what: 'a link',
    procedure: 'links.create',
    fill: async (page, name) => {
      await open(page, '/links?create=1');
      await dialog(page, 'Create a link').getByLabel('Destination').fill(`https://example.com/${name}`);
    },
    typed: (page, name) => expect(page.getByLabel('Destination')).toHaveValue(`https://example.com/${name}`),
    submit: 'Create link',
    list: 'links.list',
    isIt: (row, name) => row['url'] === `https://example.com/${name}`,
  },
  {
    what: 'a message',
    procedure: 'whatsapp.messages.send',
    fill: async (page, name) => {
      await open(page, `/whatsapp/${sandbox}/tester`);
      await page.getByLabel('Text', { exact: true }).first().fill(name);
    },
    typed: valueOf('Text'),
    submit: 'Send',
    list: 'whatsapp.messages.list',
    input: () => ({ instance_id: sandbox, limit: 100 }),
    isIt: (row, name) => (row['content'] as { text?: string }).text === name,
  },
  {
    what: 'a group',
    procedure: 'whatsapp.groups.create',
    fill: async (page, name) => {
      await open(page, `/whatsapp/${sandbox}/groups`);
      await page.getByRole('button', { name: 'Create group' }).first().click();
      await dialog(page, 'Create a group').getByLabel('Name').fill(name);
    },
    typed: (page, name) => expect(dialog(page, 'Create a group').getByLabel('Name')).toHaveValue(name),
    submit: 'Create group',
    list: 'whatsapp.groups.list',
    input: () => ({ instance_id: sandbox }),
    isIt: (row, name) => row['subject'] === name,
  },
  {
    what: 'a publication',
    procedure: 'automation.publications.create',
    fill: async (page, name) => {
      await open(page, '/automation/publications/new');
      await choose(page.locator('#main'), '+1 555 010 0000', /^\+15550100000/);
      await page.getByLabel('Text', { exact: true }).fill(name);
    },
    typed: valueOf('Text'),
    submit: 'Publish now',
    list: 'automation.publications.list',
    isIt: (row, name) => JSON.stringify(row).includes(`"${name}"`),
  },
  {
    what: 'an endpoint',
    procedure: 'automation.inbound_endpoints.create',
    fill: async (page, name) => {
      await open(page, '/automation/endpoints/new?preset=custom');
      await page.getByLabel('Name').fill(name);
    },
    typed: valueOf('Name'),
    submit: 'Create endpoint',
    list: 'automation.inbound_endpoints.list',
    isIt: byName,
  },
  {
    what: 'a rule',
    procedure: 'automation.rules.create',
    fill: async (page, name) => {
      await open(page, '/automation/rules/new?recipe=blank');
      const main = page.locator('#main');
      await main.getByLabel('Name', { exact: true }).fill(name);
      await addEvent(main, 'message received', 'whatsapp.message.received');
      await stepIn(main, 1).getByLabel('Text', { exact: true }).fill('Hello');
    },
    typed: valueOf('Name'),
    submit: 'Create rule',
    list: 'automation.rules.list',
    isIt: byName,
  },
  {
    what: 'a workspace',
    procedure: 'workspaces.create',
    fill: async (page, name) => {
      await open(page, '/keys');
      await page.goto(`${place.url}/user/api/workspaces/new`);
      await page.getByLabel('Name').fill(name);
    },
    typed: valueOf('Name'),
    submit: 'Create workspace',
    list: 'workspaces.list',
    isIt: byName,
  },
];

for (const { what, procedure, fill, typed, submit, list, input, isIt } of MAKINGS) {
  test(`${what} is made once, whichever way the answer gets lost, and what was typed stays`, async ({ context }) => {
    const made = async (name: string): Promise<number> => {
      const { data } = await place.scene.act('query', list, input?.() ?? {});
      return (data as Record<string, unknown>[]).filter((row) => isIt(row, name)).length;
    };
    for (const cut of CUTS) {
      const page = await context.newPage();
      const name = `${cut}-${procedure.replaceAll(/\W/g, '-').toLowerCase()}`;
      await fill(page, name);
      const press = () => page.getByRole('button', { name: submit, exact: true }).last().click();
      const loss = { place, cut, procedure, press };
      await pressInVain(page, loss);
      await typed(page, name);
      expect(await made(name)).toBe(cut === 'before' ? 0 : 1);
      expect(await pressAgain(page, loss)).toBe(200);
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(await made(name)).toBe(1);
    }
  });
}

test('a person is invited once, and a lost answer is not shown as a missing invitation', async ({ context }) => {
  for (const cut of CUTS) {
    const page = await context.newPage();
    const email = `${cut}@example.com`;
    await open(page, '/settings/members');
    await page.getByRole('button', { name: 'Invite member' }).first().click();
    await page.getByLabel('Email').fill(email);
    const press = () => page.getByRole('button', { name: 'Create invitation link' }).click();
    const loss = { place, cut, procedure: 'invitations.create', press };
    await pressInVain(page, loss);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    // Its link is in the lost answer alone: the second answer says how to get a new one.
    expect(await pressAgain(page, loss)).toBe(200);
    if (cut === 'after')
      await expect(page.getByText('Select Create new link in the menu of this invitation.')).toBeVisible();
    const { data } = await place.scene.act('query', 'invitations.list');
    expect((data as { email: string }[]).filter((one) => one.email === email)).toHaveLength(1);
  }
});

test('a name is changed once; with the answer lost the page finds out that it holds', async ({ context, watch }) => {
  watch.expect(412);
  const { act, workspaceId } = place.scene;
  const read = () => act('query', 'workspaces.get', { workspace_id: workspaceId });
  for (const cut of CUTS) {
    const page = await context.newPage();
    await open(page, '/settings/general');
    const { version } = await read();
    await page.getByLabel('Name').fill(`Acme ${cut}`);
    const press = () => page.getByRole('button', { name: 'Save settings' }).click();
    const loss = { place, cut, procedure: 'workspaces.update', press };
    await pressInVain(page, loss);
    await expect(page.getByLabel('Name')).toHaveValue(`Acme ${cut}`);
    if (cut === 'before') expect(await pressAgain(page, loss)).toBe(200);
    else await expect(page.getByText('Your changes are already saved')).toBeVisible();
    expect(await read()).toMatchObject({ name: `Acme ${cut}`, version: Number(version) + 1 });
    // Nobody is asked to choose between two equal sides.
    await expect(page.getByRole('table', { name: 'Theirs and mine' })).toHaveCount(0);
  }
});

test('a link is changed and deleted once, and the page claims nothing unknown', async ({ context, watch }) => {
  watch.expect(404, 412);
  const { act } = place.scene;
  for (const cut of CUTS) {
    const page = await context.newPage();
    const { id } = await makeLink(place.scene, { url: `https://example.com/${cut}`, slug: `lost-${cut}` });
    const read = () => act('query', 'links.get', { link_id: id });
    await open(page, `/links/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog').last();
    await form.getByLabel('Title', { exact: true }).fill(`Title ${cut}`);
    const { version } = await read();
    const change = {
      place,
      cut,
      procedure: 'links.update',
      press: () => form.getByRole('button', { name: 'Save changes' }).click(),
    };
    await pressInVain(page, change);
    await expect(form.getByLabel('Title', { exact: true })).toHaveValue(`Title ${cut}`);
    await pressAgain(page, change);
    expect(await read()).toMatchObject({ title: `Title ${cut}`, version: Number(version) + 1 });
    await expect(page.getByRole('table', { name: 'Theirs and mine' })).toHaveCount(0);

    const again = await context.newPage();
    await open(again, `/links/${id}`);
    const press = async () => {
      await again.getByRole('button', { name: 'More actions', exact: true }).click();
      await again.getByRole('menuitem', { name: 'Delete' }).click();
      await again.getByRole('dialog').last().getByRole('button', { name: 'Delete link' }).click();
    };
    await pressInVain(again, { place, cut, procedure: 'links.delete', press });
    const toasts = again.getByRole('region', { name: 'Messages' });
    await expect(toasts.getByText('No answer came')).toBeVisible();
    await expect(toasts.getByText(/ was not deleted/)).toHaveCount(0);
    if (cut === 'before') {
      expect(await pressAgain(again, { place, cut, procedure: 'links.delete', press })).toBe(200);
      await expect(again).toHaveURL(/\/links$/);
    } else await expect(again.getByRole('heading', { name: 'This link does not exist' })).toBeVisible();
    const { data } = await act('query', 'links.list');
    expect((data as { id: string }[]).some((one) => one.id === id)).toBe(false);
  }
});

test('a forwarded message goes out once, and the dialog keeps who gets it', async ({ context }) => {
  const { id, chat_id: chat } = await sendText(place.scene, 'To be forwarded');
  expect(id).toMatch(/^msg_/);
  const forwarded = async () => {
    const { data } = await place.scene.act('query', 'whatsapp.messages.list', { instance_id: sandbox, limit: 100 });
    return (data as { content: { text?: string } }[]).filter((one) => one.content.text === 'To be forwarded').length;
  };
  let count = await forwarded();
  for (const cut of CUTS) {
    const page = await context.newPage();
    await open(page, `/whatsapp/${sandbox}/chats?chat=${chat}`);
    await page.getByRole('log', { name: 'Messages' }).locator('.bubble-choose').last().click();
    await page.getByRole('button', { name: 'Forward', exact: true }).click();
    const form = dialog(page, 'Forward message');
    await form.getByRole('combobox', { name: 'To' }).fill(NORMAL);
    await form.getByRole('option', { name: NORMAL }).first().click();
    const press = () => form.getByRole('button', { name: 'Forward message' }).click();
    const loss = { place, cut, procedure: 'whatsapp.messages.forward', press };
    await pressInVain(page, loss);
    await expect(form.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    expect(await pressAgain(page, loss)).toBe(200);
    await expect(form).toHaveCount(0);
    count += 1;
    expect(await forwarded()).toBe(count);
  }
});
