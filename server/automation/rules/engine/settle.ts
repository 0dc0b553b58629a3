import { eq } from 'drizzle-orm';

import type { RuleRunReason, RuleRunStatus } from '../../../../shared/automation/rule-run';
import { HOUR_MS } from '../../../../shared/durations';
import type { ScopedDb } from '../../../db/scoped';
import type { NewEvent } from '../../../events/emit';
import { bumpWebhooksVersion } from '../../../events/queries/events';
import { rules } from '../../schema/rules';
import { cancelUnstarted, changeRun, RELEASED_RUN } from './change-run';
import { ruleEvent, runEvent } from './present';
import type { RunRow } from './types';

/** So many consecutive failures, over at least this time, disable a rule. */
const MAX_FAILURES = 20;
const MIN_FAILING_MS = HOUR_MS;

export type RunEnd =
  | { status: 'succeeded' }
  | { status: 'failed' | 'canceled'; reason: Exclude<RuleRunReason, 'debounce' | 'delay' | 'retry'> };

export async function endRun(tx: ScopedDb, run: RunRow, end: RunEnd, now: Date): Promise<NewEvent[]> {
  const reason = 'reason' in end ? end.reason : null;
  const { steps } = run;
  const set = { status: end.status, reason, steps, attempts: 0, debounceKey: null, completedAt: now, ...RELEASED_RUN };
  const ended = await changeRun(tx, run, set, now);
  if (end.status === 'canceled') return [];
  const disabled = await countEnd(tx, run.ruleId, end.status, now);
  return [runEvent(`automation.rule_run.${end.status}`, ended), ...disabled];
}

async function countEnd(
  tx: ScopedDb,
  ruleId: string,
  status: Extract<RuleRunStatus, 'succeeded' | 'failed'>,
  now: Date,
): Promise<NewEvent[]> {
  const rule = await tx.get(rules, ruleId, { lock: true });
  if (!rule) return [];
  const failing = status === 'failed';
  const consecutiveFailures = failing ? rule.consecutiveFailures + 1 : 0;
  const failingSinceAt = failing ? (rule.failingSinceAt ?? now) : null;
  const counted = { consecutiveFailures, failingSinceAt, lastRunAt: now, lastRunStatus: status };
  const isStillFailing =
    rule.status === 'active' &&
    failingSinceAt !== null &&
    consecutiveFailures >= MAX_FAILURES &&
    now.getTime() - failingSinceAt.getTime() >= MIN_FAILING_MS;
  if (!isStillFailing) {
    await tx.update(rules, eq(rules.id, ruleId), counted);
    return [];
  }
  const [disabled = rule] = await tx.update(rules, eq(rules.id, ruleId), {
    ...counted,
    status: 'disabled',
    disabledReason: 'failing',
    disabledAt: now,
    updatedAt: now,
    version: rule.version + 1,
  });
  await cancelUnstarted(tx, ruleId, 'rule_disabled', now);
  await bumpWebhooksVersion(tx.store, tx.workspaceId);
  return [ruleEvent('automation.rule.disabled', disabled)];
}
