import type { Store } from '../../../db/database';
import { claimDeliveries, type ClaimedDelivery, drainDeliveries, nextDue } from '../../system/deliveries';
import { readHeads, readWebhooks } from '../../system/webhooks';
import { LEASE_MS } from '../recover';
import type { Lanes, Webhook } from './lanes';

/** A webhook that may send `limit` deliveries now. */
export interface Pick {
  webhook: Webhook;
  limit: number;
}

/** What a tick found of a webhook. */
export interface Claimed {
  pick: Pick;
  rows: ClaimedDelivery[];
  /** When its next delivery is due, where fewer rows were due than it might have sent. */
  nextAt: number | undefined;
  /** Paused, disabled, deleted, suspended, or its secrets do not open: its rows wait. */
  isParked: boolean;
}

/** Rows that one outage’s end makes due in one tick. */
const DRAINED_ROWS = 2000;

/** Claims for up to 64 webhooks in one transaction; each is asked for no more than what starts now. */
export function claimFor(
  store: Store,
  picks: readonly Pick[],
  { lanes, owner, now }: { lanes: Lanes; owner: string; now: number },
): Promise<Claimed[]> {
  return store.transaction(async (tx) => {
    const heads = await readHeads(
      tx,
      picks.map(({ webhook }) => webhook.no),
    );
    const changed = heads.filter(({ no, version }) => lanes.get(no)?.version !== version).map(({ no }) => no);
    if (changed.length > 0) for (const row of await readWebhooks(tx, changed)) lanes.take(row);
    const sending = new Set(heads.filter(({ canSend }) => canSend).map(({ no }) => no));

    // One after the other on SQLite, through one connection at once on PostgreSQL.
    return Promise.all(
      picks.map(async (pick): Promise<Claimed> => {
        const { webhook } = pick;
        const isOpen = webhook.lane.openUntil !== null && webhook.lane.openUntil > now;
        if (isOpen) return { pick, rows: [], nextAt: now, isParked: false };
        if (!sending.has(webhook.no) || webhook.receiver === undefined) {
          return { pick, rows: [], nextAt: undefined, isParked: true };
        }
        await drain(tx, webhook, now);
        const rows = await claimDeliveries(tx, {
          webhookNo: webhook.no,
          owner,
          now,
          leaseUntil: now + LEASE_MS,
          limit: pick.limit,
        });
        const nextAt = rows.length < pick.limit ? await nextDue(tx, webhook.no) : now;
        return { pick, rows, nextAt, isParked: false };
      }),
    );
  });
}

/** After an outage what waited for its schedule goes at once, each row once. */
async function drain(tx: Store, webhook: Webhook, now: number): Promise<void> {
  const before = webhook.drainBefore;
  if (before === undefined) return;
  const drained = await drainDeliveries(tx, { webhookNo: webhook.no, now, before, limit: DRAINED_ROWS });
  // Only once it is committed: else the next tick does it again.
  if (drained < DRAINED_ROWS) {
    tx.afterCommit(() => {
      if (webhook.drainBefore === before) webhook.drainBefore = undefined;
    });
  }
}
