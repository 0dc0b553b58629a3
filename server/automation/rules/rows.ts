import type { ScopedDb } from '../../db/scoped';
import { bumpWebhooksVersion } from '../../events/system/events';
import { makerOf } from '../../webhooks/endpoints/create';
import type { AutomationCall } from '../context';
import { insertRuleVersion } from '../queries/rules';
import { nextTime } from './engine/schedule-times';
import type { RuleConfig, RuleRow } from './engine/types';

/** When a rule that is active runs next by its schedule; null for any other. */
export const nextRunOf = ({ trigger }: RuleConfig, now: Date): Date | null =>
  trigger.type === 'schedule' ? nextTime(trigger, now) : null;

/** Keeps what the rule does from now on as a version. */
export const keepVersion = (ctx: AutomationCall, tx: ScopedDb, row: RuleRow): Promise<void> =>
  insertRuleVersion(tx.store, {
    ruleId: row.id,
    workspaceId: row.workspaceId,
    number: row.configVersion,
    config: row.config,
    createdBy: makerOf(ctx.actor),
    createdAt: row.updatedAt,
  });

/**
 * Says that rules changed which events set off: whoever emits matches anew, and the log is read from now on. Returns
 * the number of the last event, which is the last that they do not get.
 */
export async function listenAnew(ctx: AutomationCall, tx: ScopedDb): Promise<number> {
  await ctx.automation.rules.listen(tx);
  return bumpWebhooksVersion(tx.store, tx.workspaceId);
}

export const ruleTarget = ({ id, config }: Pick<RuleRow, 'id' | 'config'>) => ({
  type: 'rule',
  id,
  label: config.name,
});
