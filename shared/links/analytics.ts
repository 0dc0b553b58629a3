import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, text, timeInput, timestamp } from '../text';
import { CLICK_RATE_RULE } from './click-rate';

/** Most points of one answer. */
export const MAX_ANALYTICS_POINTS = 1000;
/** Longest range between `from` and `to`, in days. */
export const MAX_ANALYTICS_DAYS = 400;

/** Facts of a click that it can be counted by and filtered by. */
export const CLICK_DIMENSIONS = [
  'country',
  'region',
  'city',
  'continent',
  'device',
  'os',
  'browser',
  'language',
  'referrer_host',
  'referrer',
  'destination',
  'target_key',
  'trigger',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_ref',
  'bot_reason',
] as const;
type ClickDimension = (typeof CLICK_DIMENSIONS)[number];

const ANALYTICS_GROUPS = ['total', 'time', 'weekday_hour', 'link', 'domain', 'tag', ...CLICK_DIMENSIONS] as const;
export type AnalyticsGroup = (typeof ANALYTICS_GROUPS)[number];

const ANALYTICS_INTERVALS = ['1h', '24h', '7d', '30d', '90d', '1y', 'all'] as const;
const ANALYTICS_GRANULARITIES = ['15m', 'hour', 'day', 'week', 'month'] as const;
export type AnalyticsGranularity = (typeof ANALYTICS_GRANULARITIES)[number];

const MAX_FILTER_VALUES = 50;

const filterBy = (dimension: string) =>
  z
    .array(text(2048))
    .max(MAX_FILTER_VALUES)
    .optional()
    .describe(`Only clicks with one of these as \`${dimension}\`; with \`!\` in front of the first, all others.`);

const EXAMPLES: Record<ClickDimension, string[]> = {
  country: ['DE', 'AT'],
  region: ['DE-BE'],
  city: ['Berlin'],
  continent: ['EU'],
  device: ['mobile'],
  os: ['ios'],
  browser: ['firefox'],
  language: ['de'],
  referrer_host: ['news.example.com'],
  referrer: ['https://news.example.com/today'],
  destination: ['https://example.com/spring'],
  target_key: ['mobile'],
  trigger: ['qr'],
  utm_source: ['newsletter'],
  utm_medium: ['email'],
  utm_campaign: ['spring-sale'],
  utm_term: ['running shoes'],
  utm_content: ['button'],
  utm_ref: ['partner'],
  bot_reason: ['crawler'],
};

const dimensionFilters = Object.fromEntries(
  CLICK_DIMENSIONS.map((dimension) => [dimension, filterBy(dimension).meta({ example: EXAMPLES[dimension] })]),
) as Record<ClickDimension, ReturnType<typeof filterBy>>;

const question = {
  group_by: z
    .enum(ANALYTICS_GROUPS)
    .default('total')
    .describe('One row for each of these.')
    .meta({ example: 'country' }),
  interval: z
    .enum(ANALYTICS_INTERVALS)
    .optional()
    .describe('The time up to now; `30d` when neither this nor `from` is given.')
    .meta({ example: '30d' }),
  from: timeInput('2026-11-01T00:00:00Z').optional().describe('Start, in place of `interval`.'),
  to: timeInput('2026-11-21T00:00:00Z')
    .optional()
    .describe('End, which is not included; now when absent. Needs `from`.'),
  granularity: z
    .enum(['auto', ...ANALYTICS_GRANULARITIES])
    .default('auto')
    .describe('Length of a row of `time`.')
    .meta({ example: 'day' }),
  timezone: text(64)
    .default('UTC')
    .describe('Zone of the IANA list in which days and hours begin.')
    .meta({ example: 'Europe/Berlin' }),
  bots: z
    .enum(['exclude', 'include', 'only'])
    .default('exclude')
    .describe('Whether rows are ranked by clicks of humans, of all, or of bots.')
    .meta({ example: 'exclude' }),
  compare: z
    .enum(['previous'])
    .optional()
    .describe('Adds the totals of the period of equal length before.')
    .meta({ example: 'previous' }),
  limit: z.number().int().min(1).max(100).default(25).describe('Most rows of a ranking.').meta({ example: 25 }),
  ...dimensionFilters,
};

const tagFilter = z
  .array(text(65))
  .max(MAX_FILTER_VALUES)
  .optional()
  .describe('Only links with one of these tags, by name; with `!` in front of the first, all others.')
  .meta({ example: ['newsletter'] });

const domainFilter = z
  .array(idOf(ID_PREFIXES.domain))
  .max(MAX_FILTER_VALUES)
  .optional()
  .describe('Only links on these domains.');

