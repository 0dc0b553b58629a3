import {
  IconBellOff,
  IconChartBar,
  IconCoins,
  IconClipboardCheck,
  IconDeviceMobileMessage,
  IconHistory,
  IconInbox,
  IconMessageChatbot,
  IconPlug,
  IconTruckDelivery,
  IconWorld,
} from '@tabler/icons-react';

import type { NavSection } from '../shell/navigation';

export const UNLISTED_PAGES: NavSection = {
  items: [
    { label: 'Usage and limits', icon: IconChartBar, to: '/w/$ws/settings/usage', scope: 'usage:read' },
    { label: 'Audit log', icon: IconHistory, to: '/w/$ws/settings/audit', scope: 'audit:read' },
    { label: 'Deliveries of webhooks', icon: IconTruckDelivery, to: '/w/$ws/deliveries', scope: 'webhooks:read' },
    { label: 'Webhook inbox', icon: IconInbox, to: '/w/$ws/webhooks/inbox', scope: 'webhooks:read' },
    { label: 'Dead letters', icon: IconBellOff, to: '/w/$ws/webhooks/dead-letters', scope: 'webhooks:read' },
    { label: 'Link analytics', icon: IconChartBar, to: '/w/$ws/links/analytics', scope: 'links.analytics:read' },
    { label: 'Link domains', icon: IconWorld, to: '/w/$ws/links/domains', scope: 'links.domains:read' },
    {
      label: 'Inbound endpoints',
      icon: IconDeviceMobileMessage,
      to: '/w/$ws/automation/endpoints',
      scope: 'automation.endpoints:read',
    },
    { label: 'Model playground', icon: IconMessageChatbot, to: '/w/$ws/models/playground', scope: 'ai:invoke' },
    { label: 'Model usage', icon: IconChartBar, to: '/w/$ws/models/usage', scope: 'usage:read' },
    { label: 'Model budgets', icon: IconCoins, to: '/w/$ws/models/budgets', scope: 'usage:read' },
    { label: 'Model calls', icon: IconHistory, to: '/w/$ws/models/calls', scope: 'usage:read' },
    { label: 'Rules', icon: IconClipboardCheck, to: '/w/$ws/automation/rules', scope: 'automation.rules:read' },
    { label: 'Connect n8n, Zapier or Make', icon: IconPlug, to: '/w/$ws/automation/connect' },
  ],
};
