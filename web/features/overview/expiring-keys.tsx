import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { DAY_MS } from '../../../shared/durations';
import { useTRPC } from '../../trpc';
import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { Time, useNow } from '../../ui/time';

const SOON_MS = 7 * DAY_MS;
const LIMIT = 3;

export function ExpiringKeys() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const now = useNow();
  const { data } = useQuery(trpc.keys.list.queryOptions({ status: ['active'], limit: 100 }));
  const expiring = (data?.data ?? []).filter(
    ({ expires_at: at }) => at !== null && new Date(at).getTime() - now < SOON_MS,
  );
  return expiring.slice(0, LIMIT).map((key) => (
    <Note key={key.id} tone="warning">
      The key “{key.name}” expires <Time at={key.expires_at} />.{' '}
      <Link to="/w/$ws/keys/$key" params={{ ws, key: key.id }}>
        Rotate it
      </Link>
    </Note>
  ));
}
