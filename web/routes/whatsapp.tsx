import { createRoute, redirect } from '@tanstack/react-router';

import type { DriverName } from '../features/whatsapp/labels';
import { page } from '../lazy';
import { type Search, compact, flagIn, oneOf, textIn } from '../search';
import { workspace } from './workspace-frame';

/** The API validates the name of the driver. */
const driverIn = (search: Search) => textIn(search, 'driver') as DriverName | undefined;
const INSTANCE = '/whatsapp/$instance';

/** Where the sidebar leads: to the chats, or to the list while no instance is connected. */
const start = createRoute({
  getParentRoute: () => workspace,
  path: '/whatsapp',
  component: page(() => import('../features/whatsapp/start'), 'WhatsAppStart'),
});
const instances = createRoute({
  getParentRoute: () => workspace,
  path: '/whatsapp/instances',
  validateSearch: (search: Search) =>
    compact({
      status: oneOf(search, 'status', [
        'created',
        'pairing',
        'connecting',
        'connected',
        'reconnecting',
        'disconnected',
        'logged_out',
        'failed',
      ] as const),
      driver: driverIn(search),
      q: textIn(search, 'q'),
      words: textIn(search, 'words'),
    }),
  component: page(() => import('../features/whatsapp/list/page'), 'InstancesPage'),
});
const newInstance = createRoute({
  getParentRoute: () => workspace,
  path: '/whatsapp/new',
  validateSearch: (search: Search) => compact({ driver: driverIn(search), made: textIn(search, 'made') }),
  component: page(() => import('../features/whatsapp/create/page'), 'NewInstancePage'),
});
const instance = createRoute({
  getParentRoute: () => workspace,
  path: INSTANCE,
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$ws/whatsapp/$instance/chats', params });
  },
});
const connection = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/connection`,
  validateSearch: (search: Search) => compact({ range: oneOf(search, 'range', ['24h', '7d', '30d'] as const) }),
  component: page(() => import('../features/whatsapp/connection/page'), 'ConnectionPage'),
});
const tester = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/tester`,
  validateSearch: (search: Search) =>
    compact({
      to: textIn(search, 'to'),
      chat: textIn(search, 'chat'),
      message: textIn(search, 'message'),
      template: textIn(search, 'template'),
    }),
  component: page(() => import('../features/whatsapp/tester/page'), 'TesterPage'),
});
const chats = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/chats`,
  validateSearch: (search: Search) =>
    compact({
      chat: textIn(search, 'chat'),
      message: textIn(search, 'message'),
      type: oneOf(search, 'type', ['direct', 'group', 'broadcast'] as const),
      unread: flagIn(search, 'unread'),
      archived: flagIn(search, 'archived'),
      label: textIn(search, 'label'),
      q: textIn(search, 'q'),
      state: oneOf(search, 'state', ['waiting', 'unconfirmed', 'failed'] as const),
    }),
  component: page(() => import('../features/whatsapp/chats/page'), 'ChatsPage'),
});
const batches = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/batches`,
  validateSearch: (search: Search) =>
    compact({ status: oneOf(search, 'status', ['queued', 'running', 'paused', 'completed', 'canceled'] as const) }),
  component: page(() => import('../features/whatsapp/batches/page'), 'BatchesPage'),
});
const newBatch = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/batches/new`,
  component: page(() => import('../features/whatsapp/batches/create/page'), 'NewBatchPage'),
});
const batch = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/batches/$batch`,
  validateSearch: (search: Search) =>
    compact({
      show: oneOf(search, 'show', [
        'queued',
        'sent',
        'delivered',
        'read',
        'failed',
        'unconfirmed',
        'canceled',
      ] as const),
      message: textIn(search, 'message'),
    }),
  component: page(() => import('../features/whatsapp/batches/batch-page'), 'BatchPage'),
});
const groups = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/groups`,
  validateSearch: (search: Search) =>
    compact({
      status: oneOf(search, 'status', ['pending', 'active', 'suspended', 'left', 'deleted'] as const),
      q: textIn(search, 'q'),
      group: textIn(search, 'group'),
      create: flagIn(search, 'create'),
      join: flagIn(search, 'join'),
    }),
  component: page(() => import('../features/whatsapp/groups/page'), 'GroupsPage'),
});
const contacts = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/contacts`,
  validateSearch: (search: Search) =>
    compact({
      q: textIn(search, 'q'),
      blocked: flagIn(search, 'blocked'),
      opt_out: oneOf(search, 'opt_out', ['none', 'marketing', 'all'] as const),
      contact: textIn(search, 'contact'),
      check: flagIn(search, 'check'),
    }),
  component: page(() => import('../features/whatsapp/contacts/page'), 'ContactsPage'),
});
const templates = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/templates`,
  validateSearch: (search: Search) =>
    compact({
      q: textIn(search, 'q'),
      status: textIn(search, 'status'),
      category: oneOf(search, 'category', ['authentication', 'marketing', 'utility'] as const),
      template: textIn(search, 'template'),
      create: flagIn(search, 'create'),
    }),
  component: page(() => import('../features/whatsapp/templates/page'), 'TemplatesPage'),
});
const settings = createRoute({
  getParentRoute: () => workspace,
  path: `${INSTANCE}/settings`,
  component: page(() => import('../features/whatsapp/settings/page'), 'InstanceSettingsPage'),
});

/** Loaded by id, then redirected to its page. */
const found = createRoute({
  getParentRoute: () => workspace,
  path: '/whatsapp/o/$id',
  component: page(() => import('../features/whatsapp/object-redirect'), 'WhatsAppObjectRedirect'),
});

export const whatsappRoutes = [
  start,
  instances,
  newInstance,
  found,
  instance,
  connection,
  tester,
  chats,
  batches,
  newBatch,
  batch,
  groups,
  contacts,
  templates,
  settings,
] as const;
