import type { Locator, Page } from '@playwright/test';

import { resize, sidewaysFaults } from './support/layout';
import { startShiftCount, shiftFaults } from './support/layout-shift';
import { addressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { hasNoObject, sceneFor } from './support/scenes';
import { openPage } from './support/steps';
import { tabFaults } from './support/tabbing';
import { expect, settled, SIZES, test } from './support/test';

// Each route by itself.
test.describe.configure({ mode: 'parallel' });

/** A desktop at twice its size, which is what browsers make of "200 %". */
const DOUBLED = { width: 640, height: 400 };
/** Long enough for what waits for an answer to be drawn first. */
const ANSWER_MS = 300;

/** The reference is Scalar’s, and tabs through every operation of the document. */
const OWN = ROUTES.filter((route) => !route.startsWith('/reference'));

for (const route of OWN) {
  test(`${route} holds still, is walked by keyboard, and stands at twice its size and in forced colours`, async ({
    context,
    page,
    empty,
    filled,
    watch,
  }) => {
    if (hasNoObject(route)) watch.expect(404);
    const server = isFirst(route) ? empty : filled;
    if (!isPublic(route)) await context.addCookies(filled.scene.cookies);
    const scene = await sceneFor(route, filled.scene);
    const [address] = addressesOf(route, scene);
    const faults: string[] = [];

    await delayAnswers(page);
    await startShiftCount(page);
    await page.goto(`${server.url}/user/api${address?.path}`);
    await settled(page);
    faults.push(...(await shiftFaults(page)));

    faults.push(...(await tabFaults(page)));

    await page.emulateMedia({ forcedColors: 'active' });
    await resize(page, DOUBLED);
    faults.push(...(await sidewaysFaults(page)).map((fault) => `doubled: ${fault}`));
    faults.push(...(await borderFaults(page)));
    await page.emulateMedia({ forcedColors: 'none' });
    await resize(page, SIZES.desktop);
    expect(faults.join('\n')).toBe('');
  });
}

test('on a phone the tab of a page is in view, however far along it stands', async ({ page, filled }) => {
  const scene = await sceneFor('/whatsapp', filled.scene);
  const row = page.locator('.tab-links').first();
  for (const [path, label, edges] of [
    ['/automation/rules', 'Rules', ['before']],
    ['/links/settings', 'Tags and settings', []],
    [`/whatsapp/${scene.instanceId}/batches`, 'Batches', ['before', 'after']],
  ] as const) {
    await page.setViewportSize(SIZES.phone);
    await openPage(page, filled, scene, path);
    const tab = row.getByRole('link', { name: label, exact: true });
    // Its line lies on that of the row, which cuts a pixel off.
    await expect(tab).toBeInViewport({ ratio: 0.96 });
    await expect.poll(() => edgesOf(row)).toEqual(edges);
    // As after a turn of the phone.
    await row.evaluate((links) => links.scrollTo({ left: 0 }));
    await resize(page, { ...SIZES.phone, width: SIZES.phone.width - 30 });
    await expect(tab).toBeInViewport({ ratio: 0.96 });
  }
  await row.getByRole('link').first().click();
  await expect(row.getByRole('link').first()).toBeInViewport({ ratio: 0.96 });
  await expect.poll(() => edgesOf(row)).toEqual(['after']);
});

/** Beyond which a row of tabs shows that there are more. */
const edgesOf = (row: Locator): Promise<string[]> =>
  row.evaluate((tabs) => ['before', 'after'].filter((edge) => tabs.hasAttribute(`data-more-${edge}`)));

/** What a page shows while it waits is part of it. */
async function delayAnswers(page: Page): Promise<void> {
  await page.route('**/trpc/**', async (route) => {
    // Streams are answered as they come.
    if (route.request().headers()['accept']?.includes('event-stream')) return route.continue();
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    await route.continue().catch(() => undefined);
  });
}

/** Backgrounds are gone in forced colours: what is pressed or typed into keeps a line, or has an underline. */
function borderFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isBare = (element: Element) => {
      const { borderBottomWidth, outlineStyle } = getComputedStyle(element);
      return parseFloat(borderBottomWidth) === 0 && outlineStyle === 'none';
    };
    return (
      [
        ...document.querySelectorAll<HTMLElement>(
          '#main :is(input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, select, .mantine-Button-root)',
        ),
      ]
        .filter((element) => element.offsetParent !== null && element.offsetWidth > 1)
        // The line of a field for passwords is around the field and its button.
        .filter((element) => [element, element.parentElement ?? element].every(isBare))
        .map((element) => `forced colours: no border on ${element.outerHTML.slice(0, 120)}`)
    );
  });
}
