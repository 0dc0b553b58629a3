import type { AnyRoute } from '@tanstack/react-router';

import { routeTree } from '../../../web/routes';

/** Prints the paths of all routes that have a page, as JSON. Run by `routes.ts`: Playwright cannot read the console’s CSS. */
const paths = new Set<string>();
const walk = (route: AnyRoute, above: string) => {
  const { path, component } = route.options as { path?: string; component?: unknown };
  const here = path === undefined ? above : `${above}/${path}`.replaceAll(/\/+/g, '/');
  if (path !== undefined && component !== undefined) paths.add(here.replace(/(?<=.)\/$/, ''));
  for (const child of Object.values((route.children ?? {}) as Record<string, AnyRoute>)) walk(child, here);
};
walk(routeTree as AnyRoute, '');
process.stdout.write(JSON.stringify([...paths]));
