import { eq, sql } from 'drizzle-orm';

import type {
  BlockedLink,
  BlockLink,
  InstanceLink,
  ListBlockedLinks,
  UnblockLink,
} from '../../../shared/links/instance';
import { slugKeyOf } from '../../../shared/links/slugs';
import type { Page } from '../../../shared/page';
import { auditInstance, requireStepUp } from '../../access';
import { scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { openPage } from '../../paging';
import { invalidateRedirects } from '../changes';
import type { LinksSession } from '../context';
import { type LinkDomainInfo, linkDomainInfoOf, sharedDomainInfo } from '../domains/find';
import { clickStatsOf } from '../links/click-stats';
import { parseShortUrl } from '../links/lookup';
import { presentLinks, shortUrlOf } from '../links/present';
import { links, type LinkRow } from '../schema/links';
import { findLinkAt, listLinksBlockedByHand } from '../system/instance';
import { findLinkDomain } from '../system/links';

export async function listBlockedLinks(
  ctx: LinksSession,
  { limit, cursor }: ListBlockedLinks,
): Promise<Page<BlockedLink>> {
  const page = openPage('instance', 'desc', { limit, cursor, list: 'blocked links' });
  const rows = await listLinksBlockedByHand(ctx.store, { after: page.after, limit: page.maxRows });
  return page.answer(rows, 'id', (blocked) =>
    blocked.map(({ id, workspaceId, workspaceName, slug, blockedAt, blockedNote, domain }) => ({
      id,
      workspace_id: workspaceId,
      workspace_name: workspaceName,
      short_url: shortUrlOf(domain ? linkDomainInfoOf(ctx, domain) : sharedDomainInfo(ctx), slug),
      reason: blockedNote,
      blocked_at: (blockedAt ?? ctx.now()).toISOString(),
    })),
  );
}

interface BlockTarget {
  row: LinkRow;
  domainInfo: LinkDomainInfo;
}

/** Throws 403, 404. */
export async function blockLink(ctx: LinksSession, { short_url, reason }: BlockLink): Promise<InstanceLink> {
  requireStepUp(ctx);
  const { row, domainInfo } = await requireLinkAt(ctx, short_url);
  const inner = { ...ctx, workspaceId: row.workspaceId };
  const clickStats = await clickStatsOf(inner, [row]);

  return scoped(ctx.store, row.workspaceId).transaction(async (tx) => {
    const before = await tx.require(links, row.id, { lock: true });
    if (before.blockedReason === 'operator') return present({ row: before, domainInfo });
    const [after = before] = await tx.update(links, eq(links.id, row.id), {
      blockedAt: ctx.now(),
      blockedReason: 'operator',
      blockedNote: reason,
      version: sql`${links.version} + 1`,
    });
    await invalidateRedirects(ctx, tx.store, [after]);
    const link = present({ row: after, domainInfo });
    await auditInstance(ctx, tx.store, { action: 'instance.link_blocked', target: target(link), changes: { reason } });
    if (before.blockedAt === null) {
      const presented = await presentLinks(inner, tx, [after], clickStats);
      await emit(
        ctx,
        tx,
        presented.map((data) => ({ type: 'link.blocked' as const, data })),
      );
    }
    return link;
  });
}

/** Throws 403, 404, 409 `invalid_state` while a list contains its host. */
export async function unblockLink(ctx: LinksSession, { short_url }: UnblockLink): Promise<InstanceLink> {
  requireStepUp(ctx);
  const { row, domainInfo } = await requireLinkAt(ctx, short_url);

  return scoped(ctx.store, row.workspaceId).transaction(async (tx) => {
    const before = await tx.require(links, row.id, { lock: true });
    if (before.blockedAt === null) return present({ row: before, domainInfo });
    if (before.blockedReason === 'list' || ctx.linkBlocklist.has(before.urlHost)) {
      throw new ApiError(
        'invalid_state',
        'The host of the link is on a list of blocked hosts. Remove the host from the list first.',
      );
    }
    const [after = before] = await tx.update(links, eq(links.id, row.id), {
      blockedAt: null,
      blockedReason: null,
      blockedNote: null,
      version: sql`${links.version} + 1`,
    });
    await invalidateRedirects(ctx, tx.store, [after]);
    const link = present({ row: after, domainInfo });
    const changes = { reason: before.blockedNote };
    await auditInstance(ctx, tx.store, { action: 'instance.link_unblocked', target: target(link), changes });
    return link;
  });
}

async function requireLinkAt(ctx: LinksSession, shortUrl: string): Promise<BlockTarget> {
  const { domain, slug } = parseShortUrl(shortUrl);
  const domainInfo = await domainAt(ctx, domain);
  const row = domainInfo && (await findLinkAt(ctx.store, domainInfo.id, slugKeyOf(slug, domainInfo.caseSensitive)));
  if (!domainInfo || !row) throw new ApiError('not_found', 'There is no link with this address.');
  return { row, domainInfo };
}

/** The shared domain also answers at the address of the console. */
async function domainAt(ctx: LinksSession, host: string): Promise<LinkDomainInfo | undefined> {
  const shared = sharedDomainInfo(ctx);
  if (host === shared.hostname || host === new URL(ctx.config.baseUrl).host) return shared;
  const row = await findLinkDomain(ctx.store, [host]);
  return row && linkDomainInfoOf(ctx, row);
}

const present = ({ row, domainInfo }: BlockTarget): InstanceLink => ({
  id: row.id,
  workspace_id: row.workspaceId,
  short_url: shortUrlOf(domainInfo, row.slug),
  blocked: row.blockedAt !== null,
  reason: row.blockedNote,
});

const target = ({ id, short_url: label }: InstanceLink) => ({ type: 'link', id, label });
