import { createRoute } from '@tanstack/react-router';

import { page } from '../lazy';
import { type Search, compact, flagIn, oneOf, textIn, timeIn } from '../search';
import { timesIn, workspace } from './workspace-frame';

const links = createRoute({
  getParentRoute: () => workspace,
  path: '/links',
  validateSearch: (search: Search) =>
    compact({
      domain: textIn(search, 'domain'),
      tag: textIn(search, 'tag'),
      status: oneOf(search, 'status', [
        'active',
        'scheduled',
        'expired',
        'limit_reached',
        'disabled',
        'blocked',
        'archived',
      ] as const),
      sort: oneOf(search, 'sort', ['-clicks', '-last_clicked_at', 'slug', 'created_at'] as const),
      q: textIn(search, 'q'),
      create: flagIn(search, 'create'),
      ...timesIn(search),
    }),
  component: page(() => import('../features/links/list/page'), 'LinksPage'),
});
const CLICK_FILTERS = [
  'link',
  'domain',
  'tag',
  'country',
  'region',
  'city',
  'language',
  'device',
  'os',
  'browser',
  'referrer_host',
  'destination',
  'target_key',
  'trigger',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'bot_reason',
  'by',
] as const;
const clickSearch = (search: Search) => ({
  time: oneOf(search, 'time', ['24h', '7d', '30d', '90d', '1y', 'all', 'between'] as const),
  after: timeIn(search, 'after'),
  before: timeIn(search, 'before'),
  bots: oneOf(search, 'bots', ['include', 'only'] as const),
  ...(Object.fromEntries(CLICK_FILTERS.map((name) => [name, textIn(search, name)])) as Record<
    (typeof CLICK_FILTERS)[number],
    string | undefined
  >),
});
const link = createRoute({
  getParentRoute: () => workspace,
  path: '/links/$link',
  validateSearch: (search: Search) => compact({ edit: flagIn(search, 'edit'), ...clickSearch(search) }),
  component: page(() => import('../features/links/detail/page'), 'LinkPage'),
});
const linkAnalytics = createRoute({
  getParentRoute: () => workspace,
  path: '/links/analytics',
  validateSearch: (search: Search) => compact(clickSearch(search)),
  component: page(() => import('../features/links/analytics/page'), 'LinkAnalyticsPage'),
});
const linkDomains = createRoute({
  getParentRoute: () => workspace,
  path: '/links/domains',
  validateSearch: (search: Search) => compact({ create: flagIn(search, 'create'), domain: textIn(search, 'domain') }),
  component: page(() => import('../features/links/domains/page'), 'LinkDomainsPage'),
});
const linkSettings = createRoute({
  getParentRoute: () => workspace,
  path: '/links/settings',
  validateSearch: (search: Search) => compact({ tag: textIn(search, 'tag') }),
  component: page(() => import('../features/links/settings/page'), 'LinkSettingsPage'),
});

export const linkRoutes = [links, link, linkAnalytics, linkDomains, linkSettings] as const;
