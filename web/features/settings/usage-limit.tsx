import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';

const REFRESH_MS = 10_000;

/** The quota over all keys, and what is left of it by what was counted in its window. */
export function UsageLimit() {
  const trpc = useTRPC();
  const { rate_limit: limit } = useWorkspace();
  // A window of a minute is read as whole minutes: the one that runs, and those that it still reaches into.
  const now = useQuery(
    trpc.usage.get.queryOptions({ granularity: 'minute' }, { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS }),
  );
  const since = Date.parse(now.data?.to ?? '') - limit.window_seconds * 1000;
  const used = now.data?.data
    .filter(({ starts_at: at }) => Date.parse(at) + 60_000 > since)
    .reduce((sum, point) => sum + point.requests - point.rate_limited, 0);
  const share = Math.min(1, (used ?? 0) / limit.requests);

  return (
    <Card title="Limit">
      <div className="settings-limit">
        <div className="settings-totals">
          <span>
            <strong>{formatNumber(limit.requests)}</strong> requests in {limit.window_seconds} s over all keys
          </span>
          {used !== undefined && (
            <span>
              about <strong>{formatNumber(Math.max(0, limit.requests - used))}</strong> left now, {formatNumber(used)}{' '}
              used
            </span>
          )}
        </div>
        <meter aria-label="Used of the limit" min={0} max={1} value={share} high={0.8} />
        <span className="dimmed">
          A key may have a limit of its own. Every answer tells what is left, in RateLimit.
        </span>
      </div>
    </Card>
  );
}
