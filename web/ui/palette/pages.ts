import {
  IconAddressBook,
  IconBellOff,
  IconBraces,
  IconChartBar,
  IconCoins,
  IconHistory,
  IconInbox,
  IconListSearch,
  IconMessage,
  IconMessageChatbot,
  IconMessages,
  IconPlug,
  IconSettings,
  IconStack2,
  IconTags,
  IconTemplate,
  IconTruckDelivery,
  IconUsersGroup,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';

import type { Scope } from '../../../shared/access/scopes';
import type { NavSection } from '../shell/navigation';
import type { Entry } from './entry';
import { t } from './texts';

/** Pages that the sidebar does not have. */
export const UNLISTED_PAGES: NavSection = {
  items: [
    { label: () => t('usageAndLimits'), icon: IconChartBar, to: '/w/$ws/settings/usage', scope: 'usage:read' },
    { label: () => t('auditLog'), icon: IconHistory, to: '/w/$ws/settings/audit', scope: 'audit:read' },
    { label: () => t('dangerZone'), icon: IconSettings, to: '/w/$ws/settings/danger', scope: 'workspace:write' },
    { label: () => t('events'), icon: IconListSearch, to: '/w/$ws/events', scope: 'events:read' },
    { label: () => t('webhookDeliveries'), icon: IconTruckDelivery, to: '/w/$ws/deliveries', scope: 'webhooks:read' },
    { label: () => t('webhookInbox'), icon: IconInbox, to: '/w/$ws/webhooks/inbox', scope: 'webhooks:read' },
    { label: () => t('deadLetters'), icon: IconBellOff, to: '/w/$ws/webhooks/dead-letters', scope: 'webhooks:read' },
    {
      label: () => t('linkAnalytics'),
      icon: IconChartBar,
      to: '/w/$ws/links/analytics',
      scope: 'links.analytics:read',
    },
    { label: () => t('linkDomains'), icon: IconWorld, to: '/w/$ws/links/domains', scope: 'links.domains:read' },
    { label: () => t('linkTags'), icon: IconTags, to: '/w/$ws/links/settings', scope: 'links:read' },
    {
      label: () => t('instances'),
      icon: IconStack2,
      to: '/w/$ws/whatsapp/instances',
      scope: 'whatsapp.instances:read',
    },
    // With the words that people look for; the sidebar has no room for them.
    {
      label: () => t('connect'),
      icon: IconPlug,
      to: '/w/$ws/automation/connect',
      scope: 'automation.publications:read',
    },
    { label: () => t('playground'), icon: IconMessageChatbot, to: '/w/$ws/models/playground', scope: 'ai:invoke' },
    { label: () => t('modelUsage'), icon: IconChartBar, to: '/w/$ws/models/usage', scope: 'usage:read' },
    { label: () => t('modelBudgets'), icon: IconCoins, to: '/w/$ws/models/budgets', scope: 'usage:read' },
    { label: () => t('modelCalls'), icon: IconHistory, to: '/w/$ws/models/calls', scope: 'usage:read' },
    { label: () => t('errorCodes'), icon: IconBraces, to: '/docs/errors' },
  ],
};

/** Further words of pages whose title lacks the usual ones. */
export const PAGE_WORDS: Readonly<Record<string, () => string>> = {
  '/w/$ws': () => t('homeWords'),
  '/w/$ws/activity': () => t('logWords'),
  '/w/$ws/keys': () => t('keyWords'),
  '/w/$ws/settings': () => t('settingsWords'),
  '/w/$ws/settings/members': () => t('memberWords'),
  '/w/$ws/webhooks/inbox': () => t('inboxWords'),
  '/w/$ws/webhooks/dead-letters': () => t('failedWords'),
  '/w/$ws/automation/connect': () => t('connectWords'),
  '/docs/errors': () => t('errorWords'),
};

interface InstancePage {
  label: () => string;
  icon: Icon;
  path: string;
  scope: Scope;
}

const INSTANCE_PAGES: readonly InstancePage[] = [
  { label: () => t('chats'), icon: IconMessages, path: 'chats', scope: 'whatsapp.messages:read' },
  { label: () => t('tester'), icon: IconMessage, path: 'tester', scope: 'whatsapp.messages:send' },
  { label: () => t('contacts'), icon: IconAddressBook, path: 'contacts', scope: 'whatsapp.contacts:read' },
  { label: () => t('groups'), icon: IconUsersGroup, path: 'groups', scope: 'whatsapp.groups:read' },
  { label: () => t('templates'), icon: IconTemplate, path: 'templates', scope: 'whatsapp.templates:read' },
  { label: () => t('batches'), icon: IconStack2, path: 'batches', scope: 'whatsapp.messages:read' },
  { label: () => t('connection'), icon: IconPlug, path: 'connection', scope: 'whatsapp.instances:read' },
  { label: () => t('instanceSettings'), icon: IconSettings, path: 'settings', scope: 'whatsapp.instances:read' },
];

/** Each page of each WhatsApp instance; with more than one instance its name stands beside it. */
export const instancePages = (
  ws: string,
  instances: readonly { id: string; name: string }[],
  can: (scope: Scope) => boolean,
): Entry[] =>
  instances.flatMap(({ id, name }) =>
    INSTANCE_PAGES.filter(({ scope }) => can(scope)).map(({ label, icon, path }): Entry => ({
      id: `page:${path}:${id}`,
      group: t('goTo'),
      label: label(),
      icon,
      words: `WhatsApp ${name}`,
      ...(instances.length > 1 ? { hint: name } : {}),
      target: { to: `/w/$ws/whatsapp/$instance/${path}`, params: { ws, instance: id } },
    })),
  );
