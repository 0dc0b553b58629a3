import { createRoute, notFound, rootRouteId } from '@tanstack/react-router';

import { NoSuchPart, WorkspaceLayout } from '../layouts';
import { type Search, oneOf, timeIn } from '../search';
import { rememberWorkspace, requireSession } from '../session';
import { root } from './root';

export const workspace = createRoute({
  getParentRoute: () => root,
  path: '/w/$ws',
  loader: async ({ params, location }) => {
    const { user, workspaces } = await requireSession(location);
    const found = workspaces.find(({ id }) => id === params.ws);
    if (!found) throw notFound({ routeId: rootRouteId });
    rememberWorkspace(found.id);
    return { user, workspace: found, workspaces };
  },
  component: WorkspaceLayout,
  notFoundComponent: NoSuchPart,
});

export const timesIn = (search: Search) => ({
  time: oneOf(search, 'time', ['15m', '1h', '24h', '7d', 'between'] as const),
  after: timeIn(search, 'after'),
  before: timeIn(search, 'before'),
});
