import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useConnection } from '../../ui/live/live';
import { Page } from '../../ui/page';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Forbidden } from '../../ui/states/states';
import { Tag } from '../../ui/tag';
import { EventsList } from './events-list';
import { RequestsList } from './requests-list';

import './activity.css';

const route = getRouteApi('/w/$ws/activity');

/** What happened: requests, and the events that they and others caused. */
export function ActivityPage() {
  const { kind } = route.useSearch();
  const { id: ws, name, role } = useWorkspace();
  const can = useCan();
  const connection = useConnection();
  const navigate = useNavigate({ from: '/w/$ws/activity' });
  const [isPaused, setIsPaused] = useState(false);
  const mayRead = can(kind === 'events' ? 'events:read' : 'usage:read');

  return (
    <Page
      title="Activity"
      context={name}
      aside={
        <Tag tone={isPaused || connection !== 'open' ? 'neutral' : 'success'} dot>
          {isPaused ? 'Paused' : connection === 'open' ? 'Listening' : 'Reconnecting'}
        </Tag>
      }
      actions={
        <button type="button" className="copy-button" aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      }
    >
      <nav className="activity-tabs" aria-label="Activity">
        <Link to="/w/$ws/activity" params={{ ws }} search={{}} aria-current={kind ? undefined : 'page'}>
          Requests
        </Link>
        <Link
          to="/w/$ws/activity"
          params={{ ws }}
          search={{ kind: 'events' }}
          aria-current={kind === 'events' ? 'page' : undefined}
        >
          Events
        </Link>
      </nav>
      {!mayRead ? (
        <Forbidden role={role} />
      ) : kind === 'events' ? (
        <EventsList isPaused={isPaused} onChange={(search) => void navigate({ search, replace: true })} />
      ) : (
        <RequestsList isPaused={isPaused} onChange={(search) => void navigate({ search, replace: true })} />
      )}
    </Page>
  );
}
