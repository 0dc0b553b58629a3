import { useMantineColorScheme } from '@mantine/core';
import { IconBuilding, IconCopy, IconLanguage, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';

import { changeLocale, locale, LOCALES, type Locale } from '../../i18n/locale';
import { account } from '../../trpc';
import { copyText } from '../clipboard';
import { WORKSPACE_NAV } from '../shell/navigation';
import { ACCOUNT_NAV } from '../shell/on-demand/account-navigation';
import { useVisible } from '../shell/rail';
import { signOut } from '../shell/sign-out';
import { CurrentWorkspace } from '../shell/workspace';
import { toast } from '../toast/toast';
import { actionsIn, addProvider, createWorkspace } from './actions';
import type { Entry } from './entry';
import { PAGE_WORDS, UNLISTED_PAGES } from './pages';
import { t } from './texts';

/** What a signed-in person can open and do without a search on the server. */
export function useCommands(isTyped: boolean): Entry[] {
  const { setColorScheme } = useMantineColorScheme();
  const user = useQuery(account.account.get.queryOptions()).data?.user;
  const workspaces = useQuery(account.workspaces.list.queryOptions({})).data?.data ?? [];
  const workspace = use(CurrentWorkspace)?.workspace;
  const ws = workspace?.id;
  const sections = useVisible(
    [...(workspace ? WORKSPACE_NAV : []), ...(workspace && isTyped ? [UNLISTED_PAGES] : []), ...ACCOUNT_NAV],
    workspace,
    user?.instance_admin ?? false,
  );

  const items = new Map(
    sections.flatMap((section) => section.items).map((item) => [`${item.to} ${item.label()}`, item]),
  );
  const pages = [...items.values()].map((item): Entry => ({
    id: `page:${item.to}:${item.label()}`,
    group: t('goTo'),
    label: item.label(),
    icon: item.icon,
    words: PAGE_WORDS[item.to]?.() ?? '',
    ...(item.key ? { hint: `g ${item.key}` } : {}),
    target: { to: item.to, params: ws === undefined ? {} : { ws } },
  }));
  const switches = workspaces
    .filter(({ id }) => id !== ws)
    .map(({ id, name }): Entry => ({
      id: `ws:${id}`,
      group: t('switchTo'),
      label: name,
      icon: IconBuilding,
      target: { to: '/w/$ws', params: { ws: id } },
    }));
  const more = { group: t('more') };
  return [
    ...pages,
    ...(workspace ? actionsIn(workspace) : []),
    createWorkspace(),
    ...(user?.instance_admin ? [addProvider()] : []),
    ...switches,
    ...(ws === undefined
      ? []
      : [
          {
            ...more,
            id: 'do:copyWorkspaceId',
            label: t('copyWorkspaceId'),
            icon: IconCopy,
            run: () => void copyText(ws).then(() => toast(t('workspaceIdCopied'))),
          },
        ]),
    {
      ...more,
      id: 'do:light',
      label: t('light'),
      words: t('colorWords'),
      icon: IconSun,
      run: () => setColorScheme('light'),
    },
    {
      ...more,
      id: 'do:dark',
      label: t('dark'),
      words: t('colorWords'),
      icon: IconMoon,
      run: () => setColorScheme('dark'),
    },
    ...(Object.keys(LOCALES) as Locale[])
      .filter((name) => name !== locale)
      .map((name) => ({
        ...more,
        id: `do:${name}`,
        label: t('language', { name: LOCALES[name] }),
        words: t('languageWords'),
        icon: IconLanguage,
        run: () => changeLocale(name),
      })),
    { ...more, id: 'page:account', label: t('account'), icon: IconUser, target: { to: '/account/profile' } },
    { ...more, id: 'do:signOut', label: t('signOut'), icon: IconLogout, run: () => void signOut() },
  ];
}
