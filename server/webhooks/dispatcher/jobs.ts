import { listRetentions } from '../../access/system/retentions';
import type { WebhooksServices } from '../context';
import { listDue } from '../system/deliveries';
import {
  cancelExpired,
  cancelPending,
  ENDED_ROWS,
  endedAmong,
  purgeAttempts,
  purgeDeliveries,
  purgeStats,
} from '../system/ends';
import { listExpired, listFailing, lockWebhooks, type WebhookRow } from '../system/webhooks';
import { disableWebhook } from './disable';
import { hasFailedTooLong } from './health';
import { createOutbox } from './results';
import { deliveriesEnded } from './sinks';

const DAY = 86_400_000;
/** Webhooks that one run ends at most; the next takes the rest. */
const WEBHOOKS_A_RUN = 100;
/** Two thousand rows a second at most: others write meanwhile. */
const PAUSE_MS = (ENDED_ROWS / 2000) * 1000;
const LONGEST_RUN_MS = 72 * 3_600_000;

type JobServices = Pick<WebhooksServices, 'store' | 'config' | 'now' | 'hub' | 'metrics' | 'delivery'>;

/** Disables webhooks whose time is over, or that have failed too long without anything left to send. */
export async function judgeWebhooks(services: JobServices): Promise<void> {
  const { store, now } = services;
  for (const { no } of await listExpired(store, now(), WEBHOOKS_A_RUN)) {
    await disableIf(services, no, 'expired', (row) => row.expiresAt !== null && row.expiresAt <= now());
  }
  const failingBefore = new Date(now().getTime() - LONGEST_RUN_MS);
  for (const { no } of await listFailing(store, failingBefore, WEBHOOKS_A_RUN)) {
    await disableIf(services, no, 'failing', (row) => row.status === 'active' && hasFailedTooLong(row, now()));
  }
}

async function disableIf(
  services: JobServices,
  no: number,
  reason: 'expired' | 'failing',
  holds: (row: WebhookRow) => boolean,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const [row] = await lockWebhooks(tx, [no]);
    if (row === undefined || row.status === 'disabled' || row.deletedAt !== null || !holds(row)) return;
    const events = createOutbox();
    events.add(row.workspaceId, await disableWebhook(tx, row, reason, services.now()));
    await events.emit(services, tx);
    tx.afterCommit(() => services.delivery.wakeWebhook(no));
  });
}

/**
 * Ends what waits for webhooks that are deleted, and what is addressed to those that are disabled: a long queue is not
 * worth a long transaction, so whoever deletes or disables one ends only the first part.
 */
export async function endForGone(services: JobServices, signal: AbortSignal): Promise<void> {
  const { store, now } = services;
  for await (const due of listDue(store)) {
    const nos = due.map(({ webhookNo }) => webhookNo);
    for (const { no, isDeleted } of await endedAmong(store, nos)) {
      const reason = isDeleted ? ('webhook_deleted' as const) : ('webhook_disabled' as const);
      await inSlices(signal, () =>
        endSlice(services, (tx) => cancelPending(tx, no, { reason, now: now(), addressedOnly: !isDeleted })),
      );
    }
  }
}

/** Ends what waits, then deletes attempts, deliveries and statistics that are kept no longer. */
export async function purgeDeliveryLog(services: JobServices, signal: AbortSignal): Promise<void> {
  const { store, config, now } = services;
  const ago = (days: number): Date => new Date(now().getTime() - days * DAY);
  for await (const { id: workspaceId, eventDays, deliveryDays } of listRetentions(store)) {
    const bodies = { workspaceId, before: ago(eventDays ?? config.eventRetentionDays) };
    const rows = { workspaceId, before: ago(deliveryDays ?? config.deliveryRetentionDays) };
    await inSlices(signal, () => endSlice(services, (tx) => cancelExpired(tx, bodies, now())));
    await inSlices(signal, () => purgeAttempts(store, bodies));
    await inSlices(signal, () => purgeDeliveries(store, rows));
    await inSlices(signal, () => purgeStats(store, rows), 1);
    if (signal.aborted) return;
  }
}

/** Ends deliveries in one transaction and tells their sinks. Returns how many. */
function endSlice(
  services: JobServices,
  end: (tx: JobServices['store']) => ReturnType<typeof cancelExpired>,
): Promise<number> {
  return services.store.transaction(async (tx) => {
    const ended = await end(tx);
    const events = createOutbox();
    for (const [workspaceId, group] of Map.groupBy(ended, (row) => row.workspaceId)) {
      events.add(workspaceId, await deliveriesEnded(tx, group));
    }
    await events.emit(services, tx);
    return ended.length;
  });
}

async function inSlices(signal: AbortSignal, slice: () => Promise<number>, full = ENDED_ROWS): Promise<void> {
  while (!signal.aborted && (await slice()) >= full) await Bun.sleep(PAUSE_MS);
}
