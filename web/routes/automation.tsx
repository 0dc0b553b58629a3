import { createRoute, redirect } from '@tanstack/react-router';

import { page } from '../lazy';
import { type Search, compact, dayIn, flagIn, oneOf, textIn } from '../search';
import { workspace } from './workspace-frame';

const automation = createRoute({
  getParentRoute: () => workspace,
  path: '/automation',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$ws/automation/publications', params });
  },
});

const publications = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/publications',
  validateSearch: (search: Search) =>
    compact({
      view: oneOf(search, 'view', ['calendar', 'week'] as const),
      day: dayIn(search, 'day'),
      status: textIn(search, 'status'),
      channel: textIn(search, 'channel'),
      source: textIn(search, 'source'),
      q: textIn(search, 'q'),
    }),
  component: page(() => import('../features/automation/publications/list-page'), 'PublicationsPage'),
});
const newPublication = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/publications/new',
  validateSearch: (search: Search) => compact({ day: dayIn(search, 'day'), to: textIn(search, 'to') }),
  component: page(() => import('../features/automation/publications/new-page'), 'NewPublicationPage'),
});
const publication = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/publications/$publication',
  validateSearch: (search: Search) =>
    compact({
      edit: flagIn(search, 'edit'),
      status: textIn(search, 'status'),
      delivery: textIn(search, 'delivery'),
    }),
  component: page(() => import('../features/automation/publications/page'), 'PublicationPage'),
});
const deliveries = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/deliveries',
  validateSearch: (search: Search) =>
    compact({
      status: textIn(search, 'status'),
      channel: textIn(search, 'channel'),
      delivery: textIn(search, 'delivery'),
    }),
  component: page(() => import('../features/automation/publications/deliveries-page'), 'DeliveriesPage'),
});

const endpoints = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/endpoints',
  validateSearch: (search: Search) =>
    compact({
      status: oneOf(search, 'status', ['collecting_samples', 'active', 'paused'] as const),
      preset: textIn(search, 'preset'),
      q: textIn(search, 'q'),
    }),
  component: page(() => import('../features/automation/endpoints/list-page'), 'EndpointsPage'),
});
const newEndpoint = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/endpoints/new',
  validateSearch: (search: Search) => compact({ preset: textIn(search, 'preset') }),
  component: page(() => import('../features/automation/endpoints/new-page'), 'NewEndpointPage'),
});
const endpoint = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/endpoints/$endpoint',
  validateSearch: (search: Search) =>
    compact({
      tab: oneOf(search, 'tab', ['overview', 'mapping', 'requests', 'settings', 'versions'] as const),
      status: textIn(search, 'status'),
      reason: textIn(search, 'reason'),
      request: textIn(search, 'request'),
    }),
  component: page(() => import('../features/automation/endpoints/page'), 'EndpointPage'),
});

const rules = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/rules',
  validateSearch: (search: Search) =>
    compact({
      status: oneOf(search, 'status', ['active', 'paused', 'disabled'] as const),
      trigger: oneOf(search, 'trigger', ['event', 'schedule', 'manual'] as const),
      q: textIn(search, 'q'),
    }),
  component: page(() => import('../features/automation/rules/list-page'), 'RulesPage'),
});
const newRule = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/rules/new',
  validateSearch: (search: Search) => compact({ recipe: textIn(search, 'recipe') }),
  component: page(() => import('../features/automation/rules/new-page'), 'NewRulePage'),
});
const rule = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/rules/$rule',
  validateSearch: (search: Search) =>
    compact({
      tab: oneOf(search, 'tab', ['overview', 'runs', 'edit', 'test', 'versions'] as const),
      status: textIn(search, 'status'),
      run: textIn(search, 'run'),
    }),
  component: page(() => import('../features/automation/rules/page'), 'RulePage'),
});

const connect = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/connect',
  validateSearch: (search: Search) => compact({ tool: oneOf(search, 'tool', ['zapier', 'make', 'curl'] as const) }),
  component: page(() => import('../features/automation/connect/page'), 'ConnectPage'),
});

/** Loaded by id, then redirected to the page of its parent. */
const found = createRoute({
  getParentRoute: () => workspace,
  path: '/automation/o/$id',
  component: page(() => import('../features/automation/object-redirect'), 'AutomationObjectRedirect'),
});

export const automationRoutes = [
  automation,
  publications,
  newPublication,
  publication,
  deliveries,
  endpoints,
  newEndpoint,
  endpoint,
  rules,
  newRule,
  rule,
  connect,
  found,
] as const;
