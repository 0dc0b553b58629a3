import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { CreateDomain, LinkDomain } from '../../../shared/links/domains';
import { audit, lockWorkspace } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { emit } from '../../events/emit';
import { requireQuota } from '../../limits/quota';
import { base62Token } from '../../secrets/tokens';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';
import { linkSettingsOf } from '../settings/service';
import { findRivals } from '../system/domains';
import { grantedDomains } from './find';
import { isTrusted, requireHostname } from './hostname';
import { domainTarget, presentDomain } from './present';
import { urlsOf } from './urls';

export const MAX_DOMAINS = 50;
const TOKEN_LENGTH = 32;

export const countDomains = (db: ScopedDb): Promise<number> => db.count(linkDomains);

/**
 * Throws 403 to a restricted key, 409 when another workspace has verified the host, 422 for an invalid host or above
 * the quota.
 */
export async function createDomain(ctx: LinksContext, input: CreateDomain): Promise<LinkDomain> {
  requireWide(ctx);
  const hostname = requireHostname(ctx.config, input.hostname);
  const trusted = isTrusted(ctx.config, hostname);
  const { allowPrivateTargets } = await linkSettingsOf(ctx, ctx.store);
  const urls = await urlsOf(ctx, input, allowPrivateTargets);

  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    const advice = 'Delete a domain that you no longer use.';
    requireQuota(await countDomains(tx), { limit: MAX_DOMAINS, of: 'domains', advice });
    if ((await findRivals(tx.store, { workspaceId: ctx.workspaceId, hostname })) === 'verified') throw hostTaken();

    const now = ctx.now();
    const added = {
      id: newId(ID_PREFIXES.domain),
      hostname,
      status: trusted ? ('active' as const) : ('pending' as const),
      verifiedAt: trusted ? now : null,
      token: base62Token(TOKEN_LENGTH),
      disabled: input.disabled ?? false,
      caseSensitive: input.case_sensitive ?? false,
      defaultRedirectStatus: input.default_redirect_status ?? 302,
      ...urls,
      createdAt: now,
      updatedAt: now,
    };
    // Another workspace has verified the host meanwhile, or this one has it already.
    const [row] = await tx.upsert(linkDomains, [added]);
    if (!row) throw hostTaken();

    const domain = await presentDomain(ctx, tx, row);
    await invalidateRedirects(ctx, tx.store, [{ domainId: row.id, slugKey: null }]);
    await audit(ctx, tx, 'link.domain.created', domainTarget(row));
    await emit(ctx, tx, [{ type: 'link.domain.created', data: domain }]);
    return domain;
  });
}

/** Throws 403. */
function requireWide(ctx: LinksContext): void {
  if (!grantedDomains(ctx)) return;
  throw new ApiError(
    'grant_exceeds_caller',
    'This key is limited to certain domains by `resources.link_domains`, so it cannot add domains. Use a key without this limit.',
  );
}

export const hostTaken = (): ApiError =>
  fieldError('conflict', '/hostname', 'duplicate', 'This host is already a link domain.');