const linkFilter = z.array(idOf(ID_PREFIXES.link)).max(100).optional().describe('Only these links.');

/** A question about the clicks of the workspace. */
export const QueryLinkAnalytics = z.strictObject({
  ...question,
  domain_id: domainFilter,
  link_ids: linkFilter,
  tag: tagFilter,
});
export type QueryLinkAnalytics = z.output<typeof QueryLinkAnalytics>;

/** A question about the clicks of one link. */
export const QueryOneLinkAnalytics = z.strictObject({
  link_id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
  ...question,
});
export type QueryOneLinkAnalytics = z.output<typeof QueryOneLinkAnalytics>;

const count = () => z.number().int().min(0);

export const ClickCounts = z.object({
  clicks: count().describe('Clicks by humans.'),
  unique_clicks: count().describe('Visitors of a link on a UTC day, summed over links and days.'),
  bot_clicks: count().describe(`Requests by bots, previews and tools; ${CLICK_RATE_RULE}.`),
});
export type ClickCounts = z.output<typeof ClickCounts>;

export const AnalyticsRow = ClickCounts.extend({
  key: z.string().describe('What the row counts: a code, an id, or the start of the time.'),
  label: z.string().describe('The key in words.'),
  share: z.number().min(0).max(1).describe('Part of what the rows are ranked by.'),
});
export type AnalyticsRow = z.output<typeof AnalyticsRow>;

export const LinkAnalytics = z
  .object({
    range: z
      .object({
        from: timestamp().describe('Start of what was counted.'),
        to: timestamp().describe('End, not included.'),
        timezone: z.string().describe('Zone in which days and hours begin.'),
        granularity: z.enum(ANALYTICS_GRANULARITIES).describe('Length of a row of `time`.'),
      })
      .describe('What was counted.'),
    totals: ClickCounts.describe('All clicks of the range, rows or not.'),
    previous: ClickCounts.nullable().describe('The period of equal length before; null unless asked for.'),
    rows: z.array(AnalyticsRow).max(MAX_ANALYTICS_POINTS).describe('Times in order, else the most clicked first.'),
    other: ClickCounts.nullable().describe('What rows beyond `limit` add up to; null when there are none.'),
    as_of: timestamp().describe('Every click before this time is counted.'),
    approximate: z.boolean().describe('Rare keys were counted together, so a row may miss some of its clicks.'),
  })
  .meta({
    id: 'LinkAnalytics',
    example: {
      range: {
        from: '2026-10-22T22:00:00.000Z',
        to: '2026-11-21T09:30:00.000Z',
        timezone: 'Europe/Berlin',
        granularity: 'day',
      },
      totals: { clicks: 1204, unique_clicks: 871, bot_clicks: 96 },
      previous: { clicks: 1010, unique_clicks: 702, bot_clicks: 88 },
      rows: [{ key: 'DE', label: 'Germany', clicks: 640, unique_clicks: 455, bot_clicks: 0, share: 0.5316 }],
      other: { clicks: 564, unique_clicks: 416, bot_clicks: 96 },
      as_of: '2026-11-21T09:30:00.000Z',
      approximate: false,
    },
  });
export type LinkAnalytics = z.output<typeof LinkAnalytics>;

/** Clicks a day of many links at once, for sparklines. */
export const QueryDailyClicks = z.strictObject({
  link_ids: z.array(idOf(ID_PREFIXES.link)).min(1).max(100).describe('The links.'),
  days: z
    .number()
    .int()
    .min(1)
    .max(90)
    .default(30)
    .describe('How many UTC days, today included.')
    .meta({ example: 30 }),
});
export type QueryDailyClicks = z.output<typeof QueryDailyClicks>;

export const DailyClicks = z
  .object({
    from: timestamp().describe('Start of the first day.'),
    data: z
      .array(
        z.object({
          link_id: idOf(ID_PREFIXES.link).describe('The link.'),
          clicks: z.array(count()).max(90).describe('Clicks by humans on each day, oldest first.'),
        }),
      )
      .max(100)
      .describe('The links that exist, in the order asked.'),
    as_of: timestamp().describe('Every click before this time is counted.'),
  })
  .meta({
    id: 'DailyClicks',
    example: {
      from: '2026-11-19T00:00:00.000Z',
      data: [{ link_id: 'lnk_01jd9x3k2mf8v9q4zt7w5b6n0c', clicks: [12, 0, 7] }],
      as_of: '2026-11-21T09:30:00.000Z',
    },
  });
export type DailyClicks = z.output<typeof DailyClicks>;
