import { type Rule, RULE_LIMITS } from '../../../shared/automation/rule';
import type { CreateRule } from '../../../shared/automation/rule-inputs';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { audit } from '../../access/audit/write';
import { lockWorkspace } from '../../access/system/workspaces';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { makerOf } from '../../webhooks/endpoints/create';
import { grantOf } from '../../webhooks/endpoints/patterns';
import type { AutomationCall } from '../context';
import { rules } from '../schema/rules';
import { configOf } from './config';
import { presentRule } from './engine/present';
import { ruleEvent } from './engine/tell';
import { judgeConfig } from './judge';
import { keepVersion, listenAnew, nextRunOf, ruleTarget } from './rows';

/**
 * Makes a rule, which what happens from now on sets off. Throws 403 for what the caller may not have it do, 400 for
 * templates that cannot be read, 422 for what does not fit together and above the number of rules.
 */
export async function createRule(ctx: AutomationCall, input: CreateRule): Promise<Rule> {
  const config = configOf(input);
  const row = await ctx.db.transaction(async (tx) => {
    await judgeConfig(ctx, tx, config);
    await holdRoom(tx);
    const now = ctx.now();
    const status = input.status ?? 'active';
    const made = await tx.insert(rules, {
      id: newId(ID_PREFIXES.rule),
      status,
      config,
      grant: grantOf(ctx),
      triggerType: config.trigger.type,
      startSequence: await listenAnew(ctx, tx),
      nextRunAt: status === 'active' ? nextRunOf(config, now) : null,
      createdBy: makerOf(ctx.actor),
      createdAt: now,
      updatedAt: now,
    });
    await keepVersion(ctx, tx, made);
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'rule.created',
      target: ruleTarget(made),
      changes: { trigger: config.trigger, actions: config.actions.map(({ type }) => type) },
    });
    await emit(ctx, tx.store, ctx.workspaceId, [ruleEvent('automation.rule.created', made)]);
    return made;
  });
  ctx.reply.etag = `"${row.version}"`;
  return presentRule(row);
}

export const countRules = (db: ScopedDb): Promise<number> => db.count(rules);

/** Room for one more rule; keeps others from making one meanwhile. Throws 422. */
async function holdRoom(tx: ScopedDb): Promise<void> {
  await lockWorkspace(tx.store, tx.workspaceId);
  if ((await countRules(tx)) < RULE_LIMITS.rules) return;
  throw new ApiError(
    'unprocessable',
    `A workspace has at most ${RULE_LIMITS.rules} rules: delete one that is not used any more.`,
  );
}
