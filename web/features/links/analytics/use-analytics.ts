import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/durations';
import { useTRPC } from '../../../trpc';
import type { Analytics, Question } from './question';

/** Clicks are counted within a second; a page that is looked at asks again this often. */
const EVERY_MS = 10_000;

export function useAnalytics(question: Question, enabled = true) {
  const trpc = useTRPC();
  return useQuery(
    trpc.links.analytics.query.queryOptions(question, {
      enabled,
      placeholderData: keepPreviousData,
      refetchInterval: EVERY_MS,
      // Whoever comes back from following the link looks for that click.
      refetchOnWindowFocus: 'always',
    }),
  );
}

const UNIT_MS = { '15m': 15 * MINUTE_MS, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 0 } as const;

/** The time of equal length before, in as many steps; undefined where there is none, or it would be of other lengths. */
export function questionBefore(question: Question, series: Analytics | undefined): Question | undefined {
  if (!series || question.interval === 'all') return undefined;
  const { from, granularity } = series.range;
  const length = UNIT_MS[granularity] * series.rows.length;
  if (length === 0) return undefined;
  const { interval: _, ...rest } = question;
  const start = new Date(from).getTime() - length;
  return { ...rest, from: new Date(start).toISOString(), to: from, granularity };
}
