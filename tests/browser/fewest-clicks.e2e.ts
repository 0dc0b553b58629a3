import type { Locator, Page } from '@playwright/test';

import { addFixtures, makeKey, startConsole, type Console, type Scene } from './support/console';
import { pushOf, sendAsGithub } from './support/inbound';
import { withSomeLinks } from './support/links';
import { copied, copiedBy, dialog, openPage } from './support/steps';
import { expect, test } from './support/test';
import { historyIn, logIn, phoneIn } from './support/tester';
import { NORMAL, sendText } from './support/whatsapp-messages';

/** What people do most, by mouse, from the home page: at most so many clicks. */
test.use({ actionTimeout: 20_000 });

let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await withSomeLinks(await addFixtures(place.url));
  await sendText(scene, 'Hello');
  await scene.act('mutate', 'workspaces.create', { name: 'Second' });
});
test.afterAll(() => place.stop());

type Click = (target: Locator) => Promise<void>;
interface Job {
  name: string;
  most: number;
  from?: (id: { key: string }) => string;
  run: (page: Page, click: Click) => Promise<void>;
}

const rail = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
const main = (page: Page): Locator => page.locator('#main');
const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true }).first();
const menuItem = (page: Page, name: string | RegExp): Locator => page.getByRole('menuitem', { name });

