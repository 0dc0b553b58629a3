import type { Platform } from '../../context';
import { scoped } from '../../db/scoped';
import type { EventsDeps } from '../../events/context';
import { callsOf, otherCallers } from '../system/requests';
import { NO_TOKENS } from './cost';
import { settleCall } from './ledger';

/** Releases the reservations of processes that died during a call. What the provider charged is unknown. */
export async function settleLostCalls(services: Platform & EventsDeps, signal: AbortSignal): Promise<void> {
  for (const owner of await otherCallers(services.store, services.node.id)) {
    if (!(await services.node.isGone(owner))) continue;
    for (const row of await callsOf(services.store, owner)) {
      if (signal.aborted) return;
      const ctx = { ...services, db: scoped(services.store, row.workspaceId), requestId: row.id };
      const reservation = {
        budgetIds: row.budgetIds,
        price: null,
        used: { model: undefined, attempts: row.attempts, wasSent: true },
      };
      await settleCall(ctx, { id: row.id, keyId: row.keyId, estimateMicroUsd: row.reservedMicroUsd }, reservation, {
        outcome: 'lost',
        status: 500,
        errorCode: 'internal_error',
        usage: NO_TOKENS,
        isEstimated: true,
        firstTokenMs: null,
        latencyMs: services.now().getTime() - row.createdAt.getTime(),
      });
    }
  }
}
