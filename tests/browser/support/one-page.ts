import type { Page } from '@playwright/test';

import { SIZES, test as base } from './test';

/** The page in which the next test of this process goes on. */
let kept: Page | undefined;

/**
 * Tests that follow each other in one page, without the cookies and the storage of the one before: it loads the console
 * in half the time of a new one. What gives a page or its context a script, a clock or no network takes the
 * `test` of `test.ts`.
 */
export const test = base.extend({
  context: async ({ browser }, use) => {
    const page = kept ?? (await (await browser.newContext()).newPage());
    kept = undefined;
    await use(page.context());
    kept = await emptied(page);
  },
  page: async ({ context }, use) => {
    const [page = await context.newPage()] = context.pages();
    await use(page);
  },
});

/** The page as a test finds it; nothing when its server is gone. */
async function emptied(page: Page): Promise<Page | undefined> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const event of ['console', 'request', 'response']) page.removeAllListeners(event);
  // A page of the same origin leaves the process, and in it what is compiled. A dialog that is just closing may still go
  // back, which cancels the way there.
  const { origin } = new URL(page.url());
  const leave = () => page.goto(`${origin}/healthz`).then(Boolean, () => false);
  if (!(await leave()) && !(await leave())) {
    await context.close();
    return undefined;
  }

  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await context.clearPermissions();
  await page.setViewportSize(SIZES.desktop);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' });
  return page;
}
