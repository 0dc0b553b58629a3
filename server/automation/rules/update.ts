import { eq } from 'drizzle-orm';

import type { Rule } from '../../../shared/automation/rule';
import type { RestoreRuleVersion, RuleId, UpdateRule } from '../../../shared/automation/rule-inputs';
import { audit } from '../../access/audit/write';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { bumpWebhooksVersion } from '../../events/system/events';
import { requireVersion } from '../../preconditions';
import { grantOf } from '../../webhooks/endpoints/patterns';
import type { AutomationCall } from '../context';
import { deleteRuleVersions, readRuleVersion } from '../queries/rules';
import { rules } from '../schema/rules';
import { changedConfig } from './config';
import { cancelStarted, cancelUnstarted } from './engine/cancel-runs';
import { ruleEvent } from './engine/tell';
import type { RuleConfig, RuleRow } from './engine/types';
import { judgeConfig } from './judge';
import { showRule } from './list';
import { keepVersion, listenAnew, nextRunOf, ruleTarget } from './rows';
import { requireRule } from './visible';

/** Changes what the input names. What the rule does is judged as a whole, and reaches as far as this caller does. */
export const updateRule = (ctx: AutomationCall, { rule_id, status, ...input }: UpdateRule): Promise<Rule> =>
  change(ctx, rule_id, 'rule.updated', async (row) => ({
    config: changedConfig(row.config, input),
    status: status ?? row.status,
  }));

/** Makes the rule do again what it did, as a new version. Throws 404 for a version that is not there. */
export const restoreRuleVersion = (ctx: AutomationCall, { rule_id, version }: RestoreRuleVersion): Promise<Rule> =>
  change(ctx, rule_id, 'rule.restored', async (row, tx) => {
    const kept = await readRuleVersion(tx.store, tx.workspaceId, rule_id, version);
    if (!kept) throw new ApiError('not_found');
    return { config: kept.config, status: row.status };
  });

type Wanted = Pick<RuleRow, 'config' | 'status'>;

async function change(
  ctx: AutomationCall,
  id: string,
  action: 'rule.updated' | 'rule.restored',
  decide: (row: RuleRow, tx: ScopedDb) => Promise<Wanted>,
): Promise<Rule> {
  const row = await ctx.db.transaction(async (tx) => {
    const before = await requireRule(ctx, tx, id, { lock: true });
    requireVersion(ctx, before.version);
    const wanted = await decide(before, tx);
    const set = await changesOf(ctx, tx, before, wanted);
    if (Object.keys(set).length === 0) return before;

    const now = ctx.now();
    const [after = before] = await tx.update(rules, eq(rules.id, id), {
      ...set,
      updatedAt: now,
      version: before.version + 1,
    });
    if (after.configVersion !== before.configVersion) await keepVersion(ctx, tx, after);
    if (after.status === 'paused') await cancelUnstarted(tx, id, 'rule_paused', now);
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action,
      target: ruleTarget(after),
      changes: { before: shown(before), after: shown(after) },
    });
    await emit(ctx, tx.store, ctx.workspaceId, [ruleEvent('automation.rule.updated', after)]);
    return after;
  });
  return showRule(ctx, row);
}

const shown = ({ status, config }: RuleRow) => ({ status, ...config });

async function changesOf(
  ctx: AutomationCall,
  tx: ScopedDb,
  before: RuleRow,
  { config, status }: Wanted,
): Promise<Partial<RuleRow>> {
  const isActive = status === 'active';
  const begins = isActive && before.status !== 'active';
  const ends = !isActive && before.status === 'active';
  const isTriggerNew = !Bun.deepEquals(config.trigger, before.config.trigger);
  const now = ctx.now();

  const set: Partial<RuleRow> = {};
  if (!Bun.deepEquals(config, before.config)) {
    Object.assign(set, { config, configVersion: before.configVersion + 1, triggerType: config.trigger.type });
    if (doesOther(config, before.config)) {
      await judgeConfig(ctx, tx, config);
      set.grant = grantOf(ctx);
    }
  }
  if (status !== before.status) Object.assign(set, { status, disabledReason: null, disabledAt: null });
  if (begins) Object.assign(set, { consecutiveFailures: 0, failingSinceAt: null });
  if (begins || isTriggerNew) set.nextRunAt = isActive ? nextRunOf(config, now) : null;
  if (begins || isTriggerNew) set.startSequence = await listenAnew(ctx, tx);
  else if (ends || set.grant) await bumpWebhooksVersion(tx.store, tx.workspaceId);
  return set;
}

/** Whether it does something else, and not only is called otherwise. */
function doesOther(after: RuleConfig, before: RuleConfig): boolean {
  const named = { name: before.name, description: before.description };
  return !Bun.deepEquals({ ...after, ...named }, before);
}

/** Removes a rule with its versions; what it has under way is canceled, and its runs stay in the log. */
export async function deleteRule(ctx: AutomationCall, { rule_id: id }: RuleId): Promise<void> {
  await requireRule(ctx, ctx.db, id);
  await ctx.db.transaction(async (tx) => {
    // Runs under way before their rule, those not begun after it, as whoever ends or admits a run holds them.
    await cancelStarted(tx, id, ctx.now());
    const row = await requireRule(ctx, tx, id, { lock: true });
    requireVersion(ctx, row.version);
    await cancelUnstarted(tx, id, 'rule_deleted', ctx.now());
    await deleteRuleVersions(tx.store, tx.workspaceId, id);
    await tx.delete(rules, eq(rules.id, id));
    await bumpWebhooksVersion(tx.store, tx.workspaceId);
    await audit(ctx, tx.store, { workspaceId: ctx.workspaceId, action: 'rule.deleted', target: ruleTarget(row) });
    await emit(ctx, tx.store, ctx.workspaceId, [ruleEvent('automation.rule.deleted', row)]);
  });
}
