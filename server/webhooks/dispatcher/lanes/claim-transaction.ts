import type { Store } from '../../../db/database';
import { claimDeliveries, type ClaimedDelivery, makeDueAfterOutage, nextDueAt } from '../../system/deliveries';
import { readSendStates, readWebhooks } from '../../system/webhooks';
import { DELIVERY_LEASE_MS } from '../recover-leases';
import type { LaneCache, LaneWebhook } from './lane-cache';

export interface ClaimRequest {
  webhook: LaneWebhook;
  limit: number;
}

export interface ClaimedBatch {
  request: ClaimRequest;
  rows: ClaimedDelivery[];
  /** Due time of its next delivery, when fewer rows were due than it may send. */
  nextAt: number | undefined;
  /** Paused, disabled, deleted, suspended, or its secrets cannot be opened: its rows wait. */
  isParked: boolean;
}

const DRAINED_ROWS = 2000;

/** Claims for up to 64 webhooks in one transaction, each no more than can start now. */
export function claimForWebhooks(
  store: Store,
  picks: readonly ClaimRequest[],
  { lanes, owner, now }: { lanes: LaneCache; owner: string; now: number },
): Promise<ClaimedBatch[]> {
  return store.transaction(async (tx) => {
    const heads = await readSendStates(
      tx,
      picks.map(({ webhook }) => webhook.no),
    );
    const changed = heads.filter(({ no, version }) => lanes.get(no)?.version !== version).map(({ no }) => no);
    if (changed.length > 0) for (const row of await readWebhooks(tx, changed)) lanes.refresh(row);
    const sending = new Set(heads.filter(({ canSend }) => canSend).map(({ no }) => no));

    // SQLite runs them in sequence; PostgreSQL pipelines them on one connection.
    return Promise.all(
      picks.map(async (pick): Promise<ClaimedBatch> => {
        const { webhook } = pick;
        const isOpen = webhook.lane.openUntil !== null && webhook.lane.openUntil > now;
        if (isOpen) return { request: pick, rows: [], nextAt: now, isParked: false };
        if (!sending.has(webhook.no) || webhook.receiver === undefined) {
          return { request: pick, rows: [], nextAt: undefined, isParked: true };
        }
        await drain(tx, webhook, now);
        const rows = await claimDeliveries(tx, {
          webhookNo: webhook.no,
          owner,
          now,
          leaseUntil: now + DELIVERY_LEASE_MS,
          limit: pick.limit,
        });
        const nextAt = rows.length < pick.limit ? await nextDueAt(tx, webhook.no) : now;
        return { request: pick, rows, nextAt, isParked: false };
      }),
    );
  });
}

/** After an outage, deliveries that wait for their retry time are sent at once, each once. */
async function drain(tx: Store, webhook: LaneWebhook, now: number): Promise<void> {
  const before = webhook.drainBefore;
  if (before === undefined) return;
  const drained = await makeDueAfterOutage(tx, { webhookNo: webhook.no, now, before, limit: DRAINED_ROWS });
  // Reset only after the commit, so that a failed tick repeats it.
  if (drained < DRAINED_ROWS) {
    tx.afterCommit(() => {
      if (webhook.drainBefore === before) webhook.drainBefore = undefined;
    });
  }
}
