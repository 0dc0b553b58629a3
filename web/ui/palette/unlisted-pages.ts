import {
  IconBellOff,
  IconChartBar,
  IconCoins,
  IconClipboardCheck,
  IconDeviceMobileMessage,
  IconHistory,
  IconInbox,
  IconListSearch,
  IconMessageChatbot,
  IconPlug,
  IconTruckDelivery,
  IconWorld,
} from '@tabler/icons-react';

import type { NavSection } from '../shell/navigation';
import { t } from './texts';

export const UNLISTED_PAGES: NavSection = {
  items: [
    { label: () => t('usageAndLimits'), icon: IconChartBar, to: '/w/$ws/settings/usage', scope: 'usage:read' },
    { label: () => t('auditLog'), icon: IconHistory, to: '/w/$ws/settings/audit', scope: 'audit:read' },
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
    {
      label: () => t('inboundEndpoints'),
      icon: IconDeviceMobileMessage,
      to: '/w/$ws/automation/endpoints',
      scope: 'automation.endpoints:read',
    },
    { label: () => t('playground'), icon: IconMessageChatbot, to: '/w/$ws/models/playground', scope: 'ai:invoke' },
    { label: () => t('modelUsage'), icon: IconChartBar, to: '/w/$ws/models/usage', scope: 'usage:read' },
    { label: () => t('modelBudgets'), icon: IconCoins, to: '/w/$ws/models/budgets', scope: 'usage:read' },
    { label: () => t('modelCalls'), icon: IconHistory, to: '/w/$ws/models/calls', scope: 'usage:read' },
    {
      label: () => t('rules'),
      icon: IconClipboardCheck,
      to: '/w/$ws/automation/rules',
      scope: 'automation.rules:read',
    },
    { label: () => t('connect'), icon: IconPlug, to: '/w/$ws/automation/connect' },
  ],
};
