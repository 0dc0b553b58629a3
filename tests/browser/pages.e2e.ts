import { axeFaults } from './support/axe';
import { resize, setScheme, widthFaults } from './support/layout';
import { test } from './support/one-page';
import { addressesOf, emptyAddressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { hasNoObject, sceneFor } from './support/scenes';
import { expect, settled, SIZES, viewerDrawn } from './support/test';

// Each route by itself.
test.describe.configure({ mode: 'parallel' });

const PAGES = ROUTES.flatMap((route) => addressesOf(route, undefined).map(({ name }) => ({ route, name })));

/** BROWSER_LOOKS=2 leaves two of the four looks to each page: together they have both schemes and both sizes. */
const IS_FULL = process.env['BROWSER_LOOKS'] !== '2';

for (const [index, { route, name: title }] of PAGES.entries()) {
  test(`${route}, ${title} is clean in both schemes and sizes`, async ({ context, page, empty, filled, watch }) => {
    // An object that the scene lacks is answered as not found.
    if (hasNoObject(route)) watch.expect(404);
    const server = isFirst(route) ? empty : filled;
    if (!isPublic(route)) await context.addCookies(filled.scene.cookies);
    const isReference = route.startsWith('/reference');
    const scene = await sceneFor(route, filled.scene);
    const own = addressesOf(route, scene).filter(({ name }) => name === title);
    const addresses = [...own, ...(await emptyAddressesOf(route, filled.scene))];

    const faults: string[] = [];
    for (const [turn, { name, path }] of addresses.entries()) {
      // What is the same on every page, such as the rail, is on the first one, which has all looks.
      const isWhole = IS_FULL || route === '/w/$ws';
      const look = async (scheme: 'light' | 'dark', size: 'desktop' | 'phone') => {
        const isOwn = (scheme === 'light') === (size === 'desktop');
        // The page without rows has those that the one with rows lacks, and so has the next page.
        if (!isWhole && isOwn !== ((index + turn) % 2 === 0)) return;
        for (const fault of await axeFaults(page, isReference)) faults.push(`${name}, ${scheme}, ${size}: ${fault}`);
      };
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(SIZES.desktop);
      await page.goto(`${server.url}/user/api${path}`);
      await settled(page);
      if (isReference) await viewerDrawn(page);
      await look('light', 'desktop');
      const places = await page.locator('.rail [aria-current="page"]').allTextContents();
      const signs = await page.locator('#main [data-copies-code]').count();
      if (signs > 1) faults.push(`${name}: ${signs} buttons copy code`);
      if (places.length > 1) faults.push(`${name}: the rail says ${places.join(' and ')}`);
      faults.push(...(await widthFaults(page)).map((fault) => `${name}, ${fault}`));
      await look('light', 'phone');
      await setScheme(page, 'dark');
      await look('dark', 'phone');
      await resize(page, SIZES.desktop);
      await look('dark', 'desktop');
    }
    expect(faults.join('\n')).toBe('');
  });
}
