import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

import type { MenuAction } from './menu-action';
import { MenuFrame } from './menu-frame';

interface ActionListProps {
  actions: readonly MenuAction[];
  className: string;
  label: string;
  children: ReactNode;
}

export function ActionList({ actions, className, label, children }: ActionListProps) {
  const safe = actions.filter(({ isDangerous }) => !isDangerous);
  const dangerous = actions.filter(({ isDangerous }) => isDangerous);
  return (
    <MenuFrame className={className} title={label} target={children}>
      {safe.map(itemOf)}
      {safe.length > 0 && dangerous.length > 0 && <Menu.Divider />}
      {dangerous.map(itemOf)}
    </MenuFrame>
  );
}

const itemOf = ({ label, icon: ItemIcon, isDangerous, disabled = false, onClick }: MenuAction) => (
  <Menu.Item
    key={label}
    disabled={disabled}
    leftSection={ItemIcon && <ItemIcon size={16} stroke={1.6} aria-hidden />}
    onClick={onClick}
    {...(isDangerous ? { color: 'red', className: 'menu-danger' } : {})}
  >
    {label}
  </Menu.Item>
);
