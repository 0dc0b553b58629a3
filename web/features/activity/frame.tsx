import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';

import type { Scope } from '../../../shared/access/scopes';
import { ConnectionTag } from '../../ui/live/connection-tag';
import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { useShortcuts } from '../../ui/shortcuts';
import { Forbidden } from '../../ui/states/states';

import './activity.css';

const LISTS = [
  { title: 'Requests', to: '/w/$ws/activity', scope: 'usage:read' },
  { title: 'Events', to: '/w/$ws/events', scope: 'events:read' },
  { title: 'Deliveries', to: '/w/$ws/deliveries', scope: 'webhooks:read' },
] as const satisfies readonly { title: string; to: string; scope: Scope }[];

interface FrameProps {
  list: (typeof LISTS)[number]['title'];
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
      title="Logs"
      context={`${list} · ${name}`}
      aside={<ConnectionTag isPaused={isPaused} />}
      actions={
        <button type="button" className="copy-button" onClick={() => setIsPaused(!isPaused)} aria-keyshortcuts="Space">
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      }
    >
      <TabLinks label="Logs">
        {open.map(({ title, to }) => (
          <Link key={to} to={to} params={{ ws }} search={{}} aria-current={title === list ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </TabLinks>
      {open.some(({ title }) => title === list) ? children(isPaused) : <Forbidden role={role} />}
    </Page>
  );
}
