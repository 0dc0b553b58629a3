import type { RunRule } from '../../../../shared/automation/rule-inputs';
import type { RuleRun } from '../../../../shared/automation/rule-run';
import { admit } from '../../../automation/rules/admit';
import { keysOf } from '../../../automation/rules/keys';
import { presentRun } from '../../../automation/rules/present';
import { templateContext } from '../../../automation/rules/template-context';
import type { RunContext } from '../../../automation/rules/types';
import type { WorkspaceContext } from '../../../context';
import { ApiError } from '../../../errors';
import { audit } from '../../audit/write';
import { ruleTarget } from './rows';
import { requireRule } from './visible';

/**
 * Runs a rule with an input, whatever its trigger is; its filter is not asked. Throws 409 unless it is active, 429 for
 * one that its throttle or the backlog leaves out.
 */
export async function runRule(ctx: WorkspaceContext, { rule_id: id, input = {} }: RunRule): Promise<RuleRun> {
  const rule = await requireRule(ctx, ctx.db, id);
  if (rule.status !== 'active') throw new ApiError('invalid_state', `The rule is ${rule.status}.`);
  const context: RunContext = { event: null, input: input as Record<string, unknown> };
  const about = { rule, config: rule.config, trigger: { type: 'manual' as const }, context, now: ctx.now() };
  const throttled = { ...rule, config: { ...rule.config, debounce: null } };
  // Templates are never waited for inside the transaction of its own.
  const keys = await keysOf(ctx.automation.templates, throttled, () => templateContext({ store: ctx.db.store }, about));
  if (!keys.ok) throw new ApiError('unprocessable', keys.failure.message);

  return ctx.db.transaction(async (tx) => {
    const held = await requireRule(ctx, tx, id, { lock: true });
    if (held.status !== 'active') throw new ApiError('invalid_state', `The rule is ${held.status}.`);
    const candidate = { rule: held, trigger: 'manual' as const, origin: ctx.requestId, context, ...keys.value };
    const { admission } = await admit(tx, candidate, ctx.now());
    if ('refused' in admission) {
      const detail = 'Too many runs of the rule, or of the workspace, wait or were made lately.';
      throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '60' } });
    }
    await audit(ctx, tx.store, { workspaceId: ctx.workspaceId, action: 'rule.run', target: ruleTarget(held) });
    tx.store.afterCommit(() => ctx.automation.rules.wake(ctx.workspaceId));
    return presentRun(admission.run);
  });
}
