import { deadButtons } from './support/pressing';
import { addressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { hasNoObject, sceneFor } from './support/scenes';
import { expect, test } from './support/test';

// Each route by itself.
test.describe.configure({ mode: 'parallel' });

/** Rail and header are the same on every page: looked at once. The reference below its bar is Scalar’s. */
const scopeOf = (route: string): string => {
  if (route === '/w/$ws') return 'body';
  return route.startsWith('/reference') ? '.reference-bar' : '#main';
};

for (const route of ROUTES) {
  test(`${route} has no button that does nothing`, async ({ context, page, empty, filled, watch }) => {
    watch.expect(500);
    if (hasNoObject(route)) watch.expect(404);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const server = isFirst(route) ? empty : filled;
    if (!isPublic(route)) await context.addCookies(filled.scene.cookies);
    const [address] = addressesOf(route, await sceneFor(route, filled.scene));
    expect(await deadButtons(page, `${server.url}/user/api${address?.path}`, scopeOf(route))).toEqual([]);
  });
}
