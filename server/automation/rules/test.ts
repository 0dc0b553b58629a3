import { eq } from 'drizzle-orm';

import { PublicationInput } from '../../../shared/automation/publication-inputs';
import type { RuleAction } from '../../../shared/automation/rule-action';
import type { PreviewRule, TestRule } from '../../../shared/automation/rule-inputs';
import type { RulePreview, RuleTest, TestedStep } from '../../../shared/automation/rule-test';
import { type EventType, exampleOf } from '../../../shared/events/events';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { ApiError, relatedNotFound } from '../../errors';
import { isReadable } from '../../events/log/readable';
import { events } from '../../events/schema';
import { wouldReceive } from '../../events/subscribers';
import { grantOf, requireReadable } from '../../webhooks';
import type { AutomationCall } from '../context';
import { previewPublication } from '../publications/compose/preview';
import { runErrorOf } from '../templates/run-error';
import { testConditions } from '../templates/test-conditions';
import type { JsonValue, TemplateContext } from '../templates/types';
import { configOf, nextRunOf } from './config';
import { describeError, parsed } from './engine/failure';
import { keysOf } from './engine/keys';
import { delayEnd, prepareStep, renderAction, type RenderedAction, sampleOf } from './engine/steps';
import { callsModel, prepareCall, sampleAnswer } from './engine/steps/models';
import { stepContext } from './engine/steps/step';
import { templateContext } from './engine/template-context';
import type { RuleConfig, RuleRow, RunContext } from './engine/types';
import { ruleSubscriberOf } from './subscriber';
import { validateRuleConfig } from './validate';
import { requireRule } from './visible';

const NOT_RUN: RuleTest = {
  expected_result: 'ignore',
  conditions: [],
  filter_error: null,
  debounce_key: null,
  throttle_key: null,
  steps: [],
};

type TestedRule = Pick<RuleRow, 'id' | 'workspaceId' | 'config' | 'configVersion' | 'grant' | 'nextRunAt'>;
type Sample = Omit<TestRule, 'rule_id'>;

export async function testRule(ctx: AutomationCall, { rule_id, ...sample }: TestRule): Promise<RuleTest> {
  return tryRule(ctx, await requireRule(ctx, ctx.db, rule_id), sample);
}

/** Throws 403 without the scopes that creating the rule needs. */
export async function previewRule(ctx: AutomationCall, { sample = {}, ...input }: PreviewRule): Promise<RulePreview> {
  const config = configOf(input);
  const issues = await issuesOf(ctx, config);
  if (issues.length > 0) return { valid: false, issues, result: null };

  const rule = {
    id: newId(ID_PREFIXES.rule),
    workspaceId: ctx.workspaceId,
    config,
    configVersion: 1,
    grant: grantOf(ctx),
    nextRunAt: nextRunOf(config, ctx.now()),
  };
  return { valid: true, issues, result: await tryRule(ctx, rule, sample, '/sample') };
}

async function issuesOf(ctx: AutomationCall, config: RuleConfig): Promise<RulePreview['issues']> {
  try {
    await validateRuleConfig(ctx, ctx.db, config);
    return [];
  } catch (error) {
    const issues = error instanceof ApiError ? error.details.errors : undefined;
    if (!issues) throw error;
    return issues.map(({ pointer, code, message }) => ({ pointer, code, message }));
  }
}

/** `at` is the JSON Pointer of the sample. */
async function tryRule(ctx: AutomationCall, rule: TestedRule, sample: Sample, at = ''): Promise<RuleTest> {
  const input = await trialInput(ctx, rule, sample, at);
  if (!input.matchesTrigger) return NOT_RUN;

  const context = await contextFor(ctx, rule, input, []);
  const { templates } = ctx.automation;
  const conditions =
    input.trigger.type === 'manual'
      ? []
      : await testConditions(templates, rule.workspaceId, rule.config.filter, context);
  const first = conditions.find(({ is_true: isTrue }) => isTrue !== true);
  if (first?.error) return { ...NOT_RUN, expected_result: 'fail', conditions, filter_error: first.error };
  if (first) return { ...NOT_RUN, expected_result: 'filter', conditions };

  const keys = await keysOf(templates, rule, async () => context);
  if (!keys.ok) return { ...NOT_RUN, expected_result: 'fail', conditions, filter_error: runErrorOf(keys.failure) };
  return {
    expected_result: 'run',
    conditions,
    filter_error: null,
    debounce_key: keys.value.debounceKey ?? null,
    throttle_key: keys.value.throttleKey ?? null,
    steps: await trySteps(ctx, rule, input),
  };
}

const contextFor = (
  ctx: AutomationCall,
  rule: TestedRule,
  { trigger, context }: TrialInput,
  steps: readonly unknown[],
): Promise<TemplateContext> =>
  templateContext({ store: ctx.db.store }, { rule, config: rule.config, trigger, context, steps, now: ctx.now() });

async function trySteps(ctx: AutomationCall, rule: TestedRule, input: TrialInput): Promise<TestedStep[]> {
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
  rule: TestedRule;
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
  // A rule runs with the access of its author, in tests too.
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
  rule: TestedRule,
  { event_id: eventId, event, input: manual }: Sample,
  pointer: string,
): Promise<TrialInput> {
  const noEvent = { event_id: null, scheduled_for: null };
  if (eventId !== undefined) return fromLoggedEvent(ctx, rule, eventId, `${pointer}/event_id`);
  if (event !== undefined) {
    requireReadable(ctx, [event.type]);
    const example = { ...exampleOf(event.type), workspace_id: ctx.workspaceId, data: event.data };
    return fromEvent(rule, example, event.type, null, receivesSample);
  }
  if (manual === undefined && rule.config.trigger.type === 'schedule') {
    const at = (rule.nextRunAt ?? ctx.now()).toISOString();
    const trigger = { type: 'schedule' as const, event_id: null, scheduled_for: at };
    return { trigger, context: { event: null, input: null }, matchesTrigger: true };
  }
  const context = { event: null, input: (manual ?? {}) as Record<string, unknown> };
  return { trigger: { type: 'manual', ...noEvent }, context, matchesTrigger: true };
}

async function fromLoggedEvent(
  ctx: AutomationCall,
  rule: TestedRule,
  id: string,
  pointer: string,
): Promise<TrialInput> {
  const [row] = await ctx.db.select(events, { where: eq(events.id, id), limit: 1 });
  if (!row || !isReadable(ctx, row)) {
    throw relatedNotFound(pointer, 'No such event in this workspace.');
  }
  return fromEvent(rule, JSON.parse(row.body) as Record<string, unknown>, row.type, row.requires);
}

function fromEvent(
  rule: TestedRule,
  event: Record<string, unknown>,
  type: EventType,
  requires: string | null,
  receives = wouldReceive,
): TrialInput {
  const stored = { type, body: JSON.stringify(event), addressedTo: null, requires };
  return {
    trigger: { type: 'event', event_id: String(event['id']), scheduled_for: null },
    context: { event, input: null },
    matchesTrigger: rule.config.trigger.type === 'event' && receives(ruleSubscriberOf(rule), stored),
  };
}

/** Selectors do not refuse an event whose made-up data does not say which objects it is about. */
const receivesSample: typeof wouldReceive = (subscriber, event) => {
  try {
    return wouldReceive(subscriber, event);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return subscriber.wants(event.type, {}, event.requires);
  }
};