const JOBS: Job[] = [
  {
    name: 'the chats are read',
    most: 1,
    run: async (page, click) => {
      await click(rail(page, 'WhatsApp'));
      await expect(page.locator('.chat-row').first()).toBeVisible();
    },
  },
  {
    name: 'the clicks of a link are seen',
    most: 2,
    run: async (page, click) => {
      await click(rail(page, 'Short links'));
      await click(main(page).getByRole('table', { name: 'Short links' }).getByRole('link').first());
      await expect(page.locator('.figure-value').first()).toBeInViewport();
    },
  },
  {
    name: 'a webhook is created, and its test is looked at',
    most: 7,
    run: async (page, click) => {
      await click(rail(page, 'Webhooks'));
      await click(button(page, 'Create webhook'));
      await dialog(page, 'Create a webhook').getByLabel('URL').fill('https://hooks.example.com/switchboard');
      await click(dialog(page, 'Create a webhook').getByRole('checkbox', { name: 'Everything' }));
      await click(button(dialog(page, 'Create a webhook'), 'Create webhook'));
      await click(button(page, 'Copy signing secret'));
      await click(button(page, 'I’ve saved it'));
      await click(button(main(page), 'Send test'));
      await expect(dialog(page, 'Send a test')).toContainText('DNS records');
    },
  },
  {
    name: 'a message to the sandbox is answered by its phone',
    most: 4,
    run: async (page, click) => {
      await click(rail(page, 'WhatsApp'));
      await click(main(page).getByRole('link', { name: 'Tester', exact: true }));
      await main(page).getByLabel('Text', { exact: true }).first().fill('Your table is ready');
      await click(button(main(page), 'Send'));
      await expect(historyIn(main(page)).getByText('Read')).toBeVisible();
      await main(page)
        .getByRole('textbox', { name: /^Reply as/ })
        .fill('On my way');
      await click(phoneIn(main(page)).getByRole('button', { name: /^Reply as/ }));
      await expect(logIn(main(page)).getByText('On my way')).toBeVisible();
    },
  },
  {
    name: 'pushes to GitHub become messages',
    most: 9,
    run: async (page, click) => {
      await click(rail(page, 'Inbound endpoints'));
      await click(main(page).getByRole('link', { name: 'Create endpoint' }).first());
      await main(page).getByRole('radio', { name: 'GitHub' }).waitFor();
      await click(main(page).getByText('GitHub', { exact: true }));
      await main(page).getByLabel('Name').fill('Pushes');
      await click(button(main(page), 'Create endpoint'));
      const sheet = dialog(page, 'Save the secret');
      const secret = await copiedBy(button(sheet, 'Copy secret'), click);
      const address = String(await sheet.getByText('/api/v1/inbound/').textContent());
      await click(button(sheet, 'I’ve saved it'));
      await sendAsGithub(address, secret, pushOf('Mend the door'));
      await click(main(page).getByRole('link', { name: 'Build mapping' }));
      await main(page).getByRole('combobox', { name: 'Add a recipient' }).fill(NORMAL);
      await click(
        main(page)
          .getByRole('option', { name: new RegExp(`^\\${NORMAL}`) })
          .first(),
      );
      await click(button(main(page), 'Save mapping'));
      await expect(page.getByText('Mapping saved. Requests are now published.')).toBeVisible();
    },
  },
  {
    name: 'a rule is created from a recipe',
    most: 4,
    run: async (page, click) => {
      await click(rail(page, 'Rules'));
      await click(
        main(page)
          .getByRole('link', { name: /^Greet new conversations/ })
          .first(),
      );
      await click(button(main(page), 'Create rule'));
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('New rule');
    },
  },
  {
    name: 'a key is rotated',
    most: 4,
    from: ({ key }) => `/keys/${key}`,
    run: async (page, click) => {
      await click(button(main(page), 'More actions'));
      await click(menuItem(page, 'Rotate key'));
      await click(button(dialog(page, /^Rotate/), 'Rotate key'));
      await click(button(page, 'I’ve saved it'));
    },
  },
  {
    name: 'a key is revoked',
    most: 3,
    from: ({ key }) => `/keys/${key}`,
    run: async (page, click) => {
      await click(button(main(page), 'More actions'));
      await click(menuItem(page, 'Revoke key'));
      await click(button(dialog(page, /^Revoke/), 'Revoke key'));
      await expect(main(page).getByText('Revoked').first()).toBeVisible();
    },
  },
  {
    name: 'an operation is tried in the reference with a key of one’s own',
    most: 6,
    run: async (page, click) => {
      await click(page.getByRole('link', { name: 'API reference' }).first());
      await click(button(page, 'Use a test key'));
      await click(page.getByText('Me', { exact: true }).first());
      const operation = page.locator('[id$="tag/me/me_get"]').first();
      await click(operation.getByRole('button', { name: /Test Request/i }).first());
      await click(page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first());
      await expect(page.getByText(/^200 · \d/)).toBeVisible();
    },
  },
  {
    name: 'a list is copied as code',
    most: 2,
    from: () => '/activity',
    run: async (page, click) => {
      await click(button(main(page), 'Copy as code'));
      await click(menuItem(page, 'cURL'));
      await expect.poll(() => copied(page)).toContain('curl ');
    },
  },
  {
    name: 'somebody is invited',
    most: 5,
    run: async (page, click) => {
      await click(rail(page, 'Members'));
      await click(button(main(page), 'Invite member'));
      await page.getByRole('dialog').getByLabel('Email').fill('kay@acme.com');
      await click(page.getByRole('dialog').getByRole('button', { name: /^(Create invitation|Invite)/ }));
      await expect(page.getByLabel('Invitation link')).toBeVisible();
    },
  },
  {
    name: 'another workspace is opened',
    most: 2,
    run: async (page, click) => {
      await click(page.getByRole('button', { name: /Acme/ }).first());
      await click(menuItem(page, /Second/));
      await expect(page.getByRole('button', { name: /Second/ }).first()).toBeVisible();
    },
  },
];

for (const { name, most, from, run } of JOBS) {
  test(`${name} in ${most} ${most === 1 ? 'click' : 'clicks'} at most`, async ({ page, watch }) => {
    watch.expect(403);
    const { id: key } = await makeKey(scene.act, 'Shop', ['models:read']);
    let clicks = 0;
    await openPage(page, place, scene, from?.({ key }) ?? '');
    const began = performance.now();
    await run(page, async (target) => {
      clicks += 1;
      await target.click();
    });
    if (process.env['COUNTS'] !== undefined) {
      process.stdout.write(`${name}: ${clicks} clicks, ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    }
    expect(clicks).toBeLessThanOrEqual(most);
  });
}
