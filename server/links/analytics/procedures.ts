import {
  DailyClicks,
  LinkAnalytics,
  QueryDailyClicks,
  QueryLinkAnalytics,
  QueryOneLinkAnalytics,
} from '../../../shared/links/analytics';
import { CLICK_RATE_RULE } from '../../../shared/links/click-rate';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { exportAnalytics } from './export';
import { dailyClicks, queryAnalytics, queryLinkAnalytics } from './service';

const common = { errors: ['unprocessable'] } as const;
const read = routesFor('links.analytics:read');

export const linkAnalyticsRouter = router({
  query: read('GET /links/analytics', 'Count clicks', {
    description: `Counts the clicks of the workspace, grouped by one dimension such as time, country or link. A new click is counted within about a second; all clicks before \`as_of\` are included. Every dimension is also a filter: \`country=DE,AT\`, \`country=!DE\`. Requests by previews, crawlers and tools such as \`curl\` are counted in \`bot_clicks\`; ${CLICK_RATE_RULE}. A key can send 120 analytics requests a minute, over all operations of this group.`,
    ...common,
  }).run(QueryLinkAnalytics, LinkAnalytics, queryAnalytics),
});

export const analyticsExport = read('GET /links/analytics/export', 'Export click statistics', {
  description: 'Returns the rows of `GET /links/analytics` as CSV.',
  ...common,
  raw: {
    'text/csv': 'country,label,clicks,unique_clicks,bot_clicks,share\r\nDE,Germany,640,455,0,0.5316\r\n',
  },
}).run(QueryLinkAnalytics, exportAnalytics);

export const linkCountProcedures = {
  get_analytics: read('GET /links/{link_id}/analytics', 'Count clicks of a link', {
    description: 'Counts the clicks of one link, with the options of `GET /links/analytics`.',
    ...common,
  }).run(QueryOneLinkAnalytics, LinkAnalytics, queryLinkAnalytics),

  list_daily_clicks: read('GET /links/daily-clicks', 'Get daily clicks', {
    description:
      'Returns the clicks by humans on each of the last UTC days, for up to 100 links. Use it for small charts in a list of links.',
  }).run(QueryDailyClicks, DailyClicks, dailyClicks),
};
