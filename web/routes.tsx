import { createRootRoute, createRoute, createRouter, notFound, redirect } from '@tanstack/react-router';

import { SURFACE_NAMES, type Surface } from '../shared/surfaces';
import { AccountLayout, NoSuchPage, RootLayout, RouteError, WorkspaceLayout } from './layouts';
import { page } from './lazy';
import { pageOfObject } from './object-page';
import { type Search, compact, flagIn, oneOf, textIn } from './search';
import { home, rememberWorkspace, requireSession } from './session';
import { account, queryClient } from './trpc';
import { codeOf } from './ui/problem';

const root = createRootRoute({ component: RootLayout, notFoundComponent: NoSuchPage });

// Without an account
const status = () => queryClient.fetchQuery(account.auth.status.queryOptions(undefined, { staleTime: 0 }));

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    // At once, so that the answers come together.
    const entered = home().catch((error: unknown) => error);
    const { state } = await status();
    const destination = await entered;
    if (state === 'setup') throw redirect({ to: '/setup' });
    throw codeOf(destination) === 'session_required' ? redirect({ to: '/sign-in' }) : destination;
  },
});
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  loader: async () => {
    const found = await status();
    if (found.state === 'ready') throw redirect({ to: '/' });
    return found;
  },
  component: page(() => import('./features/auth/setup-page'), 'SetupPage'),
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Search) => compact({ next: textIn(search, 'next') }),
  loader: async () => {
    const found = await status();
    if (found.state === 'setup') throw redirect({ to: '/setup' });
    return found;
  },
  component: page(() => import('./features/auth/sign-in-page'), 'SignInPage'),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: page(() => import('./features/auth/invite-page'), 'InvitePage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: page(() => import('./features/auth/reset-page'), 'ResetPage'),
});

// For everybody
const referenceIndex = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  beforeLoad: () => {
    throw redirect({ to: '/reference/$surface', params: { surface: 'getting-started' } });
  },
});
const reference = createRoute({
  getParentRoute: () => root,
  path: '/reference/$surface',
  params: {
    parse: ({ surface }) => ({ surface: surfaceIn(surface) }),
    stringify: ({ surface }) => ({ surface }),
  },
  component: page(() => import('./features/reference/page'), 'ReferencePage'),
});
const errorCodes = createRoute({
  getParentRoute: () => root,
  path: '/docs/errors',
  validateSearch: (search: Search) => compact({ q: textIn(search, 'q') }),
  component: page(() => import('./features/docs/errors-page'), 'ErrorsPage'),
});

// Of the person and the installation
const newWorkspace = createRoute({
  getParentRoute: () => root,
  path: '/workspaces/new',
  loader: ({ location }) => requireSession(location),
  component: page(() => import('./features/workspaces/new-page'), 'NewWorkspacePage'),
});
const accountLayout = createRoute({
  getParentRoute: () => root,
  id: 'account-layout',
  loader: ({ location }) => requireSession(location),
  component: AccountLayout,
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
  component: page(() => import('./features/account/profile-page'), 'ProfilePage'),
});
const security = createRoute({
  getParentRoute: () => accountLayout,
  path: '/account/security',
  component: page(() => import('./features/account/security-page'), 'SecurityPage'),
});
const sessions = createRoute({
  getParentRoute: () => accountLayout,
  path: '/account/sessions',
  component: page(() => import('./features/account/sessions-page'), 'SessionsPage'),
});

const instanceUsers = createRoute({
  getParentRoute: () => accountLayout,
  path: '/instance/users',
  validateSearch: (search: Search) => compact({ q: textIn(search, 'q') }),
  component: page(() => import('./features/instance/users-page'), 'InstanceUsersPage'),
});
const instanceWorkspaces = createRoute({
  getParentRoute: () => accountLayout,
  path: '/instance/workspaces',
  validateSearch: (search: Search) => compact({ q: textIn(search, 'q') }),
  component: page(() => import('./features/instance/workspaces-page'), 'InstanceWorkspacesPage'),
});

// Of one workspace
const workspace = createRoute({
  getParentRoute: () => root,
  path: '/w/$ws',
  loader: async ({ params, location }) => {
    const { user, workspaces } = await requireSession(location);
    const found = workspaces.find(({ id }) => id === params.ws);
    if (!found) throw notFound();
    rememberWorkspace(found.id);
    return { user, workspace: found, workspaces };
  },
  component: WorkspaceLayout,
});
const overview = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: page(() => import('./features/overview/page'), 'OverviewPage'),
});

