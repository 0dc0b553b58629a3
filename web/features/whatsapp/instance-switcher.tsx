import { IconChevronDown, IconList } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';

import { useWorkspace } from '../../ui/shell/workspace';
import { STATUS_LABELS } from './labels';
import { MenuButton } from './menu-button';
import { t } from './texts';
import { useInstances } from './use-instances';

interface InstanceSwitcherProps {
  currentId: string;
  /** The page that the other instance is opened with. */
  tab: 'chats' | 'contacts' | 'groups' | 'templates' | 'batches' | 'tester' | 'connection' | 'settings';
}

/** Nothing while there is one instance. */
export function InstanceSwitcher({ currentId, tab }: InstanceSwitcherProps) {
  const navigate = useNavigate();
  const { id: ws } = useWorkspace();
  const others = useInstances().filter(({ id }) => id !== currentId);
  if (others.length === 0) return null;
  return (
    <MenuButton
      label={t('switchInstance')}
      className="icon-button icon-button-small"
      actions={[
        ...others.map(({ id, name, status }) => ({
          label: status === 'connected' ? name : `${name} · ${STATUS_LABELS[status].label}`,
          onClick: () =>
            void navigate({ to: `/w/$ws/whatsapp/$instance/${tab}`, params: { ws, instance: id }, search: {} }),
        })),
        {
          label: t('allInstances'),
          icon: IconList,
          onClick: () => void navigate({ to: '/w/$ws/whatsapp/instances', params: { ws }, search: {} }),
        },
      ]}
    >
      <IconChevronDown size={16} stroke={1.6} aria-hidden />
    </MenuButton>
  );
}
