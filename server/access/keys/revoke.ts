import { asc, eq } from 'drizzle-orm';

import type { ApiKey } from '../../../shared/access/key-answers';
import type { RevokeKey } from '../../../shared/access/keys';
import type { Role } from '../../../shared/access/scopes';
import type { ScopedDb } from '../../db/scoped';
import { emit } from '../../events/emit';
import { audit, type AuditContext } from '../audit/write';
import type { AccessRequest, AccessContext } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import type { KeyRow } from '../queries/keys';
import { apiKeys } from '../schema/keys';
import { exceedsRole, keyGrantOf } from './grant';
import { keyTarget, presentOneKey } from './present';
import { isLive, requireOwnKey } from './rules';

type RevokeContext = AuditContext & Pick<AccessRequest, 'now'>;
type Reason = NonNullable<KeyRow['revokedReason']>;

/** Idempotent. Throws 403 when webhooks are to be disabled without the right to change them. */
export async function revokeKey(ctx: AccessContext, { key_id, disable_webhooks }: RevokeKey): Promise<ApiKey> {
  return ctx.db.transaction(async (tx) => {
    const row = await tx.require(apiKeys, key_id, { lock: true });
    requireOwnKey(ctx, row);
    const disabled = disable_webhooks ? await ctx.accessPorts.disableWebhooksOf(ctx, tx, { keyIds: [key_id] }) : [];
    if (row.revokedAt) {
      await emit(ctx, tx, disabled);
      return presentOneKey(tx, row, ctx.now());
    }

    const key = await markRevoked(ctx, tx, row, 'manual');
    await emit(ctx, tx, [{ type: 'api_key.revoked', data: key }, ...disabled]);
    await invalidateRights(ctx, tx.store, [{ kind: 'key', ref: key.id }]);
    return key;
  });
}

/** Keys that the person created, directly or with one of these keys; includes revoked ones. */
export async function keyIdsOf(tx: ScopedDb, userId: string): Promise<Set<string>> {
  const byCreator = Map.groupBy(await tx.select(apiKeys), ({ createdBy }) => createdBy.id);
  const ids = new Set<string>();
  const creators = [userId];
  for (const creator of creators) {
    for (const { id } of byCreator.get(creator) ?? []) {
      if (!ids.has(id)) creators.push(id);
      ids.add(id);
    }
  }
  return ids;
}

async function liveKeys(tx: ScopedDb, now: Date, madeBy: string | undefined, lock: boolean): Promise<KeyRow[]> {
  const rows = await tx.select(apiKeys, {
    where: isLive(now),
    orderBy: [asc(apiKeys.id)],
    lock,
  });
  if (madeBy === undefined) return rows;
  const ids = await keyIdsOf(tx, madeBy);
  return rows.filter(({ id }) => ids.has(id));
}

interface Selected {
  madeBy?: string;
  beyond?: Role;
}

export async function countKeysOf(
  ctx: Pick<AccessRequest, 'now'>,
  tx: ScopedDb,
  { madeBy, beyond }: Selected,
): Promise<number> {
  const rows = await liveKeys(tx, ctx.now(), madeBy, false);
  return rows.filter((row) => isBeyond(row, beyond)).length;
}

/** Joins the caller’s transaction; the caller emits `api_key.revoked` for each key and ends with `invalidateRights`. */
export async function revokeKeys(
  ctx: RevokeContext,
  tx: ScopedDb,
  { madeBy, beyond, reason }: Selected & { reason: Reason },
): Promise<ApiKey[]> {
  const revoked: ApiKey[] = [];
  for (const row of await liveKeys(tx, ctx.now(), madeBy, true)) {
    if (isBeyond(row, beyond)) revoked.push(await markRevoked(ctx, tx, row, reason));
  }
  return revoked;
}

const isBeyond = (row: KeyRow, role: Role | undefined): boolean =>
  role === undefined || exceedsRole(keyGrantOf(row), role);

/** The caller emits events and invalidates rights. */
export async function markRevoked(ctx: RevokeContext, tx: ScopedDb, row: KeyRow, reason: Reason): Promise<ApiKey> {
  const now = ctx.now();
  const [revoked = row] = await tx.update(apiKeys, eq(apiKeys.id, row.id), {
    revokedAt: now,
    revokedBy: revokerOf(ctx.actor),
    revokedReason: reason,
    updatedAt: now,
    version: row.version + 1,
  });
  await audit(ctx, tx, 'api_key.revoked', keyTarget(row), { reason });
  return presentOneKey(tx, revoked, now);
}

function revokerOf(actor: AuditContext['actor']): string | null {
  if (actor.type === 'user') return actor.userId;
  return actor.type === 'key' ? actor.keyId : null;
}
