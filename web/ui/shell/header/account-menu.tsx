import { Menu } from '@mantine/core';
import { IconCheck, IconKeyboard, IconLanguage, IconLogout, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';

import { changeLocale, locale, LOCALES, type Locale } from '../../../i18n/locale';
import { account } from '../../../trpc';
import { setShortcutsEnabled, useShortcutsEnabled } from '../../shortcuts';
import { signOut } from '../sign-out';
import type { HeaderMenuProps } from './header-menu';
import { t } from './texts';

export function AccountMenu({ className, label, children }: HeaderMenuProps) {
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const person = useQuery(account.account.get.queryOptions()).data?.user;
  const shortcuts = useShortcutsEnabled();

  return (
    <Menu defaultOpened position="bottom-end" width={240} onClose={() => button.current?.focus()}>
      <Menu.Target>
        <button ref={button} type="button" className={className} aria-label={label}>
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className="truncate" style={{ display: 'block', color: 'var(--mantine-color-text)', fontWeight: 550 }}>
            {person?.name}
          </span>
          <span className="truncate" style={{ display: 'block' }}>
            {person?.email}
          </span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/account/profile' })}
        >
          {t('accountSettings')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={<span className="dimmed">{t(shortcuts ? 'on' : 'off')}</span>}
          closeMenuOnClick={false}
          onClick={() => setShortcutsEnabled(!shortcuts)}
        >
          {t('letterShortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('languageNames')}</Menu.Label>
        {Object.entries(LOCALES).map(([name, language]) => (
          <Menu.Item
            key={name}
            lang={name}
            leftSection={<IconLanguage size={16} aria-hidden />}
            rightSection={name === locale && <IconCheck size={15} aria-label={t('current')} />}
            onClick={() => name !== locale && changeLocale(name as Locale)}
          >
            {language}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
