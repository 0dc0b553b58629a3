import { eq } from 'drizzle-orm';

import { VERIFICATION_PATH, type DomainId, type LinkDomain } from '../../../shared/links/domains';
import { audit } from '../../access';
import { duplicateIn } from '../../db/faults';
import { ATTEMPT_LIMITS } from '../../egress/egress';
import { WireError } from '../../egress/types';
import { emit } from '../../events/emit';
import { requireRate } from '../../limits/charge';
import { domainProof } from '../../secrets/domain-proof';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';
import { findOtherClaims } from '../system/domains';
import { hostTakenError } from './create';
import type { DomainRow } from './find';
import { requireDomain } from './list';
import { domainTarget, presentDomain, withoutPort } from './present';

/** Throws 409 when another workspace proved the host first, 429 above ten calls a minute. */
export async function verifyDomain(ctx: LinksContext, { domain_id }: DomainId): Promise<LinkDomain> {
  const row = await requireDomain(ctx, ctx.db, domain_id);
  if (row.status !== 'pending') return presentDomain(ctx, ctx.db, row);
  requireRate(ctx.limits.chargeDomainCheck(row.id), 'A domain can be checked ten times a minute.');
  const rivals = await findOtherClaims(ctx.store, row);
  if (rivals === 'verified') throw hostTakenError();

  // The DNS and page checks may exceed the idle timeout of the connection.
  ctx.holdOpen?.((PROOF_MS / 1000) * 2);
  const missing = await missingProof(ctx, row, rivals === 'pending');
  try {
    return await recordVerification(ctx, row.id, missing);
  } catch (error) {
    if (duplicateIn(error) !== undefined) throw hostTakenError();
    throw error;
  }
}

function recordVerification(ctx: LinksContext, id: string, missing: string | undefined): Promise<LinkDomain> {
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

const PROOF_MS = 10_000;

type Context = Pick<LinksContext, 'egress' | 'secretKey'>;

/** Undefined when proven. The page only proves that the host leads here, so a contested host needs the TXT record. */
async function missingProof(ctx: Context, row: DomainRow, isContested: boolean): Promise<string | undefined> {
  const name = `_switchboard.${withoutPort(row.hostname)}`;
  if (await hasRecord(ctx, name, `sb-verify=${row.token}`)) return undefined;
  const noRecord = `There is no TXT record ${name} with its value`;
  if (isContested) return `${noRecord}, and another workspace also claims the host.`;
  const noPage = await pageProblem(ctx, row);
  return noPage && `${noRecord}, and ${noPage}`;
}

async function hasRecord({ egress }: Context, name: string, value: string): Promise<boolean> {
  try {
    return (await egress.txt(name)).some((text) => text.trim() === value);
  } catch {
    // An unknown name and a failed lookup both mean that there is no proof yet.
    return false;
  }
}

async function pageProblem({ egress, secretKey }: Context, row: DomainRow): Promise<string | undefined> {
  const url = `http://${row.hostname}${VERIFICATION_PATH}${row.token}`;
  try {
    const limits = { ...ATTEMPT_LIMITS, totalMs: PROOF_MS };
    const { status, body } = await egress.probe(url, [['user-agent', 'Switchboard']], limits);
    if (status === 200 && new TextDecoder().decode(body).trim() === domainProof(secretKey, row.token)) return undefined;
    return `the host does not lead to this installation: it returned status ${status}.`;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return `the host cannot be reached: ${error.detail}`;
  }
}
