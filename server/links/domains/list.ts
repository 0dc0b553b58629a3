import { type DomainId, type LinkDomain, type ListDomains, SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { Page } from '../../../shared/page';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { readCursor, sealOf, writeCursor } from '../../paging';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';
import { type DomainRow, reachesDomain } from './find';
import { presentDomains } from './present';

/** A page of the domains that the caller reaches: a workspace has few, so they are chosen and put in order here. */
export async function listDomains(ctx: LinksContext, input: ListDomains): Promise<Page<LinkDomain>> {
  const { limit, cursor, ...filters } = input;
  const seal = sealOf(ctx.workspaceId, filters.sort, filters);
  const after = cursor === undefined ? undefined : readCursor(cursor, seal);
  const isDown = filters.sort.startsWith('-');
  const placeOf = ({ id, hostname }: LinkDomain): string => (filters.sort.endsWith('hostname') ? hostname : id);

  const domains = (await domainsOf(ctx))
    .filter((domain) => isAsked(domain, filters))
    .map((domain) => ({ domain, place: placeOf(domain) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1) * (isDown ? -1 : 1))
    .filter(({ place }) => after === undefined || (isDown ? place < after : place > after));

  const page = domains.slice(0, limit);
  const last = domains.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(({ domain }) => domain),
    has_more: last !== undefined,
    next_cursor: last ? writeCursor(last.place, seal) : null,
  };
}

async function domainsOf(ctx: LinksContext): Promise<LinkDomain[]> {
  const rows = (await ctx.db.select(linkDomains)).filter(({ id }) => reachesDomain(ctx, id));
  return presentDomains(ctx, rows, showsShared(ctx));
}

export async function getDomain(ctx: LinksContext, { domain_id }: DomainId): Promise<LinkDomain> {
  const isShared = domain_id === SHARED_DOMAIN_ID && showsShared(ctx);
  const rows = isShared ? [] : [await requireDomain(ctx, ctx.db, domain_id)];
  const [domain] = await presentDomains(ctx, rows, isShared);
  if (!domain) throw new ApiError('not_found');
  return domain;
}

/** The domain, else 404. Throws 409 `invalid_state` for the shared one, which nobody changes. */
export async function requireDomain(ctx: LinksContext, db: ScopedDb, id: string, lock = false): Promise<DomainRow> {
  if (!reachesDomain(ctx, id)) throw new ApiError('not_found');
  if (id === SHARED_DOMAIN_ID && showsShared(ctx)) {
    throw new ApiError('invalid_state', 'The shared domain can only be changed by the operator of this installation.');
  }
  return db.require(linkDomains, id, { lock });
}

const showsShared = (ctx: LinksContext): boolean => ctx.config.sharedLinkDomain && reachesDomain(ctx, SHARED_DOMAIN_ID);

function isAsked({ status, hostname }: LinkDomain, asked: Omit<ListDomains, 'limit' | 'cursor'>): boolean {
  if (asked.status && !asked.status.includes(status)) return false;
  return asked.q === undefined || hostname.includes(asked.q.toLowerCase());
}
