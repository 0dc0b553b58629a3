import { type Rule, RULE_LIMITS } from '../../../shared/automation/rule';
import type { CreateRule } from '../../../shared/automation/rule-inputs';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { audit, lockWorkspace } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { emit } from '../../events/emit';
import { requireQuota } from '../../limits/quota';
import { grantOf, creatorOf } from '../../webhooks';
import type { AutomationCall } from '../context';
import { rules } from '../schema/rules';
import { configOf, nextRunOf, refreshSubscriptions, ruleTarget, saveRuleVersion } from './config';
import { presentRule, ruleEvent } from './engine/present';
import { validateRuleConfig } from './validate';

/** Throws 403 without permission, 400 for invalid templates, 422 for an inconsistent rule and the quota. */
export async function createRule(ctx: AutomationCall, input: CreateRule): Promise<Rule> {
  const config = configOf(input);
  const row = await ctx.db.transaction(async (tx) => {
    await validateRuleConfig(ctx, tx, config);
    await lockQuota(tx);
    const now = ctx.now();
    const status = input.status ?? 'active';
    const made = await tx.insert(rules, {
      id: newId(ID_PREFIXES.rule),
      status,
      config,
      grant: grantOf(ctx),
      triggerType: config.trigger.type,
      startSequence: await refreshSubscriptions(ctx, tx),
      nextRunAt: status === 'active' ? nextRunOf(config, now) : null,
      createdBy: creatorOf(ctx.actor),
      createdAt: now,
      updatedAt: now,
    });
    await saveRuleVersion(ctx, tx, made);
    await audit(ctx, tx, 'rule.created', ruleTarget(made), {
      trigger: config.trigger,
      actions: config.actions.map(({ type }) => type),
    });
    await emit(ctx, tx, [ruleEvent('automation.rule.created', made)]);
    return made;
  });
  ctx.reply.etag = `"${row.version}"`;
  return presentRule(row);
}

export const countRules = (db: ScopedDb): Promise<number> => db.count(rules);

/** Locks the workspace against concurrent creation. Throws 422. */
async function lockQuota(tx: ScopedDb): Promise<void> {
  await lockWorkspace(tx.store, tx.workspaceId);
  const advice = 'Delete a rule that you no longer use.';
  requireQuota(await countRules(tx), { limit: RULE_LIMITS.rules, of: 'rules', advice });
}
