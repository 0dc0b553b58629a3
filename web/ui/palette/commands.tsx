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
import { t } from './texts';
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
            group: t('goTo'),
            label: t('open', { id: shortId(pasted) }),
            icon: IconArrowRight,
            run: go('/w/$ws/o/$id', { ws, id: pasted }),
          },
        ]
      : [];
  const pages: Command[] = [
    ...new Map(sections.flatMap(({ items }) => items).map((item) => [item.to, item])).values(),
  ].map((item) => ({
    group: t('goTo'),
    label: item.label(),
    icon: item.icon,
    ...(item.key ? { hint: `g ${item.key}` } : {}),
    run: go(item.to, { ws: ws ?? '' }),
  }));
  const creates: Command[] = [
    ...(ws && workspace && can(workspace, 'keys:read') && workspace.role !== 'viewer' && workspace.status === 'active'
      ? [{ group: t('create'), label: t('createKey'), icon: IconKey, run: go('/w/$ws/keys', { ws }, true) }]
      : []),
    ...(ws && workspace && can(workspace, 'webhooks:write')
      ? [{ group: t('create'), label: t('createWebhook'), icon: IconWebhook, run: go('/w/$ws/webhooks', { ws }, true) }]
      : []),
    ...(ws && workspace && can(workspace, 'links:write')
      ? [{ group: t('create'), label: t('createLink'), icon: IconLink, run: go('/w/$ws/links', { ws }, true) }]
      : []),
    ...(ws && workspace && can(workspace, 'automation.publications:write')
      ? [
          {
            group: t('create'),
            label: t('createPublication'),
            icon: IconSend,
            run: go('/w/$ws/automation/publications/new', { ws }),
          },
        ]
      : []),
    ...(ws && workspace && can(workspace, 'whatsapp.instances:write')
      ? [
          {
            group: t('create'),
            label: t('createInstance'),
            icon: IconBrandWhatsapp,
            run: go('/w/$ws/whatsapp/new', { ws }),
          },
        ]
      : []),
    ...(ws && workspace && can(workspace, 'automation.endpoints:write')
      ? [
          {
            group: t('create'),
            label: t('createEndpoint'),
            icon: IconBolt,
            run: go('/w/$ws/automation/endpoints/new', { ws }),
          },
        ]
      : []),
    ...(ws && workspace && can(workspace, 'automation.rules:write')
      ? [{ group: t('create'), label: t('createRule'), icon: IconBolt, run: go('/w/$ws/automation/rules/new', { ws }) }]
      : []),
    { group: t('create'), label: t('createWorkspace'), icon: IconPlus, run: go('/workspaces/new') },
  ];
  const switches: Command[] = workspaces
    .filter(({ id }) => id !== ws)
    .map(({ id, name }) => ({ group: t('switchTo'), label: name, icon: IconBuilding, run: go('/w/$ws', { ws: id }) }));
  const others: Command[] = [
    ...(ws
      ? [
          {
            group: t('more'),
            label: t('copyWorkspaceId'),
            icon: IconCopy,
            run: () => void copyText(ws).then(() => toast(t('workspaceIdCopied'))),
          },
        ]
      : []),
    { group: t('more'), label: t('light'), icon: IconSun, run: () => setColorScheme('light') },
    { group: t('more'), label: t('dark'), icon: IconMoon, run: () => setColorScheme('dark') },
    { group: t('more'), label: t('account'), icon: IconUser, run: go('/account/profile') },
    { group: t('more'), label: t('signOut'), icon: IconLogout, run: () => void signOut() },
  ];

  const words = pasted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ group, label }: Command) => words.every((word) => `${group} ${label}`.toLowerCase().includes(word));
  return [...objects, ...[...pages, ...creates, ...switches, ...others].filter(fits)];
}
