import { CLICK_DIMENSIONS, type QueryLinkAnalytics } from '../../../shared/links/analytics';
import { tagKey } from '../../../shared/links/tags';
import { workspaceCreatedAt } from '../../access/system/workspaces';
import type { Filter, Question } from '../clicks/analytics/question';
import { previousOf, rangeOf } from '../clicks/analytics/range';
import type { LinksContext } from '../context';
import { narrowedTo } from '../domains/find';
import { findLinks } from '../links/find';
import { linkSettingsOf } from '../settings/service';
import { findTags } from '../tags/rules';

const DAY_MS = 86_400_000;
/** Questions asked within so many milliseconds are the same question. */
const STEP_MS = 5000;

/** What is asked, as far as the caller may know it: ids that are not there for them match nothing. Throws 422. */
export async function questionOf(ctx: LinksContext, input: QueryLinkAnalytics): Promise<Question> {
  const now = Math.ceil(ctx.now().getTime() / STEP_MS) * STEP_MS;
  const range = rangeOf(input, now, await workspaceCreatedAt(ctx.store, ctx.workspaceId));
  const { rawClickDays } = await linkSettingsOf(ctx, ctx.store);
  return {
    workspaceId: ctx.workspaceId,
    range,
    previous: input.compare === 'previous' ? previousOf(range) : null,
    groupBy: input.group_by,
    bots: input.bots,
    limit: input.limit,
    domainIds: domainsOf(ctx, input.domain_id),
    linkIds: input.link_ids === undefined ? null : [...(await findLinks(ctx, ctx.db, input.link_ids)).keys()],
    filters: await filtersOf(ctx, input),
    now,
    rawSince: now - rawClickDays * DAY_MS,
  };
}

/** Null for all; of a narrowed key never more than its own. */
export function domainsOf(ctx: LinksContext, asked: readonly string[] | undefined): string[] | null {
  const narrowed = narrowedTo(ctx);
  if (asked === undefined) return narrowed ? [...narrowed] : null;
  return narrowed ? asked.filter((id) => narrowed.includes(id)) : [...asked];
}

async function filtersOf(ctx: LinksContext, input: QueryLinkAnalytics): Promise<Filter[]> {
  const filters: Filter[] = [];
  for (const dimension of CLICK_DIMENSIONS) {
    const asked = input[dimension];
    if (asked && asked.length > 0) filters.push(filterOf(dimension, asked));
  }
  if (input.tag && input.tag.length > 0) {
    const { values, ...filter } = filterOf('tag', input.tag);
    const tags = await findTags(ctx.db, values.map(tagKey));
    filters.push({ ...filter, values: [...tags.values()].map(({ id }) => id) });
  }
  return filters;
}

/** `!` in front of the first value takes all of them out. */
function filterOf(dimension: Filter['dimension'], asked: readonly string[]): Filter {
  const isExcluded = asked[0]?.startsWith('!') ?? false;
  const values = asked.map((value, index) => (isExcluded && index === 0 ? value.slice(1) : value));
  return { dimension, values, isExcluded };
}
