import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { RuleRunReason } from '../../../shared/automation/rule-run';
import { ruleRuns } from '../../db/schema';
import type { ScopedDb } from '../../db/scoped';
import { changedAt, RELEASED } from './change-run';

/** Cancels the runs of a rule that have not begun, or all that are under way as well. */
export async function cancelUnstarted(
  tx: ScopedDb,
  ruleId: string,
  reason: Extract<RuleRunReason, 'rule_paused' | 'rule_disabled' | 'rule_deleted'>,
  now: Date,
): Promise<void> {
  const isAll = reason === 'rule_deleted';
  await tx.update(
    ruleRuns,
    and(
      eq(ruleRuns.ruleId, ruleId),
      inArray(ruleRuns.status, isAll ? ['queued', 'waiting', 'running'] : ['queued', 'waiting']),
      isAll ? undefined : isNull(ruleRuns.startedAt),
    ),
    { status: 'canceled', reason, debounceKey: null, finishedAt: now, ...RELEASED, ...changedAt(now) },
  );
}
