import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';

import type { RuleRunReason } from '../../../../shared/automation/rule-run';
import type { ScopedDb } from '../../../db/scoped';
import { ruleRuns } from '../../schema/rules';
import { changedAt, RELEASED_RUN } from './change-run';

type Reason = Extract<RuleRunReason, 'rule_paused' | 'rule_disabled' | 'rule_deleted'>;

/** Cancels the runs of a rule that have not begun. The transaction holds the rule, so that no other is admitted. */
export const cancelUnstarted = (tx: ScopedDb, ruleId: string, reason: Reason, now: Date): Promise<void> =>
  cancel(tx, ruleId, and(inArray(ruleRuns.status, ['queued', 'waiting']), isNull(ruleRuns.startedAt)), reason, now);

/** Cancels the runs of a rule that have begun, in a transaction that does not hold the rule yet. */
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
