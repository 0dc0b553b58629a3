import { eq } from 'drizzle-orm';

import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { audit } from '../../access/audit/write';
import { within } from '../../deadline';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import type { DriverInstance } from '../drivers/driver';
import { requireTag } from '../etag';
import { onInstance } from '../messages/find';
import { waInstances } from '../schema/instances';
import type { InstanceRow } from '../work';
import { dropUnusedApp } from './cloud-app';
import { failMessagesOf } from './jobs';
import { instanceTarget, showInstance } from './show';

const LOGOUT_MS = 5000;

/**
 * Ends an instance: its credentials are wiped, messages that wait for it fail. What it sent and received can be read by
 * searching the workspace for thirty days.
 */
export async function deleteInstance(ctx: WhatsAppContext, { instance_id: id }: InstanceId): Promise<void> {
  await onInstance(
    ctx,
    id,
    async (work) => {
      const { tx, instance: before, now } = work;
      requireTag(ctx, before.version);
      work.raise('whatsapp.instance.deleted', await showInstance(ctx, tx, before));
      const revealed = revealedOf(ctx, before);
      await tx.update(waInstances, eq(waInstances.id, id), {
        status: 'logged_out',
        statusReason: null,
        statusChangedAt: now,
        toldStatus: 'logged_out',
        toldReason: null,
        tellAt: null,
        generation: before.generation + 1,
        tokenSealed: null,
        tokenHint: null,
        proxySealed: null,
        proxyRedacted: null,
        pairingSealed: null,
        deletedAt: now,
        updatedAt: now,
        version: before.version + 1,
      });
      if (before.appId !== null) await dropUnusedApp(tx, before.appId);
      await audit(ctx, tx.store, {
        workspaceId: ctx.workspaceId,
        action: 'whatsapp.instance.deleted',
        target: instanceTarget(before),
      });
      tx.store.afterCommit(() => endOutside(ctx, before, revealed));
    },
    { lock: true },
  );
}

/** Undefined where its secrets do not open: then there is nothing to log out with. */
function revealedOf(ctx: WhatsAppContext, row: InstanceRow): DriverInstance | undefined {
  try {
    return ctx.whatsapp.reveal(row);
  } catch {
    return undefined;
  }
}

/** What is left to do; of a process that ends here the job goes on with the messages. */
function endOutside(ctx: WhatsAppContext, row: InstanceRow, revealed: DriverInstance | undefined): void {
  const warn = (what: string) => (error: unknown) => ctx.log.warn({ err: error, instance: row.id }, what);
  failMessagesOf(ctx, row).catch(warn('failing the messages of a deleted instance failed'));
  const driver = ctx.whatsapp.driver(row.driver);
  if (!driver || !revealed || row.status !== 'connected') return;
  within(driver.logout(revealed), LOGOUT_MS, () => new ApiError('upstream_timeout')).catch(
    warn('logout of a deleted instance failed'),
  );
}
