import { useMantineColorScheme } from '@mantine/core';
import {
  IconArrowRight,
  IconBolt,
  IconBrandWhatsapp,
  IconBuilding,
  IconCopy,
  IconKey,
  IconLink,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSend,
  IconSun,
  IconUser,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';

import { account } from '../../trpc';
import { copyText } from '../clipboard';
import { shortId } from '../format';
import { ACCOUNT_NAV, WORKSPACE_NAV } from '../shell/navigation';
import { useVisible } from '../shell/rail';
import { signOut } from '../shell/sign-out';
import { can } from '../shell/workspace';
import { toast } from '../toast/toast';
import { isId } from './is-id';
import { UNLISTED_PAGES } from './unlisted-pages';

export interface Command {
  group: string;
  label: string;
  icon: Icon;
  hint?: string;
  run: () => void;
}

export function useCommands(typed: string): Command[] {
  const navigate = useNavigate();
  const { ws } = useParams({ strict: false });
  const { setColorScheme } = useMantineColorScheme();
  const user = useQuery(account.account.get.queryOptions()).data?.user;
  const workspaces = useQuery(account.workspaces.list.queryOptions({})).data?.data ?? [];
  const workspace = workspaces.find(({ id }) => id === ws);
  const sections = useVisible(
    [
      ...(workspace ? WORKSPACE_NAV : []),
      ...(workspace && typed.trim() !== '' ? [UNLISTED_PAGES] : []),
      ...ACCOUNT_NAV,
    ],
    workspace,
    user?.instance_admin ?? false,
  );

  const go =
    (to: string, params: Record<string, string> = {}, creates = false) =>
    () =>
      void navigate({ to: to as '/', params: params as never, search: (creates ? { create: true } : {}) as never });
  const pasted = typed.trim();

  const objects: Command[] =
    ws && isId(pasted)
      ? [
          {
            group: 'Go to',
            label: `Open ${shortId(pasted)}`,
            icon: IconArrowRight,
            run: go('/w/$ws/o/$id', { ws, id: pasted }),
          },
        ]
      : [];
  const pages: Command[] = [
    ...new Map(sections.flatMap(({ items }) => items).map((item) => [item.to, item])).values(),
  ].map((item) => ({
    group: 'Go to',
    label: item.label,
    icon: item.icon,
    ...(item.key ? { hint: `g ${item.key}` } : {}),
    run: go(item.to, { ws: ws ?? '' }),
  }));
  const creates: Command[] = [
    ...(ws && workspace && can(workspace, 'keys:read') && workspace.role !== 'viewer' && workspace.status === 'active'
      ? [{ group: 'Create', label: 'Create an API key', icon: IconKey, run: go('/w/$ws/keys', { ws }, true) }]
      : []),
    ...(ws && workspace && can(workspace, 'webhooks:write')
      ? [{ group: 'Create', label: 'Create a webhook', icon: IconWebhook, run: go('/w/$ws/webhooks', { ws }, true) }]
      : []),
    ...(ws && workspace && can(workspace, 'links:write')
      ? [{ group: 'Create', label: 'Create a short link', icon: IconLink, run: go('/w/$ws/links', { ws }, true) }]
      : []),
    ...(ws && workspace && can(workspace, 'automation.publications:write')
      ? [
          {
            group: 'Create',
            label: 'Write a publication',
            icon: IconSend,
            run: go('/w/$ws/automation/publications/new', { ws }),
          },
        ]
      : []),
    ...(ws && workspace && can(workspace, 'whatsapp.instances:write')
      ? [
          {
            group: 'Create',
            label: 'Create a WhatsApp instance',
            icon: IconBrandWhatsapp,
            run: go('/w/$ws/whatsapp/new', { ws }),
          },
        ]
      : []),
    ...(ws && workspace && can(workspace, 'automation.endpoints:write')
      ? [
          {
            group: 'Create',
            label: 'Create an inbound endpoint',
            icon: IconBolt,
            run: go('/w/$ws/automation/endpoints/new', { ws }),
          },
        ]
      : []),
    ...(ws && workspace && can(workspace, 'automation.rules:write')
      ? [{ group: 'Create', label: 'Create a rule', icon: IconBolt, run: go('/w/$ws/automation/rules/new', { ws }) }]
      : []),
    { group: 'Create', label: 'Create a workspace', icon: IconPlus, run: go('/workspaces/new') },
  ];
  const switches: Command[] = workspaces
    .filter(({ id }) => id !== ws)
    .map(({ id, name }) => ({ group: 'Switch to', label: name, icon: IconBuilding, run: go('/w/$ws', { ws: id }) }));
  const others: Command[] = [
    ...(ws
      ? [
          {
            group: 'More',
            label: 'Copy workspace id',
            icon: IconCopy,
            run: () => void copyText(ws).then(() => toast('Workspace id copied')),
          },
        ]
      : []),
    { group: 'More', label: 'Light colours', icon: IconSun, run: () => setColorScheme('light') },
    { group: 'More', label: 'Dark colours', icon: IconMoon, run: () => setColorScheme('dark') },
    { group: 'More', label: 'Account settings', icon: IconUser, run: go('/account/profile') },
    { group: 'More', label: 'Sign out', icon: IconLogout, run: () => void signOut() },
  ];

  const words = pasted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ group, label }: Command) => words.every((word) => `${group} ${label}`.toLowerCase().includes(word));
  return [...objects, ...[...pages, ...creates, ...switches, ...others].filter(fits)];
}
