import { createRoute, notFound, redirect } from '@tanstack/react-router';

import { SURFACE_NAMES, type Surface } from '../../shared/surfaces';
import { documentQuery } from '../features/reference/query';
import { page } from '../lazy';
import { type Search, compact, textIn } from '../search';
import { home, sessionIfAny } from '../session';
import { account, queryClient } from '../trpc';
import { codeOf } from '../ui/problem';
import { root } from './root';

const status = () => queryClient.fetchQuery(account.auth.status.queryOptions(undefined, { staleTime: 0 }));

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    // Started at once, so that the answers share one batch.
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
  component: page(() => import('../features/auth/setup-page'), 'SetupPage'),
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
  component: page(() => import('../features/auth/sign-in-page'), 'SignInPage'),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: page(() => import('../features/auth/invite-page'), 'InvitePage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: page(() => import('../features/auth/reset-page'), 'ResetPage'),
});

const docsLayout = createRoute({
  getParentRoute: () => root,
  id: 'docs-layout',
  loader: () => sessionIfAny(),
  component: page(() => import('../ui/shell/docs/docs-layout'), 'DocsLayout'),
});
const referenceIndex = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  beforeLoad: () => {
    throw redirect({ to: '/reference/$surface', params: { surface: 'getting-started' } });
  },
});
const reference = createRoute({
  getParentRoute: () => docsLayout,
  path: '/reference/$surface',
  params: {
    parse: ({ surface }) => ({ surface: surfaceIn(surface) }),
    stringify: ({ surface }) => ({ surface }),
  },
  // In parallel to the script that shows it.
  loader: ({ params }) => void queryClient.prefetchQuery(documentQuery(params.surface)),
  component: page(() => import('../features/reference/page'), 'ReferencePage'),
});
const errorCodes = createRoute({
  getParentRoute: () => docsLayout,
  path: '/docs/errors',
  validateSearch: (search: Search) => compact({ q: textIn(search, 'q') }),
  component: page(() => import('../features/docs/errors-page'), 'ErrorsPage'),
});
const docsIndex = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  beforeLoad: () => {
    throw redirect({ to: '/docs/$guide', params: { guide: 'getting-started' } });
  },
});
const guide = createRoute({
  getParentRoute: () => docsLayout,
  path: '/docs/$guide',
  component: page(() => import('../features/docs/guide-page'), 'GuidePage'),
});

function surfaceIn(text: string): Surface {
  const known = SURFACE_NAMES.find((name) => name === text);
  if (known === undefined) throw notFound();
  return known;
}

export const publicRoutes = [
  index,
  setup,
  signIn,
  invite,
  reset,
  referenceIndex,
  docsIndex,
  docsLayout.addChildren([reference, errorCodes, guide]),
] as const;
