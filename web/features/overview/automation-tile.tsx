import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { formatCount, formatNumber } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { useNow } from '../../ui/time';
import { Tile } from './tile';

const COUNTED_EVERY_MS = 10_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** More are not counted one by one. */
const MOST = 100;

interface Counted {
  data: unknown[];
  has_more: boolean;
}
const textOf = ({ data, has_more: hasMore }: Counted): string =>
  hasMore ? `${formatNumber(MOST)}+` : formatNumber(data.length);

/** What was published in a day, and what is still to come, once there is any of it. */
export function AutomationTile() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  // By the minute, or each look would be another question.
  const since = Math.floor((useNow() - DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const often = { refetchInterval: COUNTED_EVERY_MS };
  const { list } = trpc.automation.publications;
  const published = useQuery(
    list.queryOptions(
      { status: ['published', 'partially_published'], due_after: new Date(since).toISOString(), limit: MOST },
      { ...often, placeholderData: (old) => old },
    ),
  );
  const waiting = useQuery(
    list.queryOptions(
      { status: ['pending_approval', 'scheduled', 'queued', 'publishing', 'paused'], limit: MOST },
      often,
    ),
  );
  if (!published.data || !waiting.data) return null;
  const open = waiting.data.data.length;
  if (published.data.data.length + open === 0) return null;
  return (
    <Tile
      title="Automation"
      value={textOf(published.data)}
      line={`published, ${waiting.data.has_more ? `${textOf(waiting.data)} wait` : formatCount(open, 'waits', 'wait')}`}
      link={{ to: '/w/$ws/automation/publications', params: { ws } }}
    />
  );
}
