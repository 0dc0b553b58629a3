import { eq } from 'drizzle-orm';

import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { audit } from '../../access';
import { within } from '../../deadline';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import type { DriverInstance } from '../drivers/driver';
import { moduleOf } from '../drivers/registry';
import { requireTag } from '../etag';
import { onInstance } from '../messages/find';
import { waInstances } from '../schema/instances';
import { aimSocket, isLoggingOut } from '../sockets/aim';
import type { InstanceRow } from '../work-types';
import { failMessagesOf } from './jobs';
import { instanceTarget, showInstance } from './show';

const LOGOUT_MS = 5000;

/** Deletes credentials and fails waiting messages. The history stays searchable for thirty days. */
export async function deleteInstance(ctx: WhatsAppContext, { instance_id: id }: InstanceId): Promise<void> {
  await onInstance(
    ctx,
    id,
    async (work) => {
      const { tx, instance: before, now } = work;
      requireTag(ctx, before.version);
      work.raise('whatsapp.instance.deleted', await showInstance(ctx, tx, before));
      const revealed = revealedOf(ctx, before);
      await aimSocket(work, before, 'logged_out');
      await tx.update(waInstances, eq(waInstances.id, id), {
        status: 'logged_out',
        statusReason: null,
        statusChangedAt: now,
        reportedStatus: 'logged_out',
        reportedReason: null,
        reportAt: null,
        generation: before.generation + 1,
        tokenSealed: null,
        tokenHint: null,
        // Keeps the proxy until the account is unlinked.
        ...((await isLoggingOut(work, before)) ? {} : { proxySealed: null, proxyRedacted: null }),
        pairingSealed: null,
        passkeySealed: null,
        deletedAt: now,
        updatedAt: now,
        version: before.version + 1,
      });
      await moduleOf(before.driver).instances.release?.(tx, before, undefined);
      await audit(ctx, tx, 'whatsapp.instance.deleted', instanceTarget(before));
      tx.store.afterCommit(() => endOutside(ctx, before, revealed));
    },
    { lock: true },
  );
}

/** Undefined when its secrets cannot be opened, so that no logout is possible. */
function revealedOf(ctx: WhatsAppContext, row: InstanceRow): DriverInstance | undefined {
  try {
    return ctx.whatsapp.reveal(row);
  } catch {
    return undefined;
  }
}

/** If the process exits here, the job continues with the messages. */
function endOutside(ctx: WhatsAppContext, row: InstanceRow, revealed: DriverInstance | undefined): void {
  const warn = (what: string) => (error: unknown) => ctx.log.warn({ err: error, instance: row.id }, what);
  failMessagesOf(ctx, row).catch(warn('failing the messages of a deleted instance failed'));
  const driver = ctx.whatsapp.driver(row.driver);
  if (!driver || !revealed || (row.status !== 'connected' && !driver.socket)) return;
  within(driver.logout(revealed), LOGOUT_MS, () => new ApiError('upstream_timeout')).catch(
    warn('logout of a deleted instance failed'),
  );
}
