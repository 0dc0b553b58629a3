import type { ApiKeyWithSecret } from '../../../shared/access/key-answers';
import { DEFAULT_RATE_LIMIT, type CreateKey } from '../../../shared/access/keys';
import { inOrder, type KeyKind, type Scope } from '../../../shared/access/scopes';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { fieldError } from '../../errors';
import { emit } from '../../events/emit';
import { keyHint, newKeySecret, sha256Hex } from '../../secrets/tokens';
import { audit } from '../audit/write';
import type { AccessContext } from '../context';
import { insertKeySecret, type KeyRow } from '../queries/keys';
import { apiKeys } from '../schema/keys';
import { hasHigherRateLimit, keyGrantOf, requireWithinGrant } from './grant';
import { keyTarget, presentOneKey } from './present';
import { requireResources } from './resources';
import { expiryOf, lockKeyCount, nextExpiryNotice, requireKeyQuota } from './rules';

/** The key cannot exceed its creator. Throws 403, 409 `conflict` above the quota, 422. */
export async function createKey(ctx: AccessContext, input: CreateKey): Promise<ApiKeyWithSecret> {
  const now = ctx.now();
  const columns = { ...columnsOf(input), ...inherited(ctx.actor, input, now) };
  requireWithinGrant(ctx, keyGrantOf(columns));

  return ctx.db.transaction(async (tx) => {
    await requireResources(ctx, tx, columns.resources);
    await lockKeyCount(tx);
    await requireKeyQuota(tx, now);

    const row = await tx.insert(apiKeys, {
      ...columns,
      id: newId(ID_PREFIXES.key),
      createdBy: creatorOf(ctx.actor),
      expiryNoticeAt: nextExpiryNotice(columns.expiresAt, now),
      createdAt: now,
      updatedAt: now,
    });
    const secret = newKeySecret(row.kind);
    await insertKeySecret(tx.store, secretRow(row, secret, now));
    const key = await presentOneKey(tx, row, now);

    await audit(ctx, tx, 'api_key.created', keyTarget(row), {
      kind: row.kind,
      scopes: row.scopes,
      full_access: row.fullAccess,
    });
    await emit(ctx, tx, [{ type: 'api_key.created', data: key }]);
    return { ...key, secret };
  });
}

export const secretRow = (key: Pick<KeyRow, 'id' | 'workspaceId'>, secret: string, now: Date) => ({
  hash: sha256Hex(secret),
  workspaceId: key.workspaceId,
  keyId: key.id,
  maskedSecret: keyHint(secret),
  createdAt: now,
});

function columnsOf(input: CreateKey) {
  const scopes = inOrder(input.scopes ?? []);
  const fullAccess = input.kind === 'ak' && input.full_access === true;
  requireScopes(scopes, fullAccess);
  return {
    kind: input.kind satisfies KeyKind,
    name: input.name,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    scopes,
    fullAccess,
    resources: input.resources ?? {},
    allowedCidrs: input.allowed_cidrs ?? [],
    allowedOrigins: input.allowed_origins ?? [],
    browserUse: input.kind !== 'pk' && input.browser_use === true,
  };
}

/** The defaults do not exceed the creating key. */
function inherited(actor: AccessContext['actor'], input: CreateKey, now: Date) {
  const maker = actor.type === 'key' ? actor : undefined;
  const isSlow = maker !== undefined && hasHigherRateLimit(DEFAULT_RATE_LIMIT, maker.rateLimit);
  return {
    expiresAt: input.expires_at === undefined ? (maker?.expiresAt ?? null) : expiryOf(input.expires_at, now),
    rateLimit: input.rate_limit === undefined && isSlow ? maker.rateLimit : (input.rate_limit ?? null),
  };
}

/** Throws 422. */
export function requireScopes(scopes: readonly Scope[], fullAccess: boolean): void {
  if (fullAccess || scopes.length > 0) return;
  throw fieldError('unprocessable', '/scopes', 'required', 'Give at least one scope, or set `full_access`.');
}

function creatorOf(actor: AccessContext['actor']): KeyRow['createdBy'] {
  return actor.type === 'key'
    ? { type: 'key', id: actor.keyId, name: actor.name }
    : { type: 'user', id: actor.userId, name: actor.name };
}
