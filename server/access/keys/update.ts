import { eq } from 'drizzle-orm';

import type { ApiKey } from '../../../shared/access/key-answers';
import type { UpdateKey } from '../../../shared/access/keys';
import { inOrder, SCOPES_OF_KIND } from '../../../shared/access/scopes';
import { changedColumns, pick } from '../../changed-columns';
import { defined } from '../../defined';
import { fieldError } from '../../errors';
import { emit } from '../../events/emit';
import { requireVersion } from '../../preconditions';
import { isSameTime } from '../../times';
import { audit } from '../audit/write';
import type { AccessContext } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import type { KeyRow } from '../queries/keys';
import { apiKeys } from '../schema/keys';
import { requireScopes } from './create';
import { keyGrantOf, requireWithinGrant } from './grant';
import { keyTarget, presentOneKey, statusOf } from './present';
import { requireResources } from './resources';
import { expiryOf, lockKeyCount, nextExpiryNotice, requireNotRevoked, requireOwnKey, requireKeyQuota } from './rules';

type Change = Partial<
  Pick<
    KeyRow,
    | 'name'
    | 'description'
    | 'metadata'
    | 'scopes'
    | 'fullAccess'
    | 'resources'
    | 'allowedCidrs'
    | 'allowedOrigins'
    | 'browserUse'
    | 'rateLimit'
    | 'expiresAt'
  >
>;

/** Null clears a field. Added access must be within the caller’s. */
export async function updateKey(ctx: AccessContext, input: UpdateKey): Promise<ApiKey> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    if (input.expires_at !== undefined) await lockKeyCount(tx);
    const row = await tx.require(apiKeys, input.key_id, { lock: true });
    requireOwnKey(ctx, row);
    requireVersion(ctx, row.version);
    requireNotRevoked(row);

    const change = changedColumns(row, changeOf(input, row, now));
    if (Object.keys(change).length === 0) return presentOneKey(tx, row, now);
    const next = { ...row, ...change };
    requireKindAllows(next);
    requireWithinGrant(ctx, keyGrantOf(next), keyGrantOf(row));
    if (change.resources) await requireResources(ctx, tx, change.resources);
    if (statusOf(row, now) === 'expired' && statusOf(next, now) === 'active') await requireKeyQuota(tx, now);

    const [updated = row] = await tx.update(apiKeys, eq(apiKeys.id, row.id), {
      ...change,
      ...(change.expiresAt === undefined ? {} : { expiryNoticeAt: nextExpiryNotice(change.expiresAt, now) }),
      updatedAt: now,
      version: row.version + 1,
    });
    const key = await presentOneKey(tx, updated, now);

    const names = Object.keys(change) as (keyof Change)[];
    await audit(ctx, tx, 'api_key.updated', keyTarget(updated), {
      before: pick(row, names),
      after: pick(updated, names),
    });
    await emit(ctx, tx, [{ type: 'api_key.updated', data: key }]);
    await invalidateRights(ctx, tx.store, [{ kind: 'key', ref: row.id }]);
    return key;
  });
}

function changeOf(input: UpdateKey, row: KeyRow, now: Date): Change {
  return {
    ...defined({
      name: input.name,
      description: input.description,
      metadata: input.metadata === null ? {} : input.metadata,
      scopes: input.scopes && inOrder(input.scopes),
      fullAccess: input.full_access,
      resources: input.resources === null ? {} : input.resources,
      allowedCidrs: input.allowed_cidrs,
      allowedOrigins: input.allowed_origins,
      browserUse: input.browser_use,
      rateLimit: input.rate_limit,
    }),
    ...(input.expires_at === undefined || isSameTime(input.expires_at, row.expiresAt)
      ? {}
      : { expiresAt: expiryOf(input.expires_at, now) }),
  };
}

/** The schema cannot express these rules. Throws 422. */
function requireKindAllows(next: KeyRow): void {
  requireScopes(next.scopes, next.fullAccess);
  const foreign = next.scopes.findIndex((scope) => !SCOPES_OF_KIND[next.kind].includes(scope));
  if (foreign >= 0) {
    const message = `A key of kind ${next.kind} cannot have the scope ${next.scopes[foreign]}.`;
    throw fieldError('unprocessable', '/scopes', 'invalid_value', message);
  }
  if (next.fullAccess && next.kind !== 'ak') {
    throw fieldError('unprocessable', '/full_access', 'invalid_value', 'Only a workspace key can have full access.');
  }
  if (next.kind !== 'pk') return;
  if (next.allowedOrigins.length === 0) {
    throw fieldError(
      'unprocessable',
      '/allowed_origins',
      'too_few',
      'Must have at least one origin for a publishable key.',
    );
  }
  if (next.browserUse) {
    throw fieldError(
      'unprocessable',
      '/browser_use',
      'invalid_value',
      'Must be left out for a publishable key, which is always allowed in browsers.',
    );
  }
}
