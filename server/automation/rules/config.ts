import { ON_MISSING_DEFAULT } from '../../../shared/automation/on-missing';
import { REPLY_THROTTLE, type RuleTrigger } from '../../../shared/automation/rule';
import type { CreateRule, UpdateRule } from '../../../shared/automation/rule-inputs';
import type { ScopedDb } from '../../db/scoped';
import { bumpWebhooksVersion } from '../../events/queries/events';
import { creatorOf } from '../../webhooks';
import type { AutomationCall } from '../context';
import { insertRuleVersion } from '../queries/rules';
import { nextTime } from './engine/schedule-times';
import type { RuleConfig, RuleRow } from './engine/types';

export const configOf = (input: CreateRule): RuleConfig => ({
  name: input.name,
  description: input.description ?? null,
  trigger: withoutRepeats(input.trigger),
  filter: conditionsOf(input.filter),
  debounce: input.debounce ?? null,
  throttle: input.throttle === undefined ? usualThrottle(input.actions) : input.throttle,
  chat: input.chat ?? null,
  actions: input.actions,
  on_error: input.on_error ?? 'stop',
  on_missing: input.on_missing ?? ON_MISSING_DEFAULT,
});

export function changedRuleConfig(before: RuleConfig, input: Omit<UpdateRule, 'rule_id' | 'status'>): RuleConfig {
  const actions = input.actions ?? before.actions;
  const after = {
    name: input.name ?? before.name,
    description: input.description === undefined ? before.description : input.description,
    trigger: input.trigger === undefined ? before.trigger : withoutRepeats(input.trigger),
    filter: input.filter === undefined ? before.filter : conditionsOf(input.filter),
    debounce: input.debounce === undefined ? before.debounce : input.debounce,
    throttle: input.throttle === undefined ? before.throttle : input.throttle,
    chat: input.chat === undefined ? (before.chat ?? null) : input.chat,
    actions,
    on_error: input.on_error ?? before.on_error,
    on_missing: input.on_missing ?? before.on_missing ?? ON_MISSING_DEFAULT,
  };
  // Applies when a rule begins to reply without a throttle of its own.
  const isNew = input.throttle === undefined && after.throttle === null && replies(actions) && !replies(before.actions);
  return isNew ? { ...after, throttle: REPLY_THROTTLE } : after;
}

const replies = (actions: RuleConfig['actions']): boolean => actions.some(({ type }) => type === 'reply');

const usualThrottle = (actions: RuleConfig['actions']): RuleConfig['throttle'] =>
  replies(actions) ? REPLY_THROTTLE : null;

const conditionsOf = (filter: CreateRule['filter']): string[] =>
  typeof filter === 'string' ? [filter] : (filter ?? []);

const withoutRepeats = (trigger: RuleTrigger): RuleTrigger =>
  trigger.type === 'event' ? { ...trigger, events: [...new Set(trigger.events)] } : trigger;

export const nextRunOf = ({ trigger }: RuleConfig, now: Date): Date | null =>
  trigger.type === 'schedule' ? nextTime(trigger, now) : null;

export const saveRuleVersion = (ctx: AutomationCall, tx: ScopedDb, row: RuleRow): Promise<void> =>
  insertRuleVersion(tx.store, {
    ruleId: row.id,
    workspaceId: row.workspaceId,
    number: row.configVersion,
    config: row.config,
    createdBy: creatorOf(ctx.actor),
    createdAt: row.updatedAt,
  });

/** Returns the number of the last event that the rules do not get. */
export async function refreshSubscriptions(ctx: AutomationCall, tx: ScopedDb): Promise<number> {
  await ctx.automation.rules.listen(tx);
  return bumpWebhooksVersion(tx.store, tx.workspaceId);
}

export const ruleTarget = ({ id, config }: Pick<RuleRow, 'id' | 'config'>) => ({
  type: 'rule',
  id,
  label: config.name,
});
