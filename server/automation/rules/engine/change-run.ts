import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';

import type { RuleRunReason } from '../../../../shared/automation/rule-run';
import type { ScopedDb } from '../../../db/scoped';
import { ruleRuns } from '../../schema/rules';
import type { RunRow } from './types';

export const changedAt = (now: Date): { updatedAt: Date; version: SQL } => ({
  updatedAt: now,
  version: sql`${ruleRuns.version} + 1`,
});

export const RELEASED_RUN = { leaseOwner: null, leaseUntil: null } as const;

export async function changeRun(
  tx: ScopedDb,
  run: RunRow,
  set: Partial<Omit<RunRow, 'id' | 'workspaceId' | 'updatedAt' | 'version'>>,
  now: Date,
): Promise<RunRow> {
  const [after = run] = await tx.update(ruleRuns, eq(ruleRuns.id, run.id), { ...set, ...changedAt(now) });
  return after;
}

type Reason = Extract<RuleRunReason, 'rule_paused' | 'rule_disabled' | 'rule_deleted'>;

/** The transaction has locked the rule, so that no other run is admitted. */
export const cancelUnstarted = (tx: ScopedDb, ruleId: string, reason: Reason, now: Date): Promise<void> =>
  cancel(tx, ruleId, and(inArray(ruleRuns.status, ['queued', 'waiting']), isNull(ruleRuns.startedAt)), reason, now);

/** For a transaction that has not locked the rule yet. */
export const cancelStarted = (tx: ScopedDb, ruleId: string, now: Date): Promise<void> =>
  cancel(
    tx,
    ruleId,
    and(inArray(ruleRuns.status, ['queued', 'waiting', 'running']), isNotNull(ruleRuns.startedAt)),
    'rule_deleted',
    now,
  );

async function cancel(tx: ScopedDb, ruleId: string, which: SQL | undefined, reason: Reason, now: Date): Promise<void> {
  const set = { status: 'canceled', reason, debounceKey: null, completedAt: now, ...RELEASED_RUN } as const;
  await tx.update(ruleRuns, and(eq(ruleRuns.ruleId, ruleId), which), { ...set, ...changedAt(now) });
}
