import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/durations';
import { useTRPC } from '../../../trpc';
import type { Analytics, AnalyticsQuery } from './query';

/** Clicks are counted within a second; an open page reloads at this interval. */
const EVERY_MS = 10_000;

export function useAnalytics(question: AnalyticsQuery, enabled = true) {
  const trpc = useTRPC();
  return useQuery(
    trpc.links.analytics.query.queryOptions(question, {
      enabled,
      placeholderData: keepPreviousData,
      refetchInterval: EVERY_MS,
      // A person who followed the link expects the click on return.
      refetchOnWindowFocus: 'always',
    }),
  );
}

const UNIT_MS = { '15m': 15 * MINUTE_MS, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 0 } as const;

/** The preceding range of equal length; undefined when there is none or its steps would differ. */
export function previousQuery(question: AnalyticsQuery, series: Analytics | undefined): AnalyticsQuery | undefined {
  if (!series || question.interval === 'all') return undefined;
  const { from, granularity } = series.range;
  const length = UNIT_MS[granularity] * series.rows.length;
  if (length === 0) return undefined;
  const { interval: _, ...rest } = question;
  const start = new Date(from).getTime() - length;
  return { ...rest, from: new Date(start).toISOString(), to: from, granularity };
}
