import { createRoute, redirect } from '@tanstack/react-router';

import { page } from '../lazy';
import { type Search, compact, flagIn, oneOf, textIn } from '../search';
import { requireSession } from '../session';
import { root } from './root';

const newWorkspace = createRoute({
  getParentRoute: () => root,
  path: '/workspaces/new',
  loader: ({ location }) => requireSession(location),
  component: page(() => import('../features/workspaces/new-page'), 'NewWorkspacePage'),
});
const accountLayout = createRoute({
  getParentRoute: () => root,
  id: 'account-layout',
  loader: ({ location }) => requireSession(location),
  component: page(() => import('../features/account/layout'), 'AccountLayout'),
});
const accountIndex = createRoute({
  getParentRoute: () => accountLayout,
  path: '/account',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile' });
  },
});
const profile = createRoute({
  getParentRoute: () => accountLayout,
  path: '/account/profile',
  component: page(() => import('../features/account/profile-page'), 'ProfilePage'),
});
const security = createRoute({
  getParentRoute: () => accountLayout,
  path: '/account/security',
  component: page(() => import('../features/account/security-page'), 'SecurityPage'),
});
const sessions = createRoute({
  getParentRoute: () => accountLayout,
  path: '/account/sessions',
  component: page(() => import('../features/account/sessions-page'), 'SessionsPage'),
});

const instanceUsers = createRoute({
  getParentRoute: () => accountLayout,
  path: '/instance/users',
  validateSearch: (search: Search) => compact({ q: textIn(search, 'q') }),
  component: page(() => import('../features/instance/users-page'), 'InstanceUsersPage'),
});
const instanceWorkspaces = createRoute({
  getParentRoute: () => accountLayout,
  path: '/instance/workspaces',
  validateSearch: (search: Search) => compact({ q: textIn(search, 'q') }),
  component: page(() => import('../features/instance/workspaces-page'), 'InstanceWorkspacesPage'),
});
const instanceLinks = createRoute({
  getParentRoute: () => accountLayout,
  path: '/instance/links',
  validateSearch: (search: Search) => compact({ q: textIn(search, 'q'), create: flagIn(search, 'create') }),
  component: page(() => import('../features/instance/links/page'), 'InstanceLinksPage'),
});
const instanceModels = createRoute({
  getParentRoute: () => accountLayout,
  path: '/instance/models',
  validateSearch: (search: Search) =>
    compact({
      provider: textIn(search, 'provider'),
      do: oneOf(search, 'do', ['create', 'edit'] as const),
    }),
  component: page(() => import('../features/instance/models/page'), 'InstanceModelsPage'),
});

const instanceBranding = createRoute({
  getParentRoute: () => accountLayout,
  path: '/instance/branding',
  component: page(() => import('../features/instance/branding/page'), 'InstanceBrandingPage'),
});

export const accountRoutes = [
  newWorkspace,
  accountLayout.addChildren([
    accountIndex,
    profile,
    security,
    sessions,
    instanceUsers,
    instanceWorkspaces,
    instanceModels,
    instanceLinks,
    instanceBranding,
  ]),
] as const;
