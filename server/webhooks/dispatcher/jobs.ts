import { DAY_MS } from '../../../shared/durations';
import { listRetentions } from '../../db/retentions';
import { ago, drain } from '../../schedule';
import type { WebhooksServices } from '../context';
import type { WebhookRow } from '../schema';
import {
  cancelExpired,
  cancelPending,
  MAX_CANCELED_ROWS,
  findEndedWebhooks,
  hasOutdatedDeliveries,
  purgeAttempts,
  purgeDeliveries,
  purgeStats,
} from '../system/cancel-and-purge';
import { listDueWebhooks } from '../system/deliveries';
import { listExpired, listFailing, lockWebhooks } from '../system/webhooks';
import { callFinalHandlers } from './delivery-handlers';
import { disableFailingWebhook } from './disable';
import { createEventOutbox } from './event-outbox';
import { hasFailedTooLong, MAX_FAILING_MS } from './health';

const WEBHOOKS_A_RUN = 100;
/** At most two thousand rows a second, so that other writes proceed. */
const PAUSE_MS = (MAX_CANCELED_ROWS / 2000) * 1000;

type JobServices = Pick<WebhooksServices, 'store' | 'config' | 'now' | 'hub' | 'metrics' | 'delivery'>;

/** Covers failing webhooks with nothing left to send, which no further result would disable. */
export async function disableExpiredAndFailing(services: JobServices): Promise<void> {
  const { store, now } = services;
  for (const { no } of await listExpired(store, now(), WEBHOOKS_A_RUN)) {
    await disableIf(services, no, 'expired', (row) => row.expiresAt !== null && row.expiresAt <= now());
  }
  const failingBefore = ago(now, MAX_FAILING_MS);
  for (const { no } of await listFailing(store, failingBefore, WEBHOOKS_A_RUN)) {
    await disableIf(services, no, 'failing', (row) => row.status === 'active' && hasFailedTooLong(row, now()));
  }
}

async function disableIf(
  services: JobServices,
  no: number,
  reason: 'expired' | 'failing',
  shouldDisable: (row: WebhookRow) => boolean,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const [row] = await lockWebhooks(tx, [no]);
    if (row === undefined || row.status === 'disabled' || row.deletedAt !== null || !shouldDisable(row)) return;
    const events = createEventOutbox();
    events.add(row.workspaceId, await disableFailingWebhook(tx, row, reason, services.now()));
    await events.emit(services, tx);
    tx.afterCommit(() => services.delivery.wakeWebhook(no));
  });
}

/** Deleting a webhook cancels only the first slice of a long queue; this cancels the rest. */
export async function cancelForEndedWebhooks(services: JobServices, signal: AbortSignal): Promise<void> {
  const { store, now } = services;
  for await (const due of listDueWebhooks(store)) {
    const nos = due.map(({ webhookNo }) => webhookNo);
    for (const { no, isDeleted } of await findEndedWebhooks(store, nos)) {
      const reason = isDeleted ? ('webhook_deleted' as const) : ('webhook_disabled' as const);
      await repeatInSlices(signal, () =>
        cancelSlice(services, (tx) => cancelPending(tx, no, { reason, now: now(), addressedOnly: !isDeleted })),
      );
    }
  }
}

/** Cancels expired deliveries, then purges attempts, deliveries and statistics past their retention. */
export async function purgeDeliveryLog(services: JobServices, signal: AbortSignal): Promise<void> {
  const { store, config, now } = services;
  const daysAgo = (days: number): Date => ago(now, days * DAY_MS);
  const limitsOf = ({ eventDays, deliveryDays }: { eventDays: number | null; deliveryDays: number | null }) => ({
    bodies: daysAgo(eventDays ?? config.eventRetentionDays),
    rows: daysAgo(deliveryDays ?? config.deliveryRetentionDays),
  });
  for await (const workspace of listRetentions(store, (days) => hasOutdatedDeliveries(store, limitsOf(days)))) {
    const limits = limitsOf(workspace);
    const bodies = { workspaceId: workspace.id, before: limits.bodies };
    const rows = { workspaceId: workspace.id, before: limits.rows };
    await repeatInSlices(signal, () => cancelSlice(services, (tx) => cancelExpired(tx, bodies, now())));
    await repeatInSlices(signal, () => purgeAttempts(store, bodies));
    await repeatInSlices(signal, () => purgeDeliveries(store, rows));
    await repeatInSlices(signal, () => purgeStats(store, rows), 1);
    if (signal.aborted) return;
  }
}

function cancelSlice(
  services: JobServices,
  end: (tx: JobServices['store']) => ReturnType<typeof cancelExpired>,
): Promise<number> {
  return services.store.transaction(async (tx) => {
    const ended = await end(tx);
    const events = createEventOutbox();
    for (const [workspaceId, group] of Map.groupBy(ended, (row) => row.workspaceId)) {
      events.add(workspaceId, await callFinalHandlers(tx, group));
    }
    await events.emit(services, tx);
    return ended.length;
  });
}

const repeatInSlices = (signal: AbortSignal, slice: () => Promise<number>, full = MAX_CANCELED_ROWS): Promise<void> =>
  drain(signal, slice, full, PAUSE_MS);
