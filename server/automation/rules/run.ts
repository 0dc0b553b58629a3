import type { RunRule } from '../../../shared/automation/rule-inputs';
import type { RuleRun } from '../../../shared/automation/rule-run';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { audit } from '../../access/audit/write';
import { ApiError } from '../../errors';
import type { AutomationCall } from '../context';
import { admit } from './engine/admit';
import { presentRun } from './engine/present';
import type { RunContext } from './engine/types';
import { ruleTarget } from './rows';
import { requireRule } from './visible';

/**
 * Runs a rule with an input, whatever its trigger is; its filter and its throttle are for what comes by itself. Throws
 * 409 unless it is active, 429 where too many runs of the workspace wait.
 */
export async function runRule(ctx: AutomationCall, { rule_id: id, input = {} }: RunRule): Promise<RuleRun> {
  const context: RunContext = { event: null, input: input as Record<string, unknown> };
  return ctx.db.transaction(async (tx) => {
    const seen = await requireRule(ctx, tx, id);
    // In the order of whoever admits runs of the same rules: schedules are held before the pace, others after it.
    const rule = seen.triggerType === 'schedule' ? await requireRule(ctx, tx, id, { lock: true }) : seen;
    if (rule.status !== 'active') throw new ApiError('invalid_state', `The rule is ${rule.status}.`);
    const candidate = { rule, trigger: 'manual', origin: newId(ID_PREFIXES.request), context } as const;
    const { admission } = await admit(tx, candidate, ctx.now());
    if ('refused' in admission) {
      if (admission.refused === 'inactive') throw new ApiError('invalid_state', 'The rule is no longer active.');
      const detail = 'Too many runs of the workspace are queued. Try again when some have ended.';
      throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '60' } });
    }
    await audit(ctx, tx.store, { workspaceId: ctx.workspaceId, action: 'rule.run', target: ruleTarget(rule) });
    tx.store.afterCommit(() => ctx.automation.rules.wake(ctx.workspaceId));
    return presentRun(admission.run);
  });
}
