import { eq } from 'drizzle-orm';

import type { TestRule } from '../../../shared/automation/rule-inputs';
import { exampleOf, type EventType } from '../../../shared/events/events';
import { fieldError } from '../../errors';
import { isReadable } from '../../events/log/readable';
import { events } from '../../events/schema';
import { wouldGet } from '../../events/subscribers';
import { requireReadable } from '../../webhooks';
import type { AutomationCall } from '../context';
import type { RuleRow, RunContext } from './engine/types';
import { ruleSubscriberOf } from './subscriber';

export interface RuleTrial {
  trigger: { type: 'event' | 'schedule' | 'manual'; event_id: string | null; scheduled_for: string | null };
  context: RunContext;
  isTaken: boolean;
}

export async function triedOn(
  ctx: AutomationCall,
  rule: RuleRow,
  { event_id: eventId, event, input }: Omit<TestRule, 'rule_id'>,
): Promise<RuleTrial> {
  const nothing = { event_id: null, scheduled_for: null };
  if (eventId !== undefined) return onLogged(ctx, rule, eventId);
  if (event !== undefined) {
    requireReadable(ctx, [event.type]);
    const made = { ...exampleOf(event.type), workspace_id: ctx.workspaceId, data: event.data };
    return onEvent(rule, made, event.type, null);
  }
  if (input === undefined && rule.config.trigger.type === 'schedule') {
    const at = (rule.nextRunAt ?? ctx.now()).toISOString();
    const trigger = { type: 'schedule' as const, event_id: null, scheduled_for: at };
    return { trigger, context: { event: null, input: null }, isTaken: true };
  }
  const context = { event: null, input: (input ?? {}) as Record<string, unknown> };
  return { trigger: { type: 'manual', ...nothing }, context, isTaken: true };
}

async function onLogged(ctx: AutomationCall, rule: RuleRow, id: string): Promise<RuleTrial> {
  const [row] = await ctx.db.select(events, { where: eq(events.id, id), limit: 1 });
  if (!row || !isReadable(ctx, row)) {
    throw fieldError('related_not_found', '/event_id', 'related_not_found', 'No such event in this workspace.');
  }
  return onEvent(rule, JSON.parse(row.body) as Record<string, unknown>, row.type, row.requires);
}

function onEvent(rule: RuleRow, event: Record<string, unknown>, type: EventType, requires: string | null): RuleTrial {
  const stored = { type, body: JSON.stringify(event), addressedTo: null, requires };
  return {
    trigger: { type: 'event', event_id: String(event['id']), scheduled_for: null },
    context: { event, input: null },
    isTaken: rule.config.trigger.type === 'event' && wouldGet(ruleSubscriberOf(rule), stored),
  };
}
