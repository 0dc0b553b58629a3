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
import { wouldReceive } from '../../events/subscribers';
import { requireReadable } from '../../webhooks';
import type { AutomationCall } from '../context';
import { previewPublication } from '../publications/compose/preview';
import type { JsonValue, TemplateContext } from '../templates/types';
import { describeError, parsed, runErrorOf } from './engine/failure';
import { keysOf } from './engine/keys';
import { delayEnd, prepareStep, renderAction, type RenderedAction, sampleOf } from './engine/steps';
import { callsModel, prepareCall, sampleAnswer } from './engine/steps/models';
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
  const input = await trialInput(ctx, rule, on);
  if (!input.matchesTrigger) return NOT_RUN;

  const context = await contextFor(ctx, rule, input, []);
  const { templates } = ctx.automation;
  const condition =
    input.trigger.type === 'manual' ? MATCHES : await templates.holds(rule.workspaceId, rule.config.filter, context);
  if (!condition.ok) return { ...NOT_RUN, expected_result: 'fail', filter_error: runErrorOf(condition.failure) };
  if (!condition.holds) return { ...NOT_RUN, expected_result: 'filter' };

  const keys = await keysOf(templates, rule, async () => context);
  if (!keys.ok) return { ...NOT_RUN, expected_result: 'fail', filter_error: runErrorOf(keys.failure) };
  return {
    expected_result: 'run',
    filter_error: null,
    debounce_key: keys.value.debounceKey ?? null,
    throttle_key: keys.value.throttleKey ?? null,
    steps: await trySteps(ctx, rule, input),
  };
}

const MATCHES = { ok: true as const, holds: true };

const contextFor = (
  ctx: AutomationCall,
  rule: RuleRow,
  { trigger, context }: TrialInput,
  steps: readonly unknown[],
): Promise<TemplateContext> =>
  templateContext({ store: ctx.db.store }, { rule, config: rule.config, trigger, context, steps, now: ctx.now() });

async function trySteps(ctx: AutomationCall, rule: RuleRow, input: TrialInput): Promise<TestedStep[]> {
  const steps: TestedStep[] = [];
  for (const [index, action] of rule.config.actions.entries()) {
    const context = await contextFor(
      ctx,
      rule,
      input,
      steps.map(({ output }) => output ?? null),
    );
    const step = await tryStep(ctx, { rule, input, action, index, context });
    steps.push(step);
    if (step.status === 'failed' && rule.config.on_error === 'stop') break;
  }
  return steps;
}

interface StepTrial {
  rule: RuleRow;
  input: TrialInput;
  action: RuleAction;
  index: number;
  context: TemplateContext;
}

async function tryStep(ctx: AutomationCall, trial: StepTrial): Promise<TestedStep> {
  const { rule, action, index, context } = trial;
  const empty = { index, type: action.type, input: null, output: null, preview: null, error: null, warnings: [] };
  let rendered: RenderedAction = { input: null, warnings: [] };
  try {
    if (action.if !== undefined) {
      const condition = await ctx.automation.templates.holds(rule.workspaceId, [action.if], context);
      if (!condition.ok)
        return { ...empty, status: 'failed', error: { ...runErrorOf(condition.failure), path: '/if' } };
      if (!condition.holds) return { ...empty, status: 'skipped' };
    }
    rendered = await renderAction(ctx.automation.templates, rule.workspaceId, { action, config: rule.config, context });
    return { ...empty, status: 'would_run', ...rendered, ...(await previewStep(ctx, trial, rendered.input)) };
  } catch (error) {
    const ruleError = describeError(error);
    if (ruleError.code === 'internal_error') throw error;
    return { ...empty, status: 'failed', ...rendered, error: ruleError };
  }
}

async function previewStep(
  ctx: AutomationCall,
  { rule, input, action, index }: StepTrial,
  rendered: JsonValue,
): Promise<Partial<TestedStep>> {
  if (action.type === 'delay') {
    return { preview: { until: delayEnd(action, rendered, ctx.now()).toISOString() } };
  }
  const run = {
    id: newId(ID_PREFIXES.ruleRun),
    ruleVersion: rule.configVersion,
    chain: [rule.id],
    context: input.context,
  };
  // A rule runs with the access of its author, also in a test.
  const { actor: _, ...services } = ctx;
  const step = stepContext(services, ctx.db, { rule, config: rule.config, keyId: '', run, index });
  if (callsModel(action)) {
    const { preview } = await prepareCall(step, action, rendered);
    return { preview, output: sampleAnswer(action) };
  }
  if (action.type === 'publish') {
    const preview = await previewPublication(step.automation, parsed(PublicationInput, rendered));
    return { preview, output: sampleOf(step, action) };
  }
  const { preview = null } = await prepareStep(step, action, rendered);
  return { preview, output: sampleOf(step, action) };
}

interface TrialInput {
  trigger: { type: 'event' | 'schedule' | 'manual'; event_id: string | null; scheduled_for: string | null };
  context: RunContext;
  matchesTrigger: boolean;
}

async function trialInput(
  ctx: AutomationCall,
  rule: RuleRow,
  { event_id: eventId, event, input: manual }: Omit<TestRule, 'rule_id'>,
): Promise<TrialInput> {
  const noEvent = { event_id: null, scheduled_for: null };
  if (eventId !== undefined) return fromLoggedEvent(ctx, rule, eventId);
  if (event !== undefined) {
    requireReadable(ctx, [event.type]);
    const example = { ...exampleOf(event.type), workspace_id: ctx.workspaceId, data: event.data };
    return fromEvent(rule, example, event.type, null);
  }
  if (manual === undefined && rule.config.trigger.type === 'schedule') {
    const at = (rule.nextRunAt ?? ctx.now()).toISOString();
    const trigger = { type: 'schedule' as const, event_id: null, scheduled_for: at };
    return { trigger, context: { event: null, input: null }, matchesTrigger: true };
  }
  const context = { event: null, input: (manual ?? {}) as Record<string, unknown> };
  return { trigger: { type: 'manual', ...noEvent }, context, matchesTrigger: true };
}

async function fromLoggedEvent(ctx: AutomationCall, rule: RuleRow, id: string): Promise<TrialInput> {
  const [row] = await ctx.db.select(events, { where: eq(events.id, id), limit: 1 });
  if (!row || !isReadable(ctx, row)) {
    throw fieldError('related_not_found', '/event_id', 'related_not_found', 'No such event in this workspace.');
  }
  return fromEvent(rule, JSON.parse(row.body) as Record<string, unknown>, row.type, row.requires);
}

function fromEvent(
  rule: RuleRow,
  event: Record<string, unknown>,
  type: EventType,
  requires: string | null,
): TrialInput {
  const stored = { type, body: JSON.stringify(event), addressedTo: null, requires };
  return {
    trigger: { type: 'event', event_id: String(event['id']), scheduled_for: null },
    context: { event, input: null },
    matchesTrigger: rule.config.trigger.type === 'event' && wouldReceive(ruleSubscriberOf(rule), stored),
  };
}
