import { useMemo, useState } from 'react';

import { MINUTE_MS } from '../../../shared/durations';
import { BETWEEN } from '../../ui/filter/filter';

const LENGTHS = { '15m': 15, '1h': 60, '24h': 1440, '7d': 10_080 } as const;

export interface TimeSearch {
  time?: keyof typeof LENGTHS | typeof BETWEEN;
  after?: string;
  before?: string;
}

/** The time filter as the API takes it. A relative range counts back from when the list was opened. */
export function useTimeFilter({ time, after, before }: TimeSearch): {
  created_after?: string;
  created_before?: string;
} {
  const [opened] = useState(() => Date.now());
  return useMemo(() => {
    if (time === undefined) return {};
    if (time !== BETWEEN) {
      return { created_after: new Date(opened - LENGTHS[time] * MINUTE_MS).toISOString() };
    }
    return { ...(after ? { created_after: after } : {}), ...(before ? { created_before: before } : {}) };
  }, [time, after, before, opened]);
}
