import { inArray } from 'drizzle-orm';

import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { LinksContext } from '../context';
import { sharedDomainInfo } from '../domains/find';
import { linkDomains, type ImportRow } from '../schema/links';
import type { Line } from './decode';

/** Replaces hosts by domain ids; the domain of the import takes precedence. */
export async function withDomains(ctx: LinksContext, { domainId }: ImportRow, lines: readonly Line[]): Promise<Line[]> {
  const hosts = new Set(lines.flatMap(({ row }) => (row.ok && row.domain ? [row.domain.toLowerCase()] : [])));
  const ids = domainId === null && hosts.size > 0 ? await findDomains(ctx, [...hosts]) : new Map<string, string>();

  return lines.map((line): Line => {
    const { row } = line;
    if (!row.ok) return line;
    if (domainId !== null) return { ...line, row: { ...row, link: { ...row.link, domain_id: domainId } } };
    if (!row.domain || row.link.domain_id !== undefined) return line;
    const id = ids.get(row.domain.toLowerCase());
    if (id !== undefined) return { ...line, row: { ...row, link: { ...row.link, domain_id: id } } };
    const message = 'The domain does not exist in this workspace.';
    return { ...line, row: { ok: false, issues: [{ code: 'related_not_found', field: 'domain', message }] } };
  });
}

async function findDomains(ctx: LinksContext, hosts: string[]): Promise<Map<string, string>> {
  const rows = await ctx.db.select(linkDomains, { where: inArray(linkDomains.hostname, hosts) });
  const own = rows.map(({ hostname, id }): [string, string] => [hostname, id]);
  return new Map([[sharedDomainInfo(ctx).hostname, SHARED_DOMAIN_ID], ...own]);
}
