import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { Time, useNow } from '../../ui/time';

const SOON_MS = 7 * 86_400_000;
const MOST = 3;

/** Keys that stop working within a week, each with what to do about it. */
export function ExpiringKeys() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const now = useNow();
  const { data } = useQuery(trpc.keys.list.queryOptions({ status: ['active'], limit: 100 }));
  const soon = (data?.data ?? []).filter(({ expires_at: at }) => at !== null && new Date(at).getTime() - now < SOON_MS);
  return soon.slice(0, MOST).map((key) => (
    <Note key={key.id} tone="warning">
      The key “{key.name}” expires <Time at={key.expires_at} />.{' '}
      <Link to="/w/$ws/keys/$key" params={{ ws, key: key.id }}>
        Rotate it
      </Link>
    </Note>
  ));
}
