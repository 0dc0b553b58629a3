import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { ActivityFrame } from './frame';
import { RequestsList } from './requests-list';

const route = getRouteApi('/w/$ws/activity');

export function ActivityPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/activity' });
  return (
    <ActivityFrame list="requests">
      {(isPaused) => (
        <RequestsList
          search={search}
          isPaused={isPaused}
          onChange={(next) => void navigate({ search: next, replace: true })}
        />
      )}
    </ActivityFrame>
  );
}
