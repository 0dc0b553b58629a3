import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { formatCount, formatNumber } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Sparkline } from './sparkline';
import { FailedTile, Tile } from './tile';

const COUNTED_EVERY_MS = 10_000;

export function LinksTile() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const links = useQuery(trpc.links.count.queryOptions({}));
  const total = links.data?.total ?? 0;
  const clicks = useQuery(
    trpc.links.analytics.query.queryOptions(
      { group_by: 'time', interval: '24h', granularity: 'hour' },
      { enabled: total > 0, refetchInterval: COUNTED_EVERY_MS },
    ),
  );
  if (!clicks.data) {
    const failed = [links, clicks].filter(({ error }) => error !== null);
    if (failed.length === 0) return null;
    return <FailedTile title="Short links" onRetry={() => failed.forEach(({ refetch }) => void refetch())} />;
  }
  return (
    <Tile
      title="Short links"
      value={formatNumber(clicks.data.totals.clicks)}
      line={`${clicks.data.totals.clicks === 1 ? 'click' : 'clicks'}, ${formatCount(total, 'link')}`}
      link={{ to: '/w/$ws/links', params: { ws } }}
    >
      <Sparkline values={clicks.data.rows.map((row) => row.clicks)} label="Clicks by hour" />
    </Tile>
  );
}
