import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';

import type { Scope } from '../../../shared/access/scopes';
import { ConnectionTag } from '../../ui/live/connection-tag';
import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { useShortcuts } from '../../ui/shortcuts';
import { Forbidden } from '../../ui/states/states';
import { t } from './texts';

import './activity.css';

const LISTS = [
  { name: 'requests', to: '/w/$ws/activity', scope: 'usage:read' },
  { name: 'events', to: '/w/$ws/events', scope: 'events:read' },
  { name: 'deliveries', to: '/w/$ws/deliveries', scope: 'webhooks:read' },
] as const satisfies readonly { name: string; to: string; scope: Scope }[];

interface FrameProps {
  list: (typeof LISTS)[number]['name'];
  children: (isPaused: boolean) => ReactNode;
}

export function ActivityFrame({ list, children }: FrameProps) {
  const { id: ws, name, role } = useWorkspace();
  const can = useCan();
  const [isPaused, setIsPaused] = useState(false);
  useShortcuts(useMemo(() => ({ ' ': () => setIsPaused((was) => !was) }), []));
  const open = LISTS.filter(({ scope }) => can(scope));

  return (
    <Page
      title={t('logs')}
      context={`${t(list)} · ${name}`}
      aside={<ConnectionTag isPaused={isPaused} />}
      actions={
        <button type="button" className="copy-button" onClick={() => setIsPaused(!isPaused)} aria-keyshortcuts="Space">
          {t(isPaused ? 'resume' : 'pause')}
        </button>
      }
    >
      <TabLinks label={t('logs')}>
        {open.map(({ name: one, to }) => (
          <Link key={to} to={to} params={{ ws }} search={{}} aria-current={one === list ? 'page' : undefined}>
            {t(one)}
          </Link>
        ))}
      </TabLinks>
      {open.some(({ name: one }) => one === list) ? children(isPaused) : <Forbidden role={role} />}
    </Page>
  );
}
