import type { RuleAction } from '../../../../shared/automation/rule-action';
import { type RuleRunStep, STEP_BYTES } from '../../../../shared/automation/rule-run';
import { isDataFault } from '../../../db/faults';
import { scoped } from '../../../db/scoped';
import { readRuleVersion } from '../../queries/rules';
import { rules } from '../../schema/rules';
import type { JsonValue, TemplateContext } from '../../templates/types';
import { stepErrorOf } from './failure';
import {
  abortRun,
  completeStep,
  cancelDeletedRule,
  completeRun,
  handleFailedStep,
  LostRun,
  type RunDeps,
  startDelay,
} from './progress';
import { delayEnd, prepareStep, renderAction } from './steps';
import { stepContext } from './steps/step';
import { templateContext } from './template-context';
import type { RuleConfig, RuleRow, RunRow } from './types';

interface RunState {
  rule: RuleRow;
  config: RuleConfig;
  run: RunRow;
}

/** Executes an owned run until it ends or waits. */
export async function executeRun(deps: RunDeps, claimed: RunRow): Promise<void> {
  const { store } = deps.services;
  const rule = await scoped(store, claimed.workspaceId).get(rules, claimed.ruleId);
  const version = await readRuleVersion(store, claimed.workspaceId, claimed.ruleId, claimed.ruleVersion);
  try {
    if (!rule || !version) return await cancelDeletedRule(deps, claimed);
    const { config } = version;
    for (let run: RunRow | undefined = claimed; run;) run = await nextStep(deps, { rule, config, run });
  } catch (error) {
    if (error instanceof LostRun) return;
    if (!isDataFault(error)) throw error;
    await abortRun(deps, claimed, error);
  }
}

async function nextStep(deps: RunDeps, state: RunState): Promise<RunRow | undefined> {
  const { run, config } = state;
  const step = run.steps.find(({ status }) => status === 'pending' || status === 'waiting');
  const action = step && config.actions[step.index];
  if (!step || !action) return completeRun(deps, run);
  const begun = { ...step, started_at: step.started_at ?? deps.services.now().toISOString() };
  // A waiting run is only claimed after its delay.
  if (step.status === 'waiting') return completeStep(deps, run, { ...begun, status: 'succeeded' });
  try {
    return await executeStep(deps, state, begun, action);
  } catch (error) {
    if (error instanceof LostRun) throw error;
    return handleFailedStep(deps, run, config, begun, error);
  }
}

async function executeStep(
  deps: RunDeps,
  state: RunState,
  step: RuleRunStep,
  action: RuleAction,
): Promise<RunRow | undefined> {
  const { run, rule, config } = state;
  const { services, templates } = deps;
  const context = await contextOf(deps, state);
  if (action.if !== undefined) {
    const condition = await templates.holds(run.workspaceId, [action.if], context);
    if (!condition.ok) throw stepErrorOf({ ...condition.failure, path: '/if' });
    if (!condition.holds) return completeStep(deps, run, { ...step, status: 'skipped' });
  }
  const { input } = await renderAction(templates, run.workspaceId, { action, config, context });
  const started: RuleRunStep = { ...step, input: withinLimit(input), error: null };
  if (action.type === 'delay') return startDelay(deps, run, started, delayEnd(action, input, services.now()));

  const db = scoped(services.store, run.workspaceId);
  const ctx = stepContext(services, db, { rule, config, run, index: step.index });
  const prepared = await prepareStep(ctx, action, input);
  return completeStep(deps, run, { ...started, status: 'succeeded' }, (tx) => prepared.apply(tx));
}

const contextOf = ({ services }: RunDeps, { run, rule, config }: RunState): Promise<TemplateContext> =>
  templateContext(services, {
    rule: { ...rule, configVersion: run.ruleVersion },
    config,
    trigger: {
      type: run.trigger,
      event_id: run.eventId,
      scheduled_for: run.scheduledFor?.toISOString() ?? null,
    },
    context: run.context,
    steps: run.steps.map(({ output }) => output),
    now: services.now(),
  });

/** Large inputs are not stored. */
const withinLimit = (value: JsonValue): JsonValue =>
  Buffer.byteLength(JSON.stringify(value)) <= STEP_BYTES ? value : null;
