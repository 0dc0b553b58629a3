import { createRoute } from '@tanstack/react-router';

import { GROUP_NAMES, MEASURE_NAMES, OUTCOME_NAMES, RANGE_NAMES } from '../features/models/names';
import { page } from '../lazy';
import { type Search, compact, flagIn, oneOf, textIn } from '../search';
import { timesIn, workspace } from './workspace-frame';

const models = createRoute({
  getParentRoute: () => workspace,
  path: '/models',
  validateSearch: (search: Search) =>
    compact({
      q: textIn(search, 'q'),
      status: oneOf(search, 'status', ['available', 'degraded', 'unavailable'] as const),
      provider: textIn(search, 'provider'),
    }),
  component: page(() => import('../features/models/page'), 'ModelsPage'),
});

const playground = createRoute({
  getParentRoute: () => workspace,
  path: '/models/playground',
  validateSearch: (search: Search) => compact({ model: textIn(search, 'model') }),
  component: page(() => import('../features/models/playground/page'), 'PlaygroundPage'),
});
const usage = createRoute({
  getParentRoute: () => workspace,
  path: '/models/usage',
  validateSearch: (search: Search) =>
    compact({
      range: oneOf(search, 'range', RANGE_NAMES),
      group: oneOf(search, 'group', GROUP_NAMES),
      measure: oneOf(search, 'measure', MEASURE_NAMES),
    }),
  component: page(() => import('../features/models/usage/page'), 'ModelUsagePage'),
});
const budgets = createRoute({
  getParentRoute: () => workspace,
  path: '/models/budgets',
  validateSearch: (search: Search) => compact({ create: flagIn(search, 'create'), edit: textIn(search, 'edit') }),
  component: page(() => import('../features/models/budgets/page'), 'ModelBudgetsPage'),
});
const calls = createRoute({
  getParentRoute: () => workspace,
  path: '/models/calls',
  validateSearch: (search: Search) =>
    compact({
      model: textIn(search, 'model'),
      key: textIn(search, 'key'),
      provider: textIn(search, 'provider'),
      outcome: oneOf(search, 'outcome', OUTCOME_NAMES),
      ...timesIn(search),
    }),
  component: page(() => import('../features/models/calls/page'), 'ModelCallsPage'),
});
const call = createRoute({
  getParentRoute: () => workspace,
  path: '/models/calls/$call',
  component: page(() => import('../features/models/calls/detail-page'), 'ModelCallPage'),
});

export const modelRoutes = [models, playground, usage, budgets, calls, call] as const;
