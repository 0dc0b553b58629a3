import { eq } from 'drizzle-orm';

import type { LeakReport, ReportLeakedKeys } from '../../../shared/access/leaked-keys';
import { DAY_MS } from '../../../shared/durations';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import { requireRate } from '../../limits/charge';
import { mask } from '../../secrets/mask';
import { isWellFormedKey, sha256Hex } from '../../secrets/tokens';
import { audit } from '../audit/write';
import type { AccessRequest } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { apiKeys } from '../schema/keys';
import { findKeysByHashes } from '../system/keys';
import { keyTarget, presentOneKey } from './present';
import { markRevoked } from './revoke';

const QUIET_MS = DAY_MS;

type FoundKey = Awaited<ReturnType<typeof findKeysByHashes>>[number];

/** The answer does not reveal whether a reported text is a key. Throws 429. */
export async function reportLeakedKeys(ctx: AccessRequest, input: ReportLeakedKeys): Promise<LeakReport> {
  requireRate(ctx.limits.leakReports.charge(ctx.origin.ip));

  const hashes = input.keys.filter(isWellFormedKey).map(sha256Hex);
  const found = await findKeysByHashes(ctx.store, hashes, ctx.now());
  const matches = new Map(found.map((hit) => [hit.id, hit]));
  for (const hit of matches.values())
    await answerLeak(ctx, hit, input.source_url === undefined ? null : mask(input.source_url));
  return { status: 'accepted' };
}

async function answerLeak(ctx: AccessRequest, hit: FoundKey, sourceUrl: string | null): Promise<void> {
  // Anonymous, since the reporter belongs to no workspace.
  const reporter = { ...ctx, actor: { type: 'anonymous' } as const };
  await scoped(ctx.store, hit.workspaceId).transaction(async (tx) => {
    const now = ctx.now();
    const [row] = await tx.select(apiKeys, { where: eq(apiKeys.id, hit.id), lock: true });
    if (!row || row.revokedAt) return;
    const revokes = hit.policy === 'revoke' && row.kind !== 'pk';
    if (!revokes && row.leakReportedAt && now.getTime() - row.leakReportedAt.getTime() < QUIET_MS) return;

    await tx.update(apiKeys, eq(apiKeys.id, row.id), { leakReportedAt: now });
    const action = revokes ? ('revoked' as const) : ('alerted' as const);
    await audit(reporter, tx, 'api_key.leaked', keyTarget(row), { action, source_url: sourceUrl });
    const key = revokes ? await markRevoked(reporter, tx, row, 'leaked') : await presentOneKey(tx, row, now);
    const events: NewEvent[] = [
      { type: 'api_key.leaked', data: { ...key, source_url: sourceUrl, action } },
      ...(revokes ? [{ type: 'api_key.revoked' as const, data: key }] : []),
    ];
    await emit(reporter, tx, events);
    if (revokes) await invalidateRights(ctx, tx.store, [{ kind: 'key', ref: row.id }]);
  });
}
