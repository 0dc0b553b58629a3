import { isIP } from 'node:net';

import { and, eq, inArray } from 'drizzle-orm';

import { LinkDomain, SHARED_DOMAIN_ID, VERIFICATION_PATH } from '../../../shared/links/domains';
import { given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { isLoopbackHost } from '../../limits/client-address';
import { presentAs } from '../../present-as';
import type { LinksContext } from '../context';
import { countDomainLinks } from '../queries/domains';
import { links } from '../schema/links';
import { linkSettingsOf } from '../settings/service';
import { type DomainRow, grantedDomains, sharedDomainInfo } from './find';

type Context = Pick<LinksContext, 'actor' | 'config' | 'workspaceId'>;

interface DomainStats {
  counts: Readonly<Record<string, number>>;
  targets: readonly string[];
}

/** Counts in the Worker, since a domain can have a million links. Call it outside transactions. */
export async function presentDomains(
  ctx: LinksContext,
  rows: readonly DomainRow[],
  withShared: boolean,
): Promise<LinkDomain[]> {
  const ids = rows.map(({ id }) => id);
  const stats = await ctx.analyst.ask('domain_links', {
    workspaceId: ctx.workspaceId,
    domainIds: withShared ? [SHARED_DOMAIN_ID, ...ids] : ids,
    hosts: rows.map(({ hostname }) => withoutPort(hostname)),
    within: grantedDomains(ctx) ?? null,
  });
  const { defaultDomainId } = await linkSettingsOf(ctx, ctx.store);
  const own = rows.map((row) => present(ctx, row, defaultDomainId, stats));
  return withShared ? [presentShared(ctx, defaultDomainId, stats), ...own] : own;
}

export async function presentDomain(ctx: Context, db: ScopedDb, row: DomainRow): Promise<LinkDomain> {
  const { defaultDomainId } = await linkSettingsOf(ctx, db.store);
  const host = withoutPort(row.hostname);
  const within = given(grantedDomains(ctx), (ids) => inArray(links.domainId, [...ids]));
  const leading = await db.select(links, { where: and(eq(links.urlHost, host), within), limit: 1 });
  const counts = { [row.id]: await countDomainLinks(db.store, row) };
  return present(ctx, row, defaultDomainId, { counts, targets: leading.length > 0 ? [host] : [] });
}

const present = (
  ctx: Context,
  row: DomainRow,
  defaultDomainId: string | null,
  { counts, targets }: DomainStats,
): LinkDomain =>
  presentAs(LinkDomain, row, {
    shared: false,
    is_default: row.id === defaultDomainId,
    status: row.disabled || row.blockedAt ? 'disabled' : row.status,
    verification: verificationOf(ctx, row),
    links_count: counts[row.id] ?? 0,
    warnings: targets.includes(withoutPort(row.hostname))
      ? ['Links on other domains lead to this host, which would create a redirect loop.']
      : [],
  });

function presentShared(ctx: Context, defaultDomainId: string | null, { counts }: DomainStats): LinkDomain {
  const { hostname, defaultRedirectStatus } = sharedDomainInfo(ctx);
  return {
    id: SHARED_DOMAIN_ID,
    hostname,
    shared: true,
    is_default: defaultDomainId === SHARED_DOMAIN_ID,
    status: 'active',
    disabled: false,
    verification: null,
    case_sensitive: false,
    root_url: null,
    not_found_url: null,
    expired_url: null,
    default_redirect_status: defaultRedirectStatus,
    links_count: counts[SHARED_DOMAIN_ID] ?? 0,
    last_error: null,
    warnings: [],
    created_at: null,
    updated_at: null,
    version: 1,
  };
}

export const withoutPort = (hostname: string): string => hostname.replace(/:\d+$/, '');

function verificationOf({ config }: Context, { hostname, token }: DomainRow): LinkDomain['verification'] {
  const name = withoutPort(hostname);
  return {
    records: [
      { type: 'TXT', name: `_switchboard.${name}`, value: `sb-verify=${token}` },
      ...routingRecords(name, new URL(config.linksBaseUrl)),
    ],
    path: VERIFICATION_PATH + token,
  };
}

type DnsRecord = NonNullable<LinkDomain['verification']>['records'][number];

/** None while only the machine itself reaches this installation. A CNAME leads to a name, never to an address. */
function routingRecords(name: string, { host, hostname }: URL): DnsRecord[] {
  if (isLoopbackHost(host)) return [];
  const value = hostname.replace(/^\[(.+)\]$/, '$1');
  const version = isIP(value);
  return [{ type: version === 4 ? 'A' : version === 6 ? 'AAAA' : 'CNAME', name, value }];
}

export const domainTarget = ({ id, hostname }: DomainRow) => ({ type: 'link_domain', id, label: hostname });
