import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import { listRetentions } from '../../db/retentions';
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
import { deliveriesEnded } from './delivery-handlers';
import { disableFailingWebhook } from './disable';
import { hasFailedTooLong } from './health';
import { createOutbox } from './results';

const WEBHOOKS_A_RUN = 100;
/** At most two thousand rows a second, so that other writes proceed. */
const PAUSE_MS = (ENDED_ROWS / 2000) * 1000;
const MAX_FAILING_MS = 72 * HOUR_MS;

type JobServices = Pick<WebhooksServices, 'store' | 'config' | 'now' | 'hub' | 'metrics' | 'delivery'>;

/** Disables webhooks that have expired, or that have failed too long with nothing left to send. */
export async function disableExpiredAndFailing(services: JobServices): Promise<void> {
  const { store, now } = services;
  for (const { no } of await listExpired(store, now(), WEBHOOKS_A_RUN)) {
    await disableIf(services, no, 'expired', (row) => row.expiresAt !== null && row.expiresAt <= now());
  }
  const failingBefore = new Date(now().getTime() - MAX_FAILING_MS);
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
    events.add(row.workspaceId, await disableFailingWebhook(tx, row, reason, services.now()));
    await events.emit(services, tx);
    tx.afterCommit(() => services.delivery.wakeWebhook(no));
  });
}

/** Deleting a webhook cancels only the first slice of a long queue; this cancels the rest. */
export async function cancelForEndedWebhooks(services: JobServices, signal: AbortSignal): Promise<void> {
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

/** Cancels expired deliveries, then purges attempts, deliveries and statistics past their retention. */
export async function purgeDeliveryLog(services: JobServices, signal: AbortSignal): Promise<void> {
  const { store, config, now } = services;
  const ago = (days: number): Date => new Date(now().getTime() - days * DAY_MS);
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

/** Cancels deliveries in one transaction and calls their handlers. Returns how many. */
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
