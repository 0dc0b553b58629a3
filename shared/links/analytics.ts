import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { boundedText, idOf, text, timeInput, timestamp } from '../text';
import { CLICK_RATE_RULE } from './click-rate';

export const MAX_ANALYTICS_POINTS = 1000;
/** In days, between `from` and `to`. */
export const MAX_ANALYTICS_DAYS = 400;

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
    .describe(
      `Only clicks with one of these values of \`${dimension}\`. With \`!\` before the first value, only clicks with none of them.`,
    );

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
    .describe('Dimension to group the clicks by.')
    .meta({ example: 'country' }),
  interval: z
    .enum(ANALYTICS_INTERVALS)
    .optional()
    .describe('Period up to now. The default is `30d` if neither `interval` nor `from` is given.')
    .meta({ example: '30d' }),
  from: timeInput('2026-11-01T00:00:00Z').optional().describe('Start of the period, instead of `interval`.'),
  to: timeInput('2026-11-21T00:00:00Z')
    .optional()
    .describe('End of the period, not included. The default is now. Needs `from`.'),
  granularity: z
    .enum(['auto', ...ANALYTICS_GRANULARITIES])
    .default('auto')
    .describe('Length of a row if `group_by` is `time`.')
    .meta({ example: 'day' }),
  timezone: text(64).default('UTC').describe('IANA time zone of days and hours.').meta({ example: 'Europe/Berlin' }),
  bots: z
    .enum(['exclude', 'include', 'only'])
    .default('exclude')
    .describe('Clicks that rows are sorted by: clicks by humans, all clicks, or clicks by bots.')
    .meta({ example: 'exclude' }),
  compare: z
    .enum(['previous'])
    .optional()
    .describe('Adds the totals of the previous period of the same length.')
    .meta({ example: 'previous' }),
  limit: z.number().int().min(1).max(100).default(25).describe('Maximum number of rows.').meta({ example: 25 }),
  ...dimensionFilters,
};

const tagFilter = z
  .array(text(65))
  .max(MAX_FILTER_VALUES)
  .optional()
  .describe('Only links with one of these tags, by name. With `!` before the first tag, only links with none of them.')
  .meta({ example: ['newsletter'] });

const domainFilter = z
  .array(idOf(ID_PREFIXES.domain))
  .max(MAX_FILTER_VALUES)
  .optional()
  .describe('Only links on these domains.');

const linkFilter = z.array(idOf(ID_PREFIXES.link)).max(100).optional().describe('Only links with these ids.');

export const QueryLinkAnalytics = z.strictObject({
  ...question,
  domain_id: domainFilter,
  link_ids: linkFilter,
  tag: tagFilter,
});
export type QueryLinkAnalytics = z.output<typeof QueryLinkAnalytics>;

export const QueryOneLinkAnalytics = z.strictObject({
  link_id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
  ...question,
});
export type QueryOneLinkAnalytics = z.output<typeof QueryOneLinkAnalytics>;

const count = () => z.number().int().min(0);

export const ClickCounts = z.object({
  clicks: count().describe('Number of clicks by humans.'),
  unique_clicks: count().describe('Number of unique visitors, counted once for each link and UTC day.'),
  bot_clicks: count().describe(`Number of requests by bots, previews and tools; ${CLICK_RATE_RULE}.`),
});
export type ClickCounts = z.output<typeof ClickCounts>;

const AnalyticsRow = ClickCounts.extend({
  key: z.string().describe('Value of the dimension: a code, an id, or the start of the time.'),
  label: z.string().describe('Display name of the key.'),
  share: z.number().min(0).max(1).describe('Share of this row in all clicks that rows are sorted by, 0 to 1.'),
});
type AnalyticsRow = z.output<typeof AnalyticsRow>;

export const LinkAnalytics = z
  .object({
    range: z
      .object({
        from: timestamp().describe('Start of the period.'),
        to: timestamp().describe('End of the period, not included.'),
        timezone: boundedText(64).describe('Time zone of days and hours.'),
        granularity: z.enum(ANALYTICS_GRANULARITIES).describe('Length of a row if `group_by` is `time`.'),
      })
      .describe('Period and granularity of the counts.'),
    totals: ClickCounts.describe('All clicks of the period.'),
    previous: ClickCounts.nullable().describe(
      'Totals of the previous period of the same length; null unless `compare` is given.',
    ),
    rows: z
      .array(AnalyticsRow)
      .max(MAX_ANALYTICS_POINTS)
      .describe('Rows, sorted by time for `time`, otherwise with the most clicks first.'),
    other: ClickCounts.nullable().describe('Sum of the rows beyond `limit`; null if there are none.'),
    as_of: timestamp().describe('All clicks before this time are counted.'),
    approximate: z.boolean().describe('Whether rare values were combined, so that a row can miss some of its clicks.'),
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

/** Used for sparklines. */
export const QueryDailyClicks = z.strictObject({
  link_ids: z.array(idOf(ID_PREFIXES.link)).min(1).max(100).describe('Ids of the links.'),
  days: z
    .number()
    .int()
    .min(1)
    .max(90)
    .default(30)
    .describe('Number of UTC days, including today.')
    .meta({ example: 30 }),
});
export type QueryDailyClicks = z.output<typeof QueryDailyClicks>;

export const DailyClicks = z
  .object({
    from: timestamp().describe('Start of the first day.'),
    data: z
      .array(
        z.object({
          link_id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
          clicks: z.array(count()).max(90).describe('Clicks by humans on each day, oldest first.'),
        }),
      )
      .max(100)
      .describe('Existing links, in the order of `link_ids`.'),
    as_of: timestamp().describe('All clicks before this time are counted.'),
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
