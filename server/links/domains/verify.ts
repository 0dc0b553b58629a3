import { eq } from 'drizzle-orm';

import type { DomainId, LinkDomain } from '../../../shared/links/domains';
import { audit } from '../../access';
import { duplicateIn } from '../../db/faults';
import { emit } from '../../events/emit';
import { requireRate } from '../../limits/charge';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';
import { findRivals } from '../system/domains';
import { hostTaken } from './create';
import type { DomainRow } from './find';
import { requireDomain } from './list';
import { domainTarget, presentDomain } from './present';
import { missingProof, PROOF_MS } from './proof';

/** Throws 409 when another workspace proved the host first, 429 above ten calls a minute. */
export async function verifyDomain(ctx: LinksContext, { domain_id }: DomainId): Promise<LinkDomain> {
  const row = await requireDomain(ctx, ctx.db, domain_id);
  if (row.status !== 'pending') return presentDomain(ctx, ctx.db, row);
  requireRate(ctx.limits.chargeDomainCheck(row.id), 'A domain can be checked ten times a minute.');
  const rivals = await findRivals(ctx.store, row);
  if (rivals === 'verified') throw hostTaken();

  // The DNS and page checks may exceed the idle timeout of the connection.
  ctx.holdOpen?.((PROOF_MS / 1000) * 2);
  const missing = await missingProof(ctx, row, rivals === 'pending');
  try {
    return await settle(ctx, row.id, missing);
  } catch (error) {
    // Another workspace verified the host first.
    if (duplicateIn(error) !== undefined) throw hostTaken();
    throw error;
  }
}

function settle(ctx: LinksContext, id: string, missing: string | undefined): Promise<LinkDomain> {
  return ctx.db.transaction(async (tx) => {
    const before = await requireDomain(ctx, tx, id, true);
    if (before.status !== 'pending') return presentDomain(ctx, tx, before);
    const now = ctx.now();
    const change: Partial<DomainRow> =
      missing === undefined ? { status: 'active', verifiedAt: now, lastError: null } : { lastError: missing };
    const [row = before] = await tx.update(linkDomains, eq(linkDomains.id, id), {
      ...change,
      updatedAt: now,
      version: before.version + 1,
    });
    const domain = await presentDomain(ctx, tx, row);
    if (missing !== undefined) return domain;

    await invalidateRedirects(ctx, tx.store, [{ domainId: id, slugKey: null }]);
    await audit(ctx, tx, 'link.domain.verified', domainTarget(row));
    await emit(ctx, tx, [{ type: 'link.domain.verified', data: domain }]);
    return domain;
  });
}
