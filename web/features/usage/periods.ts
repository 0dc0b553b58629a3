import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import type { DefinedInput, Inputs } from '../../trpc';
import type { Group, Range } from './names';
import { t } from './texts';

export const RANGES = {
  '24h': {
    get label() {
      return t('hours24');
    },
    granularity: 'hour',
    steps: 24,
  },
  '7d': {
    get label() {
      return t('days7');
    },
    granularity: 'day',
    steps: 6,
  },
  '30d': {
    get label() {
      return t('days30');
    },
    granularity: 'day',
    steps: 29,
  },
  '90d': {
    get label() {
      return t('days90');
    },
    granularity: 'day',
    steps: 88,
  },
} as const satisfies Record<Range, object>;

export const GROUPS: Record<Group, string> = {
  get operation() {
    return t('operation');
  },
  get key() {
    return t('key');
  },
  get surface() {
    return t('surface');
  },
  get status() {
    return t('status');
  },
};

type PeriodInput = Pick<DefinedInput<Inputs['usage']['get']>, 'granularity' | 'from'>;

/** Aligned to UTC, so that the query stays the same while the page is open. */
export function seriesOf(range: Range): PeriodInput {
  const { granularity, steps } = RANGES[range];
  const step = granularity === 'hour' ? HOUR_MS : DAY_MS;
  const from = (Math.floor(Date.now() / step) - steps) * step;
  return { granularity, from: new Date(from).toISOString() };
}

/** The same range as one sum: grouped by key or operation, its steps would be more than a response holds. */
export const totalOf = (range: Range): PeriodInput => ({ ...seriesOf(range), granularity: 'total' });

/** Usage is counted within ten seconds. */
export const REFRESH = { refetchInterval: 10_000 } as const;
