import type { Locator, Page } from '@playwright/test';

import type { Console, Scene } from './console';
import { settled } from './test';

/** Opens a page of the scene’s workspace as its owner. */
export async function openPage(page: Page, { url }: Pick<Console, 'url'>, scene: Scene, path: string): Promise<void> {
  await page.context().addCookies(scene.cookies);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}/user/api/w/${scene.workspaceId}${path}`);
  await settled(page);
}

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

export const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
