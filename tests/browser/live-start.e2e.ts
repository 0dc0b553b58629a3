import type { Page } from '@playwright/test';

import type { Console, Scene } from './support/console';
import { expect, settled, test } from './support/test';

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const makeKey = (scene: Scene, name: string) =>
  scene.act('mutate', 'keys.create', { kind: 'ak', name, scopes: ['models:read'] });

async function openKeys(page: Page, { url, scene }: Console & { scene: Scene }): Promise<void> {
  await page.context().addCookies(scene.cookies);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}/keys`);
}

test('a change between the load of a page and the opening of its stream is shown', async ({ page, filled }) => {
  const mayOpen = Promise.withResolvers<void>();
  await page.route('**/trpc/events.subscribe*', async (route) => {
    await mayOpen.promise;
    await route.continue();
  });
  await openKeys(page, filled);
  await settled(page);
  await expect(row(page, 'Billing service')).toBeVisible();
  await makeKey(filled.scene, 'Made in between');
  const opened = page.waitForResponse(/events\.subscribe/);
  mayOpen.resolve();
  await opened;
  await expect(row(page, 'Made in between')).toBeVisible();
});

test('a change during the first load of a list is shown', async ({ page, filled }) => {
  const isRead = Promise.withResolvers<void>();
  const mayArrive = Promise.withResolvers<void>();
  await page.route('**/trpc/**keys.list**', async (route) => {
    const response = await route.fetch();
    isRead.resolve();
    await mayArrive.promise;
    await route.fulfill({ response });
  });
  await page.addInitScript(() => {
    class Watched extends EventSource {
      constructor(url: string) {
        super(url);
        this.addEventListener('message', ({ data }) => {
          if (String(data).includes('api_key.created')) document.documentElement.dataset['heard'] = 'yes';
        });
      }
    }
    Object.assign(window, { EventSource: Watched });
  });
  await openKeys(page, filled);
  await isRead.promise;
  await makeKey(filled.scene, 'Made during the load');
  await expect(page.locator('html[data-heard]')).toBeAttached();
  mayArrive.resolve();
  await expect(row(page, 'Made during the load')).toBeVisible();
});
