import { MINUTE_MS } from '../../../shared/durations';
import type { Store } from '../../db/database';
import { DELIVERY_STATE } from '../schema';
import { type LostLease, findLostLeases } from '../system/recovery';
import { logAttempts, readDeliveries, settleDeliveries, type Settlement } from '../system/results';
import { callFinalHandlers } from './delivery-handlers';
import { createEventOutbox, type ResultContext } from './event-outbox';
import { attemptOf, recordInterruption } from './sending/attempt-record';
import { settleAttempt, settleDeleted } from './settlement';

const SLICE = 256;
export const DELIVERY_LEASE_MS = MINUTE_MS;

/** `except` names an owner whose results are still to be written. */
export async function recoverLeases(
  ctx: ResultContext,
  store: Store,
  { now, except = '' }: { now: () => number; except?: string },
): Promise<void> {
  let count = SLICE;
  while (count === SLICE) count = await store.transaction((tx) => recoverSlice(ctx, tx, { now: now(), except }));
}

async function recoverSlice(
  ctx: ResultContext,
  tx: Store,
  { now, except }: { now: number; except: string },
): Promise<number> {
  const lost = await findLostLeases(tx, { now, except, limit: SLICE });
  if (lost.length === 0) return 0;

  const settlements = lost.map((lease) => settlementOf(lease, now));
  const settled = await settleDeliveries(tx, settlements);
  await logAttempts(
    tx,
    lost.map((lease) => {
      const startedAt = new Date(lease.leaseUntil - DELIVERY_LEASE_MS);
      return attemptOf(lease, recordInterruption({ startedAt, url: lease.url, requestHeaders: [] }));
    }),
  );

  const ended = new Set(settlements.filter(({ state }) => state !== DELIVERY_STATE.pending).map(({ no }) => no));
  const events = createEventOutbox();
  for (const { no, addressed, workspaceId } of lost) {
    if (!addressed || !ended.has(no) || !settled.has(no)) continue;
    events.add(workspaceId, await callFinalHandlers(tx, await readDeliveries(tx, [no])));
  }
  await events.emit(ctx, tx);
  return lost.length;
}

const settlementOf = (lease: LostLease, now: number): Settlement => {
  const settlement = settleAttempt({
    delivery: { ...lease, budgetFrom: 0 },
    retry: { preset: 'none' },
    owner: lease.owner,
    resultClass: 'uncounted',
    code: 'interrupted',
    status: null,
    hintMs: null,
    now,
    random: () => 0,
  });
  return lease.isDeleted ? settleDeleted(settlement) : settlement;
};
