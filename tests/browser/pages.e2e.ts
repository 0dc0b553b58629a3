import { axeFaults } from './support/axe';
import { resize, setScheme, widthFaults } from './support/layout';
import { addressesOf, emptyAddressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { hasNoObject, sceneFor } from './support/scenes';
import { expect, settled, SIZES, test } from './support/test';

// Each route by itself; without traces, which cost more than the checks.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });
test.use({ trace: 'off' });

const PAGES = ROUTES.flatMap((route) => addressesOf(route, undefined).map(({ name }) => ({ route, name })));

for (const { route, name: title } of PAGES) {
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
    for (const { name, path } of addresses) {
      const look = async (how: string) => {
        for (const fault of await axeFaults(page, isReference)) faults.push(`${name}, ${how}: ${fault}`);
      };
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(SIZES.desktop);
      await page.goto(`${server.url}/user/api${path}`);
      await settled(page);
      await look('light, desktop');
      const places = await page.locator('.rail [aria-current="page"]').allTextContents();
      if (places.length > 1) faults.push(`${name}: the rail says ${places.join(' and ')}`);
      faults.push(...(await widthFaults(page)).map((fault) => `${name}, ${fault}`));
      await look('light, phone');
      await setScheme(page, 'dark');
      await look('dark, phone');
      await resize(page, SIZES.desktop);
      await look('dark, desktop');
    }
    expect(faults.join('\n')).toBe('');
  });
}