/** Sends any id to its page: target of the palette, and of links in logs. */
const object = createRoute({
  getParentRoute: () => workspace,
  path: '/o/$id',
  beforeLoad: ({ params }) => {
    const href = pageOfObject(params.ws, params.id);
    if (href === undefined) throw notFound();
    throw redirect({ to: href as '/' });
  },
});
const keys = createRoute({
  getParentRoute: () => workspace,
  path: '/keys',
  validateSearch: (search: Search) =>
    compact({
      status: oneOf(search, 'status', ['active', 'expired', 'revoked'] as const),
      kind: oneOf(search, 'kind', ['ak', 'wa', 'lk', 'au', 'pk'] as const),
      q: textIn(search, 'q'),
      create: flagIn(search, 'create'),
    }),
  component: page(() => import('./features/keys/page'), 'KeysPage'),
});
const key = createRoute({
  getParentRoute: () => workspace,
  path: '/keys/$key',
  component: page(() => import('./features/keys/detail-page'), 'KeyPage'),
});
const activity = createRoute({
  getParentRoute: () => workspace,
  path: '/activity',
  validateSearch: (search: Search) =>
    compact({
      kind: oneOf(search, 'kind', ['events'] as const),
      status: oneOf(search, 'status', ['2xx', '3xx', '4xx', '5xx'] as const),
      method: oneOf(search, 'method', ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const),
      surface: oneOf(search, 'surface', SURFACE_NAMES),
      code: textIn(search, 'code'),
      key: textIn(search, 'key'),
      q: textIn(search, 'q'),
      type: textIn(search, 'type'),
    }),
  component: page(() => import('./features/activity/page'), 'ActivityPage'),
});
const activityDetail = createRoute({
  getParentRoute: () => workspace,
  path: '/activity/$id',
  component: page(() => import('./features/activity/detail-page'), 'ActivityDetailPage'),
});

const settingsIndex = createRoute({
  getParentRoute: () => workspace,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$ws/settings/general', params });
  },
});
const settingsGeneral = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/general',
  component: page(() => import('./features/settings/general-page'), 'GeneralPage'),
});
const settingsMembers = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/members',
  component: page(() => import('./features/settings/members-page'), 'MembersPage'),
});
const settingsAudit = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/audit',
  validateSearch: (search: Search) =>
    compact({
      action: textIn(search, 'action'),
      actor_id: textIn(search, 'actor_id'),
      target_id: textIn(search, 'target_id'),
    }),
  component: page(() => import('./features/settings/audit-page'), 'AuditPage'),
});
const settingsUsage = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/usage',
  validateSearch: (search: Search) =>
    compact({
      range: oneOf(search, 'range', ['24h', '7d', '30d'] as const),
      group: oneOf(search, 'group', ['operation', 'key', 'status'] as const),
    }),
  component: page(() => import('./features/settings/usage-page'), 'UsagePage'),
});
const settingsDanger = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/danger',
  component: page(() => import('./features/settings/danger-page'), 'DangerPage'),
});

const models = createRoute({
  getParentRoute: () => workspace,
  path: '/models',
  validateSearch: (search: Search) =>
    compact({
      q: textIn(search, 'q'),
      status: oneOf(search, 'status', ['available', 'degraded', 'unavailable'] as const),
    }),
  component: page(() => import('./features/models/page'), 'ModelsPage'),
});

/*
 * A new page: its route here, its name in the list below. Search parameters are read by small functions of search.ts;
 * nothing of shared/ that needs zod is imported, or the first load would carry it.
 */
export const routeTree = root.addChildren([
  index,
  setup,
  signIn,
  invite,
  reset,
  referenceIndex,
  reference,
  errorCodes,
  newWorkspace,
  accountLayout.addChildren([accountIndex, profile, security, sessions, instanceUsers, instanceWorkspaces]),
  workspace.addChildren([
    overview,
    keys,
    key,
    activity,
    activityDetail,
    object,
    models,
    settingsIndex,
    settingsGeneral,
    settingsMembers,
    settingsAudit,
    settingsUsage,
    settingsDanger,
  ]),
]);

function surfaceIn(text: string): Surface {
  const known = SURFACE_NAMES.find((name) => name === text);
  if (known === undefined) throw notFound();
  return known;
}

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
