import { DAY_MS } from '../../../shared/durations';
import { CLICK_DIMENSIONS, type QueryLinkAnalytics } from '../../../shared/links/analytics';
import { tagKey } from '../../../shared/links/tags';
import { workspaceCreatedAt } from '../../access';
import type { Filter, Question } from '../clicks/analytics/question';
import { previousOf, analyticsRange } from '../clicks/analytics/range';
import type { LinksContext } from '../context';
import { grantedDomains } from '../domains/find';
import { visibleLinkIds } from '../links/find';
import { linkSettingsOf } from '../settings/service';
import { findTags } from '../tags/rules';

/** Questions within this time share one answer. */
const STEP_MS = 5000;

/** Throws 422. */
export async function questionOf(ctx: LinksContext, input: QueryLinkAnalytics): Promise<Question> {
  const now = Math.ceil(ctx.now().getTime() / STEP_MS) * STEP_MS;
  const range = analyticsRange(input, now, await workspaceCreatedAt(ctx.store, ctx.workspaceId));
  const { clickRetentionDays } = await linkSettingsOf(ctx, ctx.store);
  return {
    workspaceId: ctx.workspaceId,
    range,
    previous: input.compare === 'previous' ? previousOf(range) : null,
    groupBy: input.group_by,
    bots: input.bots,
    limit: input.limit,
    domainIds: visibleDomainIds(ctx, input.domain_id),
    linkIds: await visibleLinkIds(ctx, input.link_ids),
    filters: await filtersOf(ctx, input),
    now,
    rawSince: now - clickRetentionDays * DAY_MS,
  };
}

/** Null means all domains; a restricted key never gets more than its own. */
export function visibleDomainIds(ctx: LinksContext, values: readonly string[] | undefined): string[] | null {
  const narrowed = grantedDomains(ctx);
  if (values === undefined) return narrowed ? [...narrowed] : null;
  return narrowed ? values.filter((id) => narrowed.includes(id)) : [...values];
}

async function filtersOf(ctx: LinksContext, input: QueryLinkAnalytics): Promise<Filter[]> {
  const filters: Filter[] = [];
  for (const dimension of CLICK_DIMENSIONS) {
    const values = input[dimension];
    if (values && values.length > 0) filters.push(filterOf(dimension, values));
  }
  if (input.tag && input.tag.length > 0) {
    const { values, ...filter } = filterOf('tag', input.tag);
    const tags = await findTags(ctx.db, values.map(tagKey));
    filters.push({ ...filter, values: [...tags.values()].map(({ id }) => id) });
  }
  return filters;
}

function filterOf(dimension: Filter['dimension'], given: readonly string[]): Filter {
  const isExcluded = given[0]?.startsWith('!') ?? false;
  const values = given.map((value, index) => (isExcluded && index === 0 ? value.slice(1) : value));
  return { dimension, values, isExcluded };
}
