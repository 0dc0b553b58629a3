import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { EventsList } from './events-list';
import { ActivityFrame } from './frame';

const route = getRouteApi('/w/$ws/events');

export function EventsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/events' });
  return (
    <ActivityFrame list="events">
      {(isPaused) => (
        <EventsList
          search={search}
          isPaused={isPaused}
          onChange={(next) => void navigate({ search: next, replace: true })}
        />
      )}
    </ActivityFrame>
  );
}
