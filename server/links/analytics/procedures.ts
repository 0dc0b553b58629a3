import {
  DailyClicks,
  LinkAnalytics,
  QueryDailyClicks,
  QueryLinkAnalytics,
  QueryOneLinkAnalytics,
} from '../../../shared/links/analytics';
import { CLICK_RATE_RULE } from '../../../shared/links/click-rate';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { exportAnalytics } from './export';
import { dailyClicks, queryAnalytics, queryLinkAnalytics } from './service';

const place = { surface: 'links', errors: ['unprocessable'] } as const;
const tags = ['Link analytics'];
const reading = procedure('links.analytics:read');

export const linkAnalyticsRouter = router({
  query: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/links/analytics',
        tags,
        summary: 'Count clicks',
        description: `Counts the clicks of the workspace, grouped by one dimension such as time, country or link. A new click is counted within about a second; all clicks before \`as_of\` are included. Every dimension is also a filter: \`country=DE,AT\`, \`country=!DE\`. Requests by previews, crawlers and tools such as \`curl\` are counted in \`bot_clicks\`; ${CLICK_RATE_RULE}. A key can send 120 analytics requests a minute, over all operations of this group.`,
      },
    })
    .input(optionalInput(QueryLinkAnalytics))
    .output(LinkAnalytics)
    .query(({ ctx, input }) => queryAnalytics(ctx, input)),
});

export const analyticsExport = reading
  .meta({
    ...place,
    raw: {
      'text/csv': 'country,label,clicks,unique_clicks,bot_clicks,share\r\nDE,Germany,640,455,0,0.5316\r\n',
    },
    openapi: {
      method: 'GET',
      path: '/links/analytics/export',
      tags,
      summary: 'Export click statistics',
      description: 'Returns the rows of `GET /links/analytics` as CSV.',
    },
  })
  .input(optionalInput(QueryLinkAnalytics))
  .query(({ ctx, input }) => exportAnalytics(ctx, input));

/** What the surface has of one link, and of many by day. */
export const linkCountProcedures = {
  get_analytics: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/links/{link_id}/analytics',
        tags,
        summary: 'Count clicks of a link',
        description: 'Counts the clicks of one link, with the options of `GET /links/analytics`.',
      },
    })
    .input(QueryOneLinkAnalytics)
    .output(LinkAnalytics)
    .query(({ ctx, input }) => queryLinkAnalytics(ctx, input)),

  list_daily_clicks: reading
    .meta({
      surface: 'links',
      openapi: {
        method: 'GET',
        path: '/links/daily-clicks',
        tags,
        summary: 'Get daily clicks',
        description:
          'Returns the clicks by humans on each of the last UTC days, for up to 100 links. Use it for small charts in a list of links.',
      },
    })
    .input(QueryDailyClicks)
    .output(DailyClicks)
    .query(({ ctx, input }) => dailyClicks(ctx, input)),
};
