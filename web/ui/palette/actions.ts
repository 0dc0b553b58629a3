import {
  IconBolt,
  IconBrandWhatsapp,
  IconCoins,
  IconCpu,
  IconDoorEnter,
  IconKey,
  IconLink,
  IconMessageChatbot,
  IconPlus,
  IconSend,
  IconUserPlus,
  IconWebhook,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';

import type { Scope } from '../../../shared/access/scopes';
import { can, type MemberWorkspace } from '../shell/workspace';
import type { Entry } from './entry';
import { t } from './texts';

interface Action {
  id: string;
  label: () => string;
  words?: () => string;
  icon: Icon;
  to: string;
  search?: Record<string, unknown>;
  scope?: Scope;
  isAllowed?: (workspace: MemberWorkspace) => boolean;
}

const CREATE = { create: true };
const isActive = ({ status }: MemberWorkspace): boolean => status === 'active';
const isManager = (workspace: MemberWorkspace): boolean =>
  isActive(workspace) && ['owner', 'admin'].includes(workspace.role);

const ACTIONS: readonly Action[] = [
  {
    id: 'createKey',
    label: () => t('createKey'),
    words: () => t('keyWords'),
    icon: IconKey,
    to: '/w/$ws/keys',
    search: CREATE,
    isAllowed: (workspace) => isActive(workspace) && workspace.role !== 'viewer',
  },
  {
    id: 'createWebhook',
    label: () => t('createWebhook'),
    icon: IconWebhook,
    to: '/w/$ws/webhooks',
    search: CREATE,
    scope: 'webhooks:write',
  },
  {
    id: 'testWebhook',
    label: () => t('testWebhook'),
    words: () => t('testWords'),
    icon: IconWebhook,
    to: '/w/$ws/webhooks',
    scope: 'webhooks:write',
  },
  {
    id: 'createLink',
    label: () => t('createLink'),
    words: () => t('linkWords'),
    icon: IconLink,
    to: '/w/$ws/links',
    search: CREATE,
    scope: 'links:write',
  },
  {
    id: 'addDomain',
    label: () => t('addDomain'),
    icon: IconWorld,
    to: '/w/$ws/links/domains',
    search: CREATE,
    scope: 'links.domains:write',
  },
  {
    id: 'createPublication',
    label: () => t('createPublication'),
    words: () => t('publicationWords'),
    icon: IconSend,
    to: '/w/$ws/automation/publications/new',
    scope: 'automation.publications:write',
  },
  {
    id: 'createInstance',
    label: () => t('createInstance'),
    words: () => t('instanceWords'),
    icon: IconBrandWhatsapp,
    to: '/w/$ws/whatsapp/new',
    scope: 'whatsapp.instances:write',
  },
  {
    id: 'createEndpoint',
    label: () => t('createEndpoint'),
    icon: IconDoorEnter,
    to: '/w/$ws/automation/endpoints/new',
    scope: 'automation.endpoints:write',
  },
  {
    id: 'createRule',
    label: () => t('createRule'),
    icon: IconBolt,
    to: '/w/$ws/automation/rules/new',
    scope: 'automation.rules:write',
  },
  {
    id: 'invite',
    label: () => t('inviteMember'),
    words: () => t('memberWords'),
    icon: IconUserPlus,
    to: '/w/$ws/settings/members',
    search: { create: true },
    isAllowed: isManager,
  },
  {
    id: 'setBudget',
    label: () => t('setBudget'),
    icon: IconCoins,
    to: '/w/$ws/models/budgets',
    search: CREATE,
    scope: 'workspace:write',
  },
  {
    id: 'tryModel',
    label: () => t('tryModel'),
    icon: IconMessageChatbot,
    to: '/w/$ws/models/playground',
    scope: 'ai:invoke',
  },
];

export function actionsIn(workspace: MemberWorkspace): Entry[] {
  const { id: ws } = workspace;
  return ACTIONS.filter(
    ({ scope, isAllowed }) => (!scope || can(workspace, scope)) && (!isAllowed || isAllowed(workspace)),
  ).map(({ id, label, words, icon, to, search }) => ({
    id: `do:${id}`,
    group: t('actions'),
    label: label(),
    icon,
    ...(words ? { words: words() } : {}),
    target: { to, params: { ws }, ...(search ? { search } : {}) },
  }));
}

/** Sends a message from the tester of an instance. */
export const sendActions = (ws: string, instances: readonly { id: string; name: string }[]): Entry[] =>
  instances.slice(0, 3).map(({ id, name }) => ({
    id: `do:send:${id}`,
    group: t('actions'),
    label: t('sendMessage'),
    words: `WhatsApp ${name}`,
    icon: IconSend,
    ...(instances.length > 1 ? { hint: name } : {}),
    target: { to: '/w/$ws/whatsapp/$instance/tester', params: { ws, instance: id } },
  }));

export const createWorkspace = (): Entry => ({
  id: 'do:createWorkspace',
  group: t('actions'),
  label: t('createWorkspace'),
  icon: IconPlus,
  target: { to: '/workspaces/new' },
});

export const addProvider = (): Entry => ({
  id: 'do:addProvider',
  group: t('actions'),
  label: t('addProvider'),
  icon: IconCpu,
  target: { to: '/instance/models', search: { do: 'create' } },
});
