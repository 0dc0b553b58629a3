import type { Platform } from '../../context';
import { scoped } from '../../db/scoped';
import { callsOfOthers } from '../system/requests';
import { NO_TOKENS } from './cost';
import { settleCall } from './ledger';

/** Frees what processes had reserved that died during a call. What the provider charged is unknown. */
export async function settleLostCalls(services: Platform, signal: AbortSignal): Promise<void> {
  const gone = new Map<string, boolean>();
  for (const row of await callsOfOthers(services.store, services.node.id)) {
    const owner = row.leaseOwner ?? '';
    if (!gone.has(owner)) gone.set(owner, await services.node.isGone(owner));
    if (gone.get(owner) !== true) continue;
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
