import { eq } from 'drizzle-orm';

import { type LinkDomain, SHARED_DOMAIN_ID, VERIFICATION_PATH } from '../../../../shared/link-domains';
import type { WorkspaceContext } from '../../../context';
import { links } from '../../../db/schema';
import type { ScopedDb } from '../../../db/scoped';
import { countDomainLinks } from '../../../db/unscoped/link-domains';
import { linkSettingsOf } from '../settings/service';
import { type DomainRow, sharedPlace } from './find';

type Context = Pick<WorkspaceContext, 'config' | 'workspaceId'>;

export async function presentDomains(ctx: Context, db: ScopedDb, rows: readonly DomainRow[]): Promise<LinkDomain[]> {
  const { defaultDomainId } = await linkSettingsOf(ctx, db.store);
  const counts = await countDomainLinks(
    db.store,
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      hostname: row.hostname,
      shared: false,
      is_default: row.id === defaultDomainId,
      status: row.disabled || row.blockedAt ? ('disabled' as const) : row.status,
      disabled: row.disabled,
      verification: verificationOf(ctx, row),
      case_sensitive: row.caseSensitive,
      root_url: row.rootUrl,
      not_found_url: row.notFoundUrl,
      expired_url: row.expiredUrl,
      default_redirect_status: row.defaultRedirectStatus,
      links_count: counts.get(row.id) ?? 0,
      last_error: row.lastError,
      warnings: await warningsOf(db, row),
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      version: row.version,
    })),
  );
}

export async function presentDomain(ctx: Context, db: ScopedDb, row: DomainRow): Promise<LinkDomain> {
  const [domain] = await presentDomains(ctx, db, [row]);
  if (!domain) throw new Error('A domain was presented as none.');
  return domain;
}

/** The domain of the installation, as this workspace sees it. */
export async function presentShared(ctx: Context, db: ScopedDb): Promise<LinkDomain> {
  const { hostname, defaultRedirectStatus } = sharedPlace(ctx);
  const { defaultDomainId } = await linkSettingsOf(ctx, db.store);
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
    links_count: await db.count(links, eq(links.domainId, SHARED_DOMAIN_ID)),
    last_error: null,
    warnings: [],
    created_at: null,
    updated_at: null,
    version: 1,
  };
}

export const bareName = (hostname: string): string => hostname.replace(/:\d+$/, '');

function verificationOf({ config }: Context, { hostname, token }: DomainRow): LinkDomain['verification'] {
  const name = bareName(hostname);
  return {
    records: [
      { type: 'TXT', name: `_switchboard.${name}`, value: `sb-verify=${token}` },
      { type: 'CNAME', name, value: new URL(config.linksBaseUrl).hostname },
    ],
    path: VERIFICATION_PATH + token,
  };
}

async function warningsOf(db: ScopedDb, { hostname }: DomainRow): Promise<string[]> {
  const count = await db.count(links, eq(links.urlHost, bareName(hostname)));
  if (count === 0) return [];
  return [`${count === 1 ? 'One link leads' : `${count} links lead`} to this host: visitors would go round in a loop.`];
}

export const domainTarget = ({ id, hostname }: DomainRow) => ({ type: 'link_domain', id, label: hostname });
