import {
  IconActivity,
  IconArrowsShuffle,
  IconBolt,
  IconBook,
  IconBook2,
  IconBrandWhatsapp,
  IconBuilding,
  IconCpu,
  IconDevices,
  IconKey,
  IconLayoutDashboard,
  IconLink,
  IconLinkOff,
  IconListSearch,
  IconLock,
  IconSettings,
  IconUser,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';

import type { Scope } from '../../../shared/access/scopes';
import type { Surface } from '../tag';

export interface NavItem {
  label: string;
  icon: Icon;
  /** Below `/user/api`; `$ws` stands for the workspace. Hidden until `routes.tsx` has a route for it. */
  to: string;
  ink?: Surface;
  /** Hidden from members whose role lacks it. */
  scope?: Scope;
  admin?: true;
  exact?: true;
  /** Second letter of the shortcut `g …`. */
  key?: string;
}

export interface NavSection {
  title?: string;
  items: NavItem[];
}

const INSTANCE: NavSection = {
  title: 'Instance',
  items: [
    { label: 'Users', icon: IconUsers, to: '/instance/users', admin: true },
    { label: 'Workspaces', icon: IconBuilding, to: '/instance/workspaces', admin: true },
    { label: 'AI providers', icon: IconCpu, to: '/instance/models', admin: true },
    { label: 'Link blocks', icon: IconLinkOff, to: '/instance/links', admin: true },
  ],
};

export const WORKSPACE_NAV: NavSection[] = [
  {
    items: [
      { label: 'Overview', icon: IconLayoutDashboard, to: '/w/$ws', exact: true, key: 'o' },
      { label: 'Activity', icon: IconActivity, to: '/w/$ws/activity', scope: 'usage:read', key: 'a' },
      { label: 'API keys', icon: IconKey, to: '/w/$ws/keys', scope: 'keys:read', key: 'k' },
      { label: 'Webhooks', icon: IconWebhook, to: '/w/$ws/webhooks', scope: 'webhooks:read', key: 'w' },
      { label: 'Events', icon: IconListSearch, to: '/w/$ws/events', scope: 'events:read', key: 'e' },
      { label: 'API reference', icon: IconBook2, to: '/reference', key: 'r' },
      { label: 'Guides', icon: IconBook, to: '/docs' },
    ],
  },
  {
    title: 'Channels',
    items: [
      {
        label: 'WhatsApp',
        icon: IconBrandWhatsapp,
        to: '/w/$ws/whatsapp',
        ink: 'wa',
        scope: 'whatsapp.instances:read',
      },
      { label: 'Short links', icon: IconLink, to: '/w/$ws/links', ink: 'link', scope: 'links:read', key: 'l' },
      {
        label: 'Automation',
        icon: IconBolt,
        to: '/w/$ws/automation',
        ink: 'auto',
        scope: 'automation.publications:read',
      },
    ],
  },
  {
    title: 'Workspace',
    items: [
      { label: 'Models', icon: IconArrowsShuffle, to: '/w/$ws/models', scope: 'models:read', key: 'm' },
      { label: 'Members', icon: IconUsers, to: '/w/$ws/settings/members', scope: 'workspace:read' },
      { label: 'Settings', icon: IconSettings, to: '/w/$ws/settings', scope: 'workspace:read', key: 's' },
    ],
  },
  INSTANCE,
];

export const ACCOUNT_NAV: NavSection[] = [
  {
    title: 'Your account',
    items: [
      { label: 'Profile', icon: IconUser, to: '/account/profile' },
      { label: 'Security', icon: IconLock, to: '/account/security' },
      { label: 'Sessions', icon: IconDevices, to: '/account/sessions' },
    ],
  },
  INSTANCE,
];
