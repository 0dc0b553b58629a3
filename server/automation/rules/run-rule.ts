import type { RunRule } from '../../../shared/automation/rule-inputs';
import type { RuleRun } from '../../../shared/automation/rule-run';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { audit } from '../../access';
import { ApiError } from '../../errors';
import type { AutomationCall } from '../context';
import { ruleTarget } from './config';
import { admitRun } from './engine/admit';
import { presentRun } from './engine/present';
import type { RunContext } from './engine/types';
import { requireRule } from './visible';

/** Ignores trigger, filter and throttle. Throws 409 unless the rule is active, 429 with too many waiting runs. */
export async function runRule(ctx: AutomationCall, { rule_id: id, input = {} }: RunRule): Promise<RuleRun> {
  const context: RunContext = { event: null, input: input as Record<string, unknown> };
  return ctx.db.transaction(async (tx) => {
    const seen = await requireRule(ctx, tx, id);
    // Locks follow the order of admission: schedules before the rate, others after it.
    const rule = seen.triggerType === 'schedule' ? await requireRule(ctx, tx, id, { lock: true }) : seen;
    if (rule.status !== 'active') throw new ApiError('invalid_state', `The rule is ${rule.status}.`);
    const candidate = { rule, trigger: 'manual', origin: newId(ID_PREFIXES.request), context } as const;
    const { admission } = await admitRun(tx, candidate, ctx.now());
    if ('refused' in admission) {
      if (admission.refused === 'inactive') throw new ApiError('invalid_state', 'The rule is no longer active.');
      const detail = 'Too many runs of the workspace are queued. Try again when some have ended.';
      throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '60' } });
    }
    await audit(ctx, tx, 'rule.run', ruleTarget(rule));
    tx.store.afterCommit(() => ctx.automation.rules.wake(ctx.workspaceId));
    return presentRun(admission.run);
  });
}
