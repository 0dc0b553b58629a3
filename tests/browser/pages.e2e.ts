import { axeFaults } from './support/axe';
import { addressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { expect, SCHEMES, settled, SIZES, test } from './support/test';

for (const route of ROUTES) {
  test(`${route} is clean in both schemes and sizes`, async ({ context, page, empty, filled, watch }) => {
    test.setTimeout(180_000);
    // An object that the scene lacks is answered as not found.
    if (/\$(?!ws|surface)/.test(route)) watch.expect(404);
    const server = isFirst(route) ? empty : filled;
    if (!isPublic(route)) await context.addCookies(filled.scene.cookies);

    const faults: string[] = [];
    for (const { name, path } of addressesOf(route, filled.scene)) {
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.setViewportSize(SIZES.desktop);
        await page.goto(`${server.url}/user/api${path}`);
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport);
          await settled(page);
          const where = `${name}, ${scheme}, ${size}`;
          for (const fault of await axeFaults(page, route.startsWith('/reference'))) faults.push(`${where}: ${fault}`);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (overflow > 0) faults.push(`${where}: ${overflow} px wider than the window`);
        }
      }
    }
    expect(faults.join('\n')).toBe('');
  });
}
