import { useQuery } from '@tanstack/react-query';

import { DAY_MS } from '../../../shared/durations';
import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import { useNow } from '../../ui/time';
import { t } from './texts';

import './keys.css';

const DAYS = 7;

/** Requests per key in each of the last seven days, oldest first, in one call; undefined while loading. */
export function useWeek(): ((keyId: string) => number[]) | undefined {
  const trpc = useTRPC();
  const isAllowed = useCan()('usage:read');
  // Days are counted in UTC, as the server counts them.
  const today = Math.floor(useNow() / DAY_MS);
  const from = new Date((today - DAYS + 1) * DAY_MS).toISOString();
  const { data } = useQuery(
    trpc.usage.get.queryOptions(
      { from, granularity: 'day', group_by: ['key'] },
      { enabled: isAllowed, retry: false, trpc: { context: { quiet: true } } },
    ),
  );
  if (!data) return undefined;
  const points = Map.groupBy(data.data, ({ key_id: id }) => id ?? '');
  return (keyId) => {
    const days = Array.from({ length: DAYS }, () => 0);
    for (const { starts_at: at, requests } of points.get(keyId) ?? []) {
      const day = Math.floor(new Date(at).getTime() / DAY_MS) - (today - DAYS + 1);
      if (day in days) days[day] = (days[day] ?? 0) + requests;
    }
    return days;
  };
}

export function KeySpark({ days }: { days: readonly number[] }) {
  const max = Math.max(...days, 1);
  const sum = days.reduce((all, requests) => all + requests, 0);
  const words = t('requestsInDays', { count: sum, days: DAYS });
  return (
    <span className="keys-spark" role="img" aria-label={words} title={words}>
      {days.map((requests, day) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is the day
        <i key={day} data-some={requests > 0 || undefined} style={{ height: `${(requests / max) * 100}%` }} />
      ))}
    </span>
  );
}
