import { SHARED_DOMAIN_ID } from '../../shared/links/domains';
import type { Store } from '../db/database';
import type { LinksRequest } from './context';
import { domainIdsOf } from './queries/domains';
import type { LinkAddress } from './system/changes';

/** Invalidates this process before the answer and others within a second. Call it in the transaction of the change. */
export async function invalidateRedirects(
  ctx: Pick<LinksRequest, 'redirects' | 'now'>,
  tx: Store,
  addresses: readonly LinkAddress[],
): Promise<void> {
  if (addresses.length === 0) return;
  await ctx.redirects.recordChanges(tx, addresses, ctx.now());
  tx.afterCommit(() => {
    for (const [domainId, changed] of Map.groupBy(addresses, (address) => address.domainId)) {
      const slugKeys = changed.flatMap(({ slugKey }) => slugKey ?? []);
      if (slugKeys.length < changed.length) ctx.redirects.forgetDomain(domainId);
      else ctx.redirects.forget(domainId, slugKeys);
    }
  });
}

export async function invalidateWorkspaceRedirects(
  ctx: Pick<LinksRequest, 'redirects' | 'now'>,
  tx: Store,
  workspaceId: string,
): Promise<void> {
  const domains = [SHARED_DOMAIN_ID, ...(await domainIdsOf(tx, workspaceId))];
  const addresses = domains.map((domainId) => ({ domainId, slugKey: null }));
  await invalidateRedirects(ctx, tx, addresses);
}
