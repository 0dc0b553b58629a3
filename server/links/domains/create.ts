import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { CreateDomain, LinkDomain } from '../../../shared/links/domains';
import { audit } from '../../access/audit/write';
import { lockWorkspace } from '../../access/system/workspaces';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { emit } from '../../events/emit';
import { base62Token } from '../../secrets/tokens';
import { redirectAnew } from '../changes';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';
import { linkSettingsOf } from '../settings/service';
import { findRivals, insertDomain } from '../system/domains';
import { narrowedTo } from './find';
import { isTrusted, requireHostname } from './hostname';
import { domainTarget, presentDomain } from './present';
import { urlsOf } from './urls';

export const MAX_DOMAINS = 50;
const TOKEN_LENGTH = 32;

export const countDomains = (db: ScopedDb): Promise<number> => db.count(linkDomains);

/**
 * Adds a host, which serves links once it is verified; trusted ones at once. Throws 403 to a key for named domains, 409
 * when somebody has it, 422 above the number of domains or for a host that cannot be one.
 */
export async function createDomain(ctx: LinksContext, input: CreateDomain): Promise<LinkDomain> {
  requireWide(ctx);
  const hostname = requireHostname(ctx.config, input.hostname);
  const trusted = isTrusted(ctx.config, hostname);
  const { allowPrivateTargets } = await linkSettingsOf(ctx, ctx.store);
  const urls = await urlsOf(ctx, input, allowPrivateTargets);

  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    if ((await countDomains(tx)) >= MAX_DOMAINS) {
      throw new ApiError(
        'unprocessable',
        `A workspace can have at most ${MAX_DOMAINS} domains. Delete a domain that you no longer use.`,
      );
    }
    if ((await findRivals(tx.store, { workspaceId: ctx.workspaceId, hostname })) === 'verified') throw hostTaken();

    const now = ctx.now();
    const row = await insertDomain(tx.store, {
      id: newId(ID_PREFIXES.domain),
      workspaceId: ctx.workspaceId,
      hostname,
      status: trusted ? 'active' : 'pending',
      verifiedAt: trusted ? now : null,
      token: base62Token(TOKEN_LENGTH),
      disabled: input.disabled ?? false,
      caseSensitive: input.case_sensitive ?? false,
      defaultRedirectStatus: input.default_redirect_status ?? 302,
      ...urls,
      createdAt: now,
      updatedAt: now,
    });
    if (!row) throw hostTaken();

    const domain = await presentDomain(ctx, tx, row);
    await redirectAnew(ctx, tx.store, [{ domainId: row.id, slugKey: null }]);
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'link.domain.created',
      target: domainTarget(row),
    });
    await emit(ctx, tx.store, ctx.workspaceId, [{ type: 'link.domain.created', data: domain }]);
    return domain;
  });
}

/** What a key is narrowed to is all that it has of that kind. Throws 403. */
function requireWide(ctx: LinksContext): void {
  if (!narrowedTo(ctx)) return;
  throw new ApiError(
    'grant_exceeds_caller',
    'This key is limited to certain domains by `resources.link_domains`, so it cannot add domains. Use a key without this limit.',
  );
}

export const hostTaken = (): ApiError =>
  fieldError('conflict', '/hostname', 'duplicate', 'This host is already a link domain.');
