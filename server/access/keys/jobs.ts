import { eq } from 'drizzle-orm';

import { DAY_MS } from '../../../shared/durations';
import { newId } from '../../../shared/ids';
import { scoped } from '../../db/scoped';
import { emit } from '../../events/emit';
import { ago } from '../../schedule';
import { audit } from '../audit/write';
import type { AccessServices } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { apiKeys } from '../schema/keys';
import { deleteRevokedKeys, findDueExpiryNotices } from '../system/keys';
import { keyTarget, presentOneKey } from './present';
import { nextExpiryNotice } from './rules';

const RETENTION_MS = 90 * DAY_MS;

export const warnExpiringKeys = (services: AccessServices): Promise<number> => notify(services, 'live');

/** Also ends open streams. */
export const expireKeys = (services: AccessServices): Promise<number> => notify(services, 'expired');

export const purgeRevokedKeys = ({ store, now, accessPorts }: AccessServices): Promise<number> =>
  deleteRevokedKeys(store, ago(now, RETENTION_MS), (ids) => accessPorts.keysWithWebhooks(store, ids));

async function notify(services: AccessServices, of: 'live' | 'expired'): Promise<number> {
  const due = await findDueExpiryNotices(services.store, services.now(), of);
  let notified = 0;
  for (const { id, workspaceId } of due) if (await notifyOne(services, workspaceId, id)) notified += 1;
  return notified;
}

/** One transaction per key. False when it changed meanwhile. */
async function notifyOne(services: AccessServices, workspaceId: string, id: string): Promise<boolean> {
  const ctx = {
    ...services,
    actor: { type: 'system', name: 'Expiry of keys' } as const,
    origin: { ip: '', userAgent: '' },
    requestId: newId('req'),
  };
  return scoped(services.store, workspaceId).transaction(async (tx) => {
    const now = services.now();
    const [row] = await tx.select(apiKeys, { where: eq(apiKeys.id, id), lock: true });
    if (!row?.expiresAt || row.revokedAt || !row.expiryNoticeAt || row.expiryNoticeAt > now) return false;

    const hasExpired = row.expiresAt <= now;
    const type = hasExpired ? 'api_key.expired' : 'api_key.expiry_warned';
    await tx.update(apiKeys, eq(apiKeys.id, id), { expiryNoticeAt: nextExpiryNotice(row.expiresAt, now) });
    await audit(ctx, tx, type, keyTarget(row));
    await emit(ctx, tx, [{ type, data: await presentOneKey(tx, row, now) }]);
    if (hasExpired) await invalidateRights(ctx, tx.store, [{ kind: 'key', ref: id }]);
    return true;
  });
}
