import { createRoute, notFound, redirect } from '@tanstack/react-router';

import { SURFACE_NAMES } from '../../shared/surfaces';
import { GROUP_NAMES, RANGE_NAMES } from '../features/usage/names';
import { page } from '../lazy';
import { pageOfObject } from '../object-page';
import { type Search, compact, flagIn, oneOf, textIn, timeIn } from '../search';
import { automationRoutes } from './automation';
import { linkRoutes } from './links';
import { modelRoutes } from './models';
import { whatsappRoutes } from './whatsapp';
import { timesIn, workspace } from './workspace-frame';

const overview = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: page(() => import('../features/overview/page'), 'OverviewPage'),
});

/** Sends any id to its page: target of the palette, and of links in logs. */
const object = createRoute({
  getParentRoute: () => workspace,
  path: '/o/$id',
  beforeLoad: ({ params }) => {
    const href = pageOfObject(params.ws, params.id);
    if (href === undefined) throw notFound();
    const { pathname, searchParams } = new URL(href, 'http://console');
    throw redirect({ to: pathname as '/', search: Object.fromEntries(searchParams) as never });
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
  component: page(() => import('../features/keys/page'), 'KeysPage'),
});
const key = createRoute({
  getParentRoute: () => workspace,
  path: '/keys/$key',
  validateSearch: (search: Search) => compact({ range: oneOf(search, 'range', RANGE_NAMES) }),
  component: page(() => import('../features/keys/detail-page'), 'KeyPage'),
});
const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks',
  validateSearch: (search: Search) =>
    compact({
      status: oneOf(search, 'status', ['active', 'paused', 'disabled'] as const),
      source: oneOf(search, 'source', ['custom', 'console', 'n8n', 'zapier', 'make', 'activepieces'] as const),
      event: textIn(search, 'event'),
      q: textIn(search, 'q'),
      create: flagIn(search, 'create'),
    }),
  component: page(() => import('../features/webhooks/list/page'), 'WebhooksPage'),
});
const deliverySearch = (search: Search) => ({
  status: oneOf(search, 'status', ['pending', 'in_flight', 'succeeded', 'exhausted', 'canceled'] as const),
  trigger: oneOf(search, 'trigger', ['event', 'resend', 'replay', 'test'] as const),
  type: textIn(search, 'type'),
  webhook: textIn(search, 'webhook'),
  delivery: textIn(search, 'delivery'),
  ...timesIn(search),
});
const webhook = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/$webhook',
  validateSearch: (search: Search) =>
    compact({
      tab: oneOf(search, 'tab', ['overview', 'deliveries', 'settings', 'secrets'] as const),
      edit: flagIn(search, 'edit'),
      test: flagIn(search, 'test'),
      range: oneOf(search, 'range', ['24h', '7d', '30d'] as const),
      ...deliverySearch(search),
    }),
  component: page(() => import('../features/webhooks/detail/detail-page'), 'WebhookPage'),
});
const inbox = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/inbox',
  validateSearch: (search: Search) => compact({ check: flagIn(search, 'check'), ...deliverySearch(search) }),
  component: page(() => import('../features/webhooks/inbox/page'), 'InboxPage'),
});
const deadLetters = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/dead-letters',
  validateSearch: (search: Search) => compact({ ...deliverySearch(search), status: undefined }),
  component: page(() => import('../features/webhooks/deliveries/dead-letters-page'), 'DeadLettersPage'),
});
const deliveries = createRoute({
  getParentRoute: () => workspace,
  path: '/deliveries',
  validateSearch: (search: Search) => compact(deliverySearch(search)),
  component: page(() => import('../features/activity/deliveries-page'), 'DeliveriesPage'),
});
const activity = createRoute({
  getParentRoute: () => workspace,
  path: '/activity',
  validateSearch: (search: Search) =>
    compact({
      status: oneOf(search, 'status', ['2xx', '3xx', '4xx', '5xx'] as const),
      method: oneOf(search, 'method', ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const),
      surface: oneOf(search, 'surface', SURFACE_NAMES),
      route: textIn(search, 'route'),
      code: textIn(search, 'code'),
      key: textIn(search, 'key'),
      q: textIn(search, 'q'),
      ...timesIn(search),
    }),
  component: page(() => import('../features/activity/page'), 'ActivityPage'),
});
const events = createRoute({
  getParentRoute: () => workspace,
  path: '/events',
  validateSearch: (search: Search) =>
    compact({ type: textIn(search, 'type'), object: textIn(search, 'object'), ...timesIn(search) }),
  component: page(() => import('../features/activity/events-page'), 'EventsPage'),
});
const activityDetail = createRoute({
  getParentRoute: () => workspace,
  path: '/activity/$id',
  component: page(() => import('../features/activity/detail-page'), 'ActivityDetailPage'),
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
  component: page(() => import('../features/settings/general-page'), 'GeneralPage'),
});
const settingsMembers = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/members',
  validateSearch: (search: Search) => compact({ create: flagIn(search, 'create') }),
  component: page(() => import('../features/settings/members-page'), 'MembersPage'),
});
const settingsAudit = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/audit',
  validateSearch: (search: Search) =>
    compact({
      action: textIn(search, 'action'),
      actor_id: textIn(search, 'actor_id'),
      target_id: textIn(search, 'target_id'),
      time: oneOf(search, 'time', ['24h', '7d', '30d', 'between'] as const),
      after: timeIn(search, 'after'),
      before: timeIn(search, 'before'),
      entry: textIn(search, 'entry'),
    }),
  component: page(() => import('../features/settings/audit-page'), 'AuditPage'),
});
const settingsUsage = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/usage',
  validateSearch: (search: Search) =>
    compact({
      range: oneOf(search, 'range', RANGE_NAMES),
      group: oneOf(search, 'group', GROUP_NAMES),
    }),
  component: page(() => import('../features/settings/usage-page'), 'UsagePage'),
});
const settingsDanger = createRoute({
  getParentRoute: () => workspace,
  path: '/settings/danger',
  component: page(() => import('../features/settings/danger-page'), 'DangerPage'),
});

export const workspaceRoutes = [
  workspace.addChildren([
    overview,
    keys,
    key,
    webhooks,
    webhook,
    inbox,
    deadLetters,
    deliveries,
    activity,
    activityDetail,
    events,
    object,
    ...modelRoutes,
    ...linkRoutes,
    ...whatsappRoutes,
    ...automationRoutes,
    settingsIndex,
    settingsGeneral,
    settingsMembers,
    settingsAudit,
    settingsUsage,
    settingsDanger,
  ]),
] as const;
