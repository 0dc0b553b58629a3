import {
  IconActivity,
  IconArrowsShuffle,
  IconBolt,
  IconBook,
  IconBook2,
  IconBrandWhatsapp,
  IconBuilding,
  IconCpu,
  IconKey,
  IconLayoutDashboard,
  IconLink,
  IconLinkOff,
  IconMailCheck,
  IconPalette,
  IconPlug,
  IconSend,
  IconSettings,
  IconUsers,
  IconWebhook,
  IconWorldDownload,
  type Icon,
} from '@tabler/icons-react';

import type { Scope } from '../../../shared/access/scopes';
import type { Surface } from '../tag';
import { t } from './texts';

export interface NavItem {
  label: () => string;
  icon: Icon;
  /** Below `/user/api`; `$ws` stands for the workspace. Hidden until `routes.tsx` has a route for it. */
  to: string;
  ink?: Surface;
  /** Hidden from members whose role lacks it. */
  scope?: Scope;
  admin?: true;
  /** Further pages below which it is lit: lists that stand beside each other in tabs. */
  also?: readonly string[];
  exact?: true;
  /** Second letter of the shortcut `g …`. */
  key?: string;
}

export interface NavSection {
  title?: () => string;
  items: NavItem[];
}

export const INSTANCE: NavSection = {
  title: () => t('instance'),
  items: [
    { label: () => t('users'), icon: IconUsers, to: '/instance/users', admin: true },
    { label: () => t('workspaces'), icon: IconBuilding, to: '/instance/workspaces', admin: true },
    { label: () => t('providers'), icon: IconCpu, to: '/instance/models', admin: true },
    { label: () => t('linkBlocks'), icon: IconLinkOff, to: '/instance/links', admin: true },
    { label: () => t('branding'), icon: IconPalette, to: '/instance/branding', admin: true },
  ],
};

const automation = (
  label: () => string,
  icon: Icon,
  page: string,
  noun: 'publications' | 'endpoints' | 'rules',
  key?: string,
): NavItem => ({
  label,
  icon,
  to: `/w/$ws/automation/${page}`,
  ink: 'auto',
  scope: `automation.${noun}:read`,
  ...(key === undefined ? {} : { key }),
});

export const WORKSPACE_NAV: NavSection[] = [
  {
    items: [
      { label: () => t('overview'), icon: IconLayoutDashboard, to: '/w/$ws', exact: true, key: 'o' },
      {
        label: () => t('logs'),
        icon: IconActivity,
        to: '/w/$ws/activity',
        also: ['/w/$ws/events', '/w/$ws/deliveries'],
        scope: 'usage:read',
        key: 'a',
      },
      { label: () => t('keys'), icon: IconKey, to: '/w/$ws/keys', scope: 'keys:read', key: 'k' },
      { label: () => t('webhooks'), icon: IconWebhook, to: '/w/$ws/webhooks', scope: 'webhooks:read', key: 'w' },
      { label: () => t('reference'), icon: IconBook2, to: '/reference', key: 'r' },
      { label: () => t('guides'), icon: IconBook, to: '/docs' },
    ],
  },
  {
    title: () => t('channels'),
    items: [
      {
        label: () => 'WhatsApp',
        icon: IconBrandWhatsapp,
        to: '/w/$ws/whatsapp',
        ink: 'wa',
        scope: 'whatsapp.instances:read',
      },
      { label: () => t('shortLinks'), icon: IconLink, to: '/w/$ws/links', ink: 'link', scope: 'links:read', key: 'l' },
    ],
  },
  {
    title: () => t('automation'),
    items: [
      automation(() => t('publications'), IconSend, 'publications', 'publications', 'p'),
      automation(() => t('publicationDeliveries'), IconMailCheck, 'deliveries', 'publications'),
      automation(() => t('inboundEndpoints'), IconWorldDownload, 'endpoints', 'endpoints'),
      automation(() => t('rules'), IconBolt, 'rules', 'rules'),
      automation(() => t('connect'), IconPlug, 'connect', 'publications'),
    ],
  },
  {
    title: () => t('workspace'),
    items: [
      { label: () => t('models'), icon: IconArrowsShuffle, to: '/w/$ws/models', scope: 'models:read', key: 'm' },
      { label: () => t('members'), icon: IconUsers, to: '/w/$ws/settings/members', scope: 'workspace:read' },
      { label: () => t('settings'), icon: IconSettings, to: '/w/$ws/settings', scope: 'workspace:read', key: 's' },
    ],
  },
  INSTANCE,
];
