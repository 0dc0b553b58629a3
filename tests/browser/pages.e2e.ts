import { withSomeAutomation } from './support/automation';
import { axeFaults } from './support/axe';
import type { Scene } from './support/console';
import { resize, setScheme, widthFaults } from './support/layout';
import { withSomeLinks } from './support/links';
import { withOneWebhook } from './support/populate';
import { addressesOf, emptyAddressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { expect, settled, SIZES, test } from './support/test';
import { withSomeInstances } from './support/whatsapp';

// Each route by itself; without traces, which cost more than the checks.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });
test.use({ trace: 'off' });

const PAGES = ROUTES.flatMap((route) => addressesOf(route, undefined).map(({ name }) => ({ route, name })));

/** With what the page shows: a page of nothing proves little. */
const sceneFor = (route: string, scene: Scene): Promise<Scene> => {
  if (route.includes('$webhook')) return withOneWebhook(scene);
  if (route.includes('/whatsapp')) return withSomeInstances(scene);
  if (route.includes('/automation')) return withSomeAutomation(scene);
  return route.includes('/links') ? withSomeLinks(scene) : Promise.resolve(scene);
};

for (const { route, name: title } of PAGES) {
  test(`${route}, ${title} is clean in both schemes and sizes`, async ({ context, page, empty, filled, watch }) => {
    // An object that the scene lacks is answered as not found.
    if (/\$(?!ws|surface|webhook|link|instance|publication|endpoint|rule)/.test(route)) watch.expect(404);
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
