import { eq } from 'drizzle-orm';

import type { Rule } from '../../../shared/automation/rule';
import type { RestoreRuleVersion, RuleId, UpdateRule } from '../../../shared/automation/rule-inputs';
import { audit } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { orNotFound } from '../../errors';
import { emit } from '../../events/emit';
import { bumpWebhooksVersion } from '../../events/queries/events';
import { requireVersion } from '../../preconditions';
import { grantOf } from '../../webhooks';
import type { AutomationCall } from '../context';
import { deleteRuleVersions, readRuleVersion } from '../queries/rules';
import { rules } from '../schema/rules';
import { changedRuleConfig, nextRunOf, refreshSubscriptions, ruleTarget, saveRuleVersion } from './config';
import { cancelStarted, cancelUnstarted } from './engine/change-run';
import { ruleEvent } from './engine/present';
import type { RuleConfig, RuleRow } from './engine/types';
import { showRule } from './list';
import { validateRuleConfig } from './validate';
import { requireRule } from './visible';

/** Validates the whole rule, which gets the access of this caller. */
export const updateRule = (ctx: AutomationCall, { rule_id, status, ...input }: UpdateRule): Promise<Rule> =>
  change(ctx, rule_id, 'rule.updated', async (row) => ({
    config: changedRuleConfig(row.config, input),
    status: status ?? row.status,
  }));

/** Restores a configuration as a new version. Throws 404 for a missing version. */
export const restoreRuleVersion = (ctx: AutomationCall, { rule_id, version }: RestoreRuleVersion): Promise<Rule> =>
  change(ctx, rule_id, 'rule.restored', async (row, tx) => {
    const stored = orNotFound(await readRuleVersion(tx.store, tx.workspaceId, rule_id, version));
    return { config: stored.config, status: row.status };
  });

type RuleChange = Pick<RuleRow, 'config' | 'status'>;

async function change(
  ctx: AutomationCall,
  id: string,
  action: 'rule.updated' | 'rule.restored',
  decide: (row: RuleRow, tx: ScopedDb) => Promise<RuleChange>,
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
    if (after.configVersion !== before.configVersion) await saveRuleVersion(ctx, tx, after);
    if (after.status === 'paused') await cancelUnstarted(tx, id, 'rule_paused', now);
    await audit(ctx, tx, action, ruleTarget(after), { before: shown(before), after: shown(after) });
    await emit(ctx, tx, [ruleEvent('automation.rule.updated', after)]);
    return after;
  });
  return showRule(ctx, row);
}

const shown = ({ status, config }: RuleRow) => ({ status, ...config });

async function changesOf(
  ctx: AutomationCall,
  tx: ScopedDb,
  before: RuleRow,
  { config, status }: RuleChange,
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
      await validateRuleConfig(ctx, tx, config);
      set.grant = grantOf(ctx);
    }
  }
  if (status !== before.status) Object.assign(set, { status, disabledReason: null, disabledAt: null });
  if (begins) Object.assign(set, { consecutiveFailures: 0, failingSinceAt: null });
  if (begins || isTriggerNew) set.nextRunAt = isActive ? nextRunOf(config, now) : null;
  if (begins || isTriggerNew) set.startSequence = await refreshSubscriptions(ctx, tx);
  else if (ends || set.grant) await bumpWebhooksVersion(tx.store, tx.workspaceId);
  return set;
}

function doesOther(after: RuleConfig, before: RuleConfig): boolean {
  const named = { name: before.name, description: before.description };
  return !Bun.deepEquals({ ...after, ...named }, before);
}

/** Open runs are canceled and stay in the log. */
export async function deleteRule(ctx: AutomationCall, { rule_id: id }: RuleId): Promise<void> {
  await requireRule(ctx, ctx.db, id);
  await ctx.db.transaction(async (tx) => {
    // Lock order as elsewhere: runs in progress, the rule, unstarted runs.
    await cancelStarted(tx, id, ctx.now());
    const row = await requireRule(ctx, tx, id, { lock: true });
    requireVersion(ctx, row.version);
    await cancelUnstarted(tx, id, 'rule_deleted', ctx.now());
    await deleteRuleVersions(tx.store, tx.workspaceId, id);
    await tx.delete(rules, eq(rules.id, id));
    await bumpWebhooksVersion(tx.store, tx.workspaceId);
    await audit(ctx, tx, 'rule.deleted', ruleTarget(row));
    await emit(ctx, tx, [ruleEvent('automation.rule.deleted', row)]);
  });
}
