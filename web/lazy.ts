import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

import { missingPage } from './ui/new-build';

/** Where the page of a route comes from, as the build reads it; see `build.ts`. */
export const importOf = new WeakMap<object, string>();

/** The page of a route, loaded on demand: `page(() => import('./features/keys/page'), 'KeysPage')`. */
export function page<T extends Record<string, unknown>, K extends keyof T & string>(
  load: () => Promise<T>,
  name: K,
): RouteComponent {
  // The import of a script that no longer exists resolves to undefined.
  const whole = async () => ((await load()) as T | undefined) ?? missingPage();
  const component = lazyRouteComponent(whole as never, name as never) as RouteComponent;
  importOf.set(component, load.toString());
  return component;
}
