import type { Services } from '../context';
import { listDue } from '../db/unscoped/deliveries';
import {
  cancelExpired,
  cancelPending,
  deletedAmong,
  ENDED_ROWS,
  purgeAttempts,
  purgeDeliveries,
  purgeStats,
} from '../db/unscoped/delivery-ends';
import { listExpired, listFailing, lockWebhooks, type WebhookRow } from '../db/unscoped/delivery-webhooks';
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

type JobServices = Pick<Services, 'store' | 'config' | 'now' | 'hub' | 'metrics' | 'delivery'>;

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

/** Ends what waits for webhooks that are gone: a long queue is not worth a long transaction. */
export async function cancelForDeleted(services: JobServices, signal: AbortSignal): Promise<void> {
  const { store, now } = services;
  const waiting = await listDue(store);
  for (const no of await deletedAmong(
    store,
    waiting.map(({ webhookNo }) => webhookNo),
  )) {
    await inSlices(signal, () => endSlice(services, (tx) => cancelPending(tx, no, 'webhook_deleted', now())));
  }
}

/** Ends what waits, then deletes attempts, deliveries and statistics that are kept no longer. */
export async function purgeDeliveryLog(services: JobServices, signal: AbortSignal): Promise<void> {
  const { store, config, now } = services;
  const ago = (days: number): Date => new Date(now().getTime() - days * DAY);
  const bodiesEnd = ago(config.eventRetentionDays);
  const rowsEnd = ago(config.deliveryRetentionDays);
  await inSlices(signal, () => endSlice(services, (tx) => cancelExpired(tx, bodiesEnd, now())));
  await inSlices(signal, () => purgeAttempts(store, bodiesEnd));
  await inSlices(signal, () => purgeDeliveries(store, rowsEnd));
  await inSlices(signal, () => purgeStats(store, rowsEnd), 1);
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
