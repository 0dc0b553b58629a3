import { eq } from 'drizzle-orm';

import { PublicationInput } from '../../../shared/automation/publication-inputs';
import type { RuleAction } from '../../../shared/automation/rule-action';
import type { TestRule } from '../../../shared/automation/rule-inputs';
import type { RuleTest, TestedStep } from '../../../shared/automation/rule-test';
import { type EventType, exampleOf } from '../../../shared/events/events';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { fieldError } from '../../errors';
import { isReadable } from '../../events/log/readable';
import { events } from '../../events/schema';
import { wouldGet } from '../../events/subscribers';
import { requireReadable } from '../../webhooks';
import type { AutomationCall } from '../context';
import { previewPublication } from '../publications/compose/preview';
import type { JsonValue, TemplateContext } from '../templates/types';
import { describe, parsed, runErrorOf } from './engine/failure';
import { keysOf } from './engine/keys';
import { delayEnd, prepareStep, renderAction, type RenderedAction, sampleOf } from './engine/steps';
import { stepContext } from './engine/steps/step';
import { templateContext } from './engine/template-context';
import type { RuleRow, RunContext } from './engine/types';
import { ruleSubscriberOf } from './subscriber';
import { requireRule } from './visible';

const NOT_RUN: RuleTest = {
  expected_result: 'ignore',
  filter_error: null,
  debounce_key: null,
  throttle_key: null,
  steps: [],
};

export async function testRule(ctx: AutomationCall, { rule_id, ...on }: TestRule): Promise<RuleTest> {
  const rule = await requireRule(ctx, ctx.db, rule_id);
  const tried = await triedOn(ctx, rule, on);
  if (!tried.isTaken) return NOT_RUN;

  const context = await contextFor(ctx, rule, tried, []);
  const { templates } = ctx.automation;
  const held =
    tried.trigger.type === 'manual' ? HOLDS : await templates.holds(rule.workspaceId, rule.config.filter, context);
  if (!held.ok) return { ...NOT_RUN, expected_result: 'fail', filter_error: runErrorOf(held.failure) };
  if (!held.holds) return { ...NOT_RUN, expected_result: 'filter' };

  const keys = await keysOf(templates, rule, async () => context);
  if (!keys.ok) return { ...NOT_RUN, expected_result: 'fail', filter_error: runErrorOf(keys.failure) };
  return {
    expected_result: 'run',
    filter_error: null,
    debounce_key: keys.value.debounceKey ?? null,
    throttle_key: keys.value.throttleKey ?? null,
    steps: await trySteps(ctx, rule, tried),
  };
}

const HOLDS = { ok: true as const, holds: true };

const contextFor = (
  ctx: AutomationCall,
  rule: RuleRow,
  { trigger, context }: RuleTrial,
  steps: readonly unknown[],
): Promise<TemplateContext> =>
  templateContext({ store: ctx.db.store }, { rule, config: rule.config, trigger, context, steps, now: ctx.now() });

async function trySteps(ctx: AutomationCall, rule: RuleRow, tried: RuleTrial): Promise<TestedStep[]> {
  const steps: TestedStep[] = [];
  for (const [index, action] of rule.config.actions.entries()) {
    const context = await contextFor(
      ctx,
      rule,
      tried,
      steps.map(({ output }) => output ?? null),
    );
    const step = await tryStep(ctx, { rule, tried, action, index, context });
    steps.push(step);
    if (step.status === 'failed' && rule.config.on_error === 'stop') break;
  }
  return steps;
}

interface Trial {
  rule: RuleRow;
  tried: RuleTrial;
  action: RuleAction;
  index: number;
  context: TemplateContext;
}

async function tryStep(ctx: AutomationCall, trial: Trial): Promise<TestedStep> {
  const { rule, action, index, context } = trial;
  const empty = { index, type: action.type, input: null, output: null, preview: null, error: null, warnings: [] };
  let rendered: RenderedAction = { input: null, warnings: [] };
  try {
    if (action.if !== undefined) {
      const held = await ctx.automation.templates.holds(rule.workspaceId, [action.if], context);
      if (!held.ok) return { ...empty, status: 'failed', error: { ...runErrorOf(held.failure), path: '/if' } };
      if (!held.holds) return { ...empty, status: 'skipped' };
    }
    rendered = await renderAction(ctx.automation.templates, rule.workspaceId, { action, config: rule.config, context });
    return { ...empty, status: 'would_run', ...rendered, ...(await outcomeOf(ctx, trial, rendered.input)) };
  } catch (error) {
    const ruleError = describe(error);
    if (ruleError.code === 'internal_error') throw error;
    return { ...empty, status: 'failed', ...rendered, error: ruleError };
  }
}

async function outcomeOf(
  ctx: AutomationCall,
  { rule, tried, action, index }: Trial,
  input: JsonValue,
): Promise<Partial<TestedStep>> {
  if (action.type === 'delay') {
    return { preview: { until: delayEnd(action, input, ctx.now()).toISOString() } };
  }
  const run = {
    id: newId(ID_PREFIXES.ruleRun),
    ruleVersion: rule.configVersion,
    chain: [rule.id],
    context: tried.context,
  };
  // The rule runs with the access of those who saved it, whoever tests it.
  const { actor: _, ...services } = ctx;
  const step = stepContext(services, ctx.db, { rule, config: rule.config, run, index });
  if (action.type === 'publish') {
    const preview = await previewPublication(step.automation, parsed(PublicationInput, input));
    return { preview, output: sampleOf(step, action) };
  }
  const { preview = null } = await prepareStep(step, action, input);
  return { preview, output: sampleOf(step, action) };
}

interface RuleTrial {
  trigger: { type: 'event' | 'schedule' | 'manual'; event_id: string | null; scheduled_for: string | null };
  context: RunContext;
  isTaken: boolean;
}

async function triedOn(
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
