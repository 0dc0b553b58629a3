import { DAY_MS } from '../../../shared/durations';
import type {
  ClickCounts,
  DailyClicks,
  LinkAnalytics,
  QueryDailyClicks,
  QueryLinkAnalytics,
  QueryOneLinkAnalytics,
} from '../../../shared/links/analytics';
import { chargeAnalytics } from '../../limits/charge';
import { type AnalyticsAnswer, type Counts, weightOf } from '../clicks/analytics/question';
import type { Counted } from '../clicks/analytics/reader';
import type { LinksContext } from '../context';
import { findLinks, requireLink } from '../links/find';
import { labelsOf } from './labels';
import { questionOf } from './question';

/** Throws 422 for an invalid range, 429 above 120 questions a minute per key. */
export async function queryAnalytics(ctx: LinksContext, input: QueryLinkAnalytics): Promise<LinkAnalytics> {
  chargeAnalytics(ctx);
  const question = await questionOf(ctx, input);
  return present(ctx, input, await ctx.analyst.count('analytics', question));
}

export async function queryLinkAnalytics(
  ctx: LinksContext,
  { link_id, ...input }: QueryOneLinkAnalytics,
): Promise<LinkAnalytics> {
  await requireLink(ctx, ctx.db, link_id);
  return queryAnalytics(ctx, { ...input, link_ids: [link_id] });
}

export async function dailyClicks(ctx: LinksContext, input: QueryDailyClicks): Promise<DailyClicks> {
  chargeAnalytics(ctx);
  const known = await findLinks(ctx, ctx.db, input.link_ids);
  const linkIds = [...new Set(input.link_ids)].filter((id) => known.has(id));
  const lastDay = Math.floor(ctx.now().getTime() / DAY_MS);
  const firstDay = lastDay - input.days + 1;
  const { workspaceId } = ctx;
  const { answer: days, asOf } = await ctx.analyst.count('daily', { workspaceId, linkIds, firstDay, lastDay });
  return {
    from: timeText(firstDay * DAY_MS),
    data: linkIds.map((id) => ({ link_id: id, clicks: days[id] ?? [] })),
    as_of: timeText(asOf),
  };
}

async function present(
  ctx: LinksContext,
  { group_by, bots }: Pick<QueryLinkAnalytics, 'group_by' | 'bots'>,
  { answer, asOf }: Counted<AnalyticsAnswer>,
): Promise<LinkAnalytics> {
  const labelOf = await labelsOf(
    ctx,
    group_by,
    answer.rows.map(({ key }) => key),
  );
  const ranked = group_by === 'bot_reason' ? 'only' : bots;
  const whole = weightOf(answer.totals, ranked);
  const { range } = answer;
  return {
    range: {
      from: timeText(range.from),
      to: timeText(Math.min(range.to, ctx.now().getTime())),
      timezone: range.timezone,
      granularity: range.granularity,
    },
    totals: countsOf(answer.totals),
    previous: answer.previous && countsOf(answer.previous),
    rows: answer.rows.map(({ key, counts }) => ({
      key,
      label: labelOf(key),
      ...countsOf(counts),
      // A click counts for each tag of its link, so the parts may exceed the whole.
      share: whole === 0 ? 0 : Math.min(1, Math.round((weightOf(counts, ranked) / whole) * 1e4) / 1e4),
    })),
    other: answer.other && countsOf(answer.other),
    as_of: timeText(asOf),
    approximate: answer.approximate,
  };
}

const timeText = (time: number): string => new Date(time).toISOString();

const countsOf = ([clicks, unique, bots]: Counts): ClickCounts => ({
  clicks,
  unique_clicks: unique,
  bot_clicks: bots,
});
