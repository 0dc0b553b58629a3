import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

import { translationsLoaded } from './i18n/texts';
import { causeOfMissing, missingPage } from './ui/new-build';
import { pageWhenLoaded } from './ui/states/not-loaded';

/** Where the page of a route comes from, as the build reads it; see `build.ts`. */
export const importOf = new WeakMap<object, string>();

/** The page of a route, loaded on demand: `page(() => import('./features/keys/page'), 'KeysPage')`. */
export function page<T extends Record<string, unknown>, K extends keyof T & string>(
  load: () => Promise<T>,
  name: K,
): RouteComponent {
  const find = async (): Promise<T[K] | undefined> => {
    // The import of a script that did not come resolves to undefined.
    const loaded = ((await load()) as T | undefined)?.[name];
    await translationsLoaded();
    return loaded;
  };
  const whole = async () => {
    const found = await find();
    if (found !== undefined) return { [name]: found };
    if ((await causeOfMissing()) === 'server-away') return { [name]: pageWhenLoaded(find as never) };
    throw missingPage();
  };
  const component = lazyRouteComponent(whole as never, name as never) as RouteComponent;
  importOf.set(component, load.toString());
  return component;
}
