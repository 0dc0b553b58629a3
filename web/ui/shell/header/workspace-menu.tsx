import { Menu, TextInput } from '@mantine/core';
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { account } from '../../../trpc';
import { WorkspaceIcon } from '../icons';
import type { HeaderMenuProps } from './header-menu';
import { t } from './texts';

const SEARCH_FROM = 8;

export function WorkspaceMenu({ className, label, children }: HeaderMenuProps) {
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const { ws } = useParams({ strict: false });
  const workspaces = useQuery(account.workspaces.list.queryOptions({})).data?.data ?? [];
  const [search, setSearch] = useState('');
  const found = workspaces.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));

  const close = () => {
    setSearch('');
    button.current?.focus();
  };

  return (
    <Menu defaultOpened position="bottom-start" width={260} onClose={close}>
      <Menu.Target>
        <button ref={button} type="button" className={className} aria-label={label}>
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {workspaces.length >= SEARCH_FROM && (
          <TextInput
            size="xs"
            mb={4}
            aria-label={t('findWorkspace')}
            placeholder={t('findWorkspace')}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Menu.Label>{t('workspaces')}</Menu.Label>
        <div style={{ maxHeight: 320, overflowY: 'auto' }}>
          {found.map(({ id, name }) => (
            <Menu.Item
              key={id}
              leftSection={<WorkspaceIcon name={name} />}
              rightSection={id === ws ? <IconCheck size={15} aria-label={t('current')} /> : null}
              onClick={() => void navigate({ to: '/w/$ws', params: { ws: id } })}
            >
              <span className="truncate" style={{ display: 'block', maxWidth: 160 }}>
                {name}
              </span>
            </Menu.Item>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/workspaces/new' })}
        >
          {t('createWorkspace')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
