import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/durations';
import type { AnalyticsGranularity, QueryLinkAnalytics } from '../../../../shared/links/analytics';
import { MAX_ANALYTICS_DAYS, MAX_ANALYTICS_POINTS } from '../../../../shared/links/analytics';
import { ApiError } from '../../../errors';
import { QUARTER_MS } from '../rollups/dimensions';

export interface Range {
  from: number;
  to: number;
  timezone: string;
  granularity: AnalyticsGranularity;
}

type RangeInput = Pick<QueryLinkAnalytics, 'interval' | 'from' | 'to' | 'granularity' | 'timezone' | 'group_by'>;

/** Aligned to intervals of the zone, so that only the last row is partial. Throws 422. */
export function analyticsRange(query: RangeInput, now: number, earliest: number): Range {
  const { timezone } = query;
  requireZone(timezone);
  const [from, to] = limitsOf(query, now, earliest);
  const granularity = query.granularity === 'auto' ? granularityFor(to - from) : query.granularity;
  const range = { from, to, timezone, granularity };

  if (query.group_by === 'time' && pointsOf(range) > MAX_ANALYTICS_POINTS) {
    throw refusal(
      '/granularity',
      'too_many_points',
      `Must result in at most ${MAX_ANALYTICS_POINTS} points. Choose a longer granularity or a shorter period.`,
    );
  }
  return range;
}

function limitsOf(query: RangeInput, now: number, earliest: number): [number, number] {
  const { interval, from: fromText, to: toText, timezone } = query;
  if (fromText === undefined) {
    if (toText !== undefined) {
      throw refusal('/from', 'missing', '`to` needs `from`.');
    }
    return [startOfInterval(interval ?? '30d', now, timezone, earliest), now];
  }

  if (interval !== undefined) {
    throw refusal('/interval', 'ambiguous', 'Give either `interval`, or `from` and `to`.');
  }
  const [from, to] = [Date.parse(fromText), toText === undefined ? now : Date.parse(toText)];
  if (from >= to) throw refusal('/from', 'empty_range', 'Must be earlier than `to`.');
  if (to - from > MAX_ANALYTICS_DAYS * DAY_MS) {
    throw refusal('/from', 'range_too_large', `Must be at most ${MAX_ANALYTICS_DAYS} days before \`to\`.`);
  }
  return [Math.floor(from / QUARTER_MS) * QUARTER_MS, to];
}

const DAYS = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

function startOfInterval(
  interval: NonNullable<RangeInput['interval']>,
  now: number,
  timezone: string,
  earliest: number,
): number {
  if (interval === '1h') return Math.floor((now - HOUR_MS) / QUARTER_MS + 1) * QUARTER_MS;
  if (interval === '24h') return bucketStart(now - DAY_MS + HOUR_MS, timezone, 'hour').epochMilliseconds;
  const today = zoned(now, timezone).startOfDay();
  if (interval === 'all') {
    return Math.min(zoned(earliest, timezone).startOfDay().epochMilliseconds, today.epochMilliseconds);
  }
  return today.subtract({ days: DAYS[interval] - 1 }).startOfDay().epochMilliseconds;
}

export const previousOf = (range: Range): Range => ({
  ...range,
  from: Math.floor((2 * range.from - range.to) / QUARTER_MS) * QUARTER_MS,
  to: range.from,
});

function granularityFor(span: number): AnalyticsGranularity {
  if (span <= 6 * HOUR_MS) return '15m';
  if (span <= 3 * DAY_MS) return 'hour';
  if (span <= 100 * DAY_MS) return 'day';
  return span <= 750 * DAY_MS ? 'week' : 'month';
}

const MAX_RANGE: Record<AnalyticsGranularity, number> = {
  '15m': QUARTER_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
};
const pointsOf = ({ from, to, granularity }: Range): number => Math.floor((to - from) / MAX_RANGE[granularity]);

export function bucketsOf({ from, to, timezone, granularity }: Range): { starts: number; key: string }[] {
  const buckets = [];
  const last = BigInt(to) * 1_000_000n;
  for (
    let start = bucketStart(from, timezone, granularity);
    start.epochNanoseconds < last;
    start = bucketStart(nextOf(start, granularity).epochMilliseconds, timezone, granularity)
  ) {
    buckets.push({
      starts: start.epochMilliseconds,
      key: start.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    });
  }
  return buckets;
}

type Time = Temporal.ZonedDateTime;

const bucketStart = (at: number, timezone: string, granularity: AnalyticsGranularity): Time =>
  STARTS[granularity](zoned(at, timezone));

const STARTS: Record<AnalyticsGranularity, (time: Time) => Time> = {
  // Computed from the instant, since local time repeats an hour in autumn.
  '15m': (time) => zoned(Math.floor(time.epochMilliseconds / QUARTER_MS) * QUARTER_MS, time.timeZoneId),
  hour(time) {
    const intoHour = time.minute * MINUTE_MS + time.second * 1000 + time.millisecond;
    const start = zoned(time.epochMilliseconds - intoHour, time.timeZoneId);
    // After a clock change within this hour it starts again.
    if (start.offset === time.offset) return start;
    return time.add({ milliseconds: 1 }).getTimeZoneTransition('previous') ?? start;
  },
  day: (time) => time.startOfDay(),
  week: (time) => time.subtract({ days: time.dayOfWeek - 1 }).startOfDay(),
  month: (time) => time.with({ day: 1 }).startOfDay(),
};

const STEPS = {
  '15m': { minutes: 15 },
  hour: { hours: 1 },
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
} as const;

const nextOf = (start: Temporal.ZonedDateTime, granularity: AnalyticsGranularity): Temporal.ZonedDateTime =>
  start.add(STEPS[granularity]);

export function weekdayHoursOf(timezone: string): (at: number) => string {
  /** Offset per UTC day; undefined on a day with a clock change. */
  const offsets = new Map<number, number | undefined>();
  const offsetAt = (at: number): number => zoned(at, timezone).offsetNanoseconds / 1_000_000;
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    if (!offsets.has(day)) {
      const [first, last] = [offsetAt(day * DAY_MS), offsetAt((day + 1) * DAY_MS)];
      offsets.set(day, first === last ? first : undefined);
    }
    const local = at + (offsets.get(day) ?? offsetAt(at));
    // 1970 began on a Thursday.
    const weekday = ((Math.floor(local / DAY_MS) + 3) % 7) + 1;
    return `${weekday}-${String(Math.floor(local / HOUR_MS) % 24).padStart(2, '0')}`;
  };
}

const zoned = (at: number, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);

function requireZone(timezone: string): void {
  try {
    zoned(0, timezone);
  } catch {
    throw refusal('/timezone', 'unknown_timezone', 'Must be an IANA time zone such as `Europe/Berlin`.');
  }
}

const refusal = (pointer: string, code: string, message: string): ApiError =>
  new ApiError('unprocessable', { detail: message, errors: [{ in: 'query', pointer, code, message }] });
