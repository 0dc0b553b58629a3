import type { ScopedDb } from '../../db/scoped';
import { bumpWebhooksVersion } from '../../events/queries/events';
import { makerOf } from '../../webhooks';
import type { AutomationCall } from '../context';
import { insertRuleVersion } from '../queries/rules';
import { nextTime } from './engine/schedule-times';
import type { RuleConfig, RuleRow } from './engine/types';

export const nextRunOf = ({ trigger }: RuleConfig, now: Date): Date | null =>
  trigger.type === 'schedule' ? nextTime(trigger, now) : null;

export const saveRuleVersion = (ctx: AutomationCall, tx: ScopedDb, row: RuleRow): Promise<void> =>
  insertRuleVersion(tx.store, {
    ruleId: row.id,
    workspaceId: row.workspaceId,
    number: row.configVersion,
    config: row.config,
    createdBy: makerOf(ctx.actor),
    createdAt: row.updatedAt,
  });

/** Refreshes the subscribers of events. Returns the number of the last event that the rules do not get. */
export async function refreshSubscriptions(ctx: AutomationCall, tx: ScopedDb): Promise<number> {
  await ctx.automation.rules.listen(tx);
  return bumpWebhooksVersion(tx.store, tx.workspaceId);
}

export const ruleTarget = ({ id, config }: Pick<RuleRow, 'id' | 'config'>) => ({
  type: 'rule',
  id,
  label: config.name,
});
