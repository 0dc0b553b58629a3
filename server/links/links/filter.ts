import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';

import type { LinkFilters } from '../../../shared/links/inputs';
import type { LinkStatus } from '../../../shared/links/links';
import { tagKey } from '../../../shared/links/tags';
import { parseLinkTarget } from '../../../shared/links/targets';
import { contains, given } from '../../db/match';
import type { LinksContext } from '../context';
import { grantedDomains } from '../domains/find';
import { links, linkTagLinks, linkTags } from '../schema/links';
import { urlHash } from './validation/columns';

export function linksWhere(
  ctx: Pick<LinksContext, 'actor' | 'now' | 'workspaceId'>,
  filters: LinkFilters,
): SQL | undefined {
  const now = ctx.now();
  return and(
    given(grantedDomains(ctx), (ids) => inArray(links.domainId, [...ids])),
    given(filters.domain_id, (ids) => inArray(links.domainId, ids)),
    given(filters.q, (part) => contains(links.search, part.toLowerCase())),
    given(filters.tag, (names) => hasTag(ctx.workspaceId, names)),
    given(filters.status, (statuses) => or(...statuses.map((status) => hasStatus(status, now)))),
    filters.archived === 'any' ? undefined : eq(links.archived, filters.archived === 'true'),
    given(filters.external_id, (id) => eq(links.externalId, id)),
    given(filters.url, hasUrl),
    given(filters.publication_id, (id) => eq(links.publicationId, id)),
    given(filters.created_after, (time) => gt(links.createdAt, new Date(time))),
    given(filters.created_before, (time) => lt(links.createdAt, new Date(time))),
  );
}

/** A join would return a link with two matching tags twice. */
export const hasTag = (workspaceId: string, names: readonly string[]): SQL =>
  sql`${links.id} in (select ${linkTagLinks.linkId} from ${linkTagLinks}
    inner join ${linkTags} on ${linkTags.id} = ${linkTagLinks.tagId}
    where ${and(eq(linkTags.workspaceId, workspaceId), inArray(linkTags.nameKey, names.map(tagKey)))})`;

function hasUrl(text: string): SQL | undefined {
  const target = parseLinkTarget(text);
  const url = target.ok ? target.url.href : '';
  return and(eq(links.urlHash, urlHash(url)), eq(links.url, url));
}

/** Must agree with `statusOf`: the first condition that holds. */
function hasStatus(status: LinkStatus, now: Date): SQL | undefined {
  const blocked = isNotNull(links.blockedAt);
  const scheduled = gt(links.startsAt, now);
  const expired = lte(links.expiresAt, now);
  const open = and(isNull(links.blockedAt), eq(links.disabled, false));
  const begun = and(open, or(isNull(links.startsAt), lte(links.startsAt, now)));
  const running = and(begun, or(isNull(links.expiresAt), gt(links.expiresAt, now)));
  switch (status) {
    case 'blocked':
      return blocked;
    case 'disabled':
      return and(isNull(links.blockedAt), eq(links.disabled, true));
    case 'scheduled':
      return and(open, scheduled);
    case 'expired':
      return and(begun, expired);
    case 'limit_reached':
      return and(running, isNotNull(links.limitReachedAt));
    case 'active':
      return and(running, isNull(links.limitReachedAt));
    default:
      return status satisfies never;
  }
}
