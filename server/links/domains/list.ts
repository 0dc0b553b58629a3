import { type DomainId, type LinkDomain, type ListDomains, SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { Page } from '../../../shared/page';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, firstOrNotFound } from '../../errors';
import { openPage, pageInMemory } from '../../paging';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';
import { type DomainRow, mayUseDomain } from './find';
import { presentDomains } from './present';

/** Sorted in memory, since a workspace has few domains. */
export async function listDomains(ctx: LinksContext, input: ListDomains): Promise<Page<LinkDomain>> {
  const page = openPage(ctx.workspaceId, 'domains', input);
  const domains = (await visibleDomains(ctx)).filter((domain) => matchesFilters(domain, input));
  return pageInMemory(
    page,
    domains,
    input.sort.startsWith('-') ? 'desc' : 'asc',
    ({ id, hostname }) => (input.sort.endsWith('hostname') ? hostname : id),
    (shown) => shown,
  );
}

async function visibleDomains(ctx: LinksContext): Promise<LinkDomain[]> {
  const rows = (await ctx.db.select(linkDomains)).filter(({ id }) => mayUseDomain(ctx, id));
  return presentDomains(ctx, rows, canSeeShared(ctx));
}

export async function getDomain(ctx: LinksContext, { domain_id }: DomainId): Promise<LinkDomain> {
  const isShared = domain_id === SHARED_DOMAIN_ID && canSeeShared(ctx);
  const rows = isShared ? [] : [await requireDomain(ctx, ctx.db, domain_id)];
  return firstOrNotFound(await presentDomains(ctx, rows, isShared));
}

/** Throws 404, and 409 `invalid_state` for the shared domain, which cannot be changed. */
export async function requireDomain(ctx: LinksContext, db: ScopedDb, id: string, lock = false): Promise<DomainRow> {
  if (!mayUseDomain(ctx, id)) throw new ApiError('not_found');
  if (id === SHARED_DOMAIN_ID && canSeeShared(ctx)) {
    throw new ApiError('invalid_state', 'The shared domain can only be changed by the operator of this installation.');
  }
  return db.require(linkDomains, id, { lock });
}

const canSeeShared = (ctx: LinksContext): boolean => ctx.config.sharedLinkDomain && mayUseDomain(ctx, SHARED_DOMAIN_ID);

function matchesFilters({ status, hostname }: LinkDomain, filters: Omit<ListDomains, 'limit' | 'cursor'>): boolean {
  if (filters.status && !filters.status.includes(status)) return false;
  return filters.q === undefined || hostname.includes(filters.q.toLowerCase());
}
