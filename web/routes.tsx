import { createRouter } from '@tanstack/react-router';

import { NoSuchPage, RouteError } from './layouts';
import { accountRoutes } from './routes/account';
import { publicRoutes } from './routes/public';
import { root } from './routes/root';
import { workspaceRoutes } from './routes/workspace';

/*
 * A new page: its route and its place in the list of one of the files in routes/. Search parameters are read by small
 * functions of search.ts; nothing of shared/ that needs zod is imported, or the first load would carry it.
 */
export const routeTree = root.addChildren([...publicRoutes, ...accountRoutes, ...workspaceRoutes]);

export function createConsoleRouter() {
  return createRouter({
    routeTree,
    basepath: '/user/api',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NoSuchPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
