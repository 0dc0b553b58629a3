import type { RuleAction } from '../../../../shared/automation/rule-action';
import { type RuleRunStep, STEP_BYTES } from '../../../../shared/automation/rule-run';
import { isDataFault } from '../../../db/faults';
import { scoped } from '../../../db/scoped';
import { readRuleVersion } from '../../queries/rules';
import { rules } from '../../schema/rules';
import type { JsonValue, TemplateContext } from '../../templates/types';
import { stepErrorOf } from './failure';
import { abortRun, done, drop, end, failedStep, LostRun, type RunParts, wait } from './progress';
import { delayEnd, renderAction } from './steps';
import { prepareStep } from './steps/index';
import { stepContext } from './steps/step';
import { templateContext } from './template-context';
import type { RuleConfig, RuleRow, RunRow } from './types';

interface RunState {
  rule: RuleRow;
  config: RuleConfig;
  run: RunRow;
}

/** Executes an owned run until it ends or waits. */
export async function goOn(parts: RunParts, claimed: RunRow): Promise<void> {
  const { store } = parts.services;
  const rule = await scoped(store, claimed.workspaceId).get(rules, claimed.ruleId);
  const version = await readRuleVersion(store, claimed.workspaceId, claimed.ruleId, claimed.ruleVersion);
  try {
    if (!rule || !version) return await drop(parts, claimed);
    const { config } = version;
    for (let run: RunRow | undefined = claimed; run;) run = await nextStep(parts, { rule, config, run });
  } catch (error) {
    if (error instanceof LostRun) return;
    if (!isDataFault(error)) throw error;
    await abortRun(parts, claimed, error);
  }
}

async function nextStep(parts: RunParts, going: RunState): Promise<RunRow | undefined> {
  const { run, config } = going;
  const step = run.steps.find(({ status }) => status === 'pending' || status === 'waiting');
  const action = step && config.actions[step.index];
  if (!step || !action) return end(parts, run);
  const begun = { ...step, started_at: step.started_at ?? parts.services.now().toISOString() };
  // A waiting run is only claimed after its delay.
  if (step.status === 'waiting') return done(parts, run, { ...begun, status: 'succeeded' });
  try {
    return await doStep(parts, going, begun, action);
  } catch (error) {
    if (error instanceof LostRun) throw error;
    return failedStep(parts, run, config, begun, error);
  }
}

async function doStep(
  parts: RunParts,
  going: RunState,
  step: RuleRunStep,
  action: RuleAction,
): Promise<RunRow | undefined> {
  const { run, rule, config } = going;
  const { services, templates } = parts;
  const context = await contextOf(parts, going);
  if (action.if !== undefined) {
    const held = await templates.holds(run.workspaceId, [action.if], context);
    if (!held.ok) throw stepErrorOf({ ...held.failure, path: '/if' });
    if (!held.holds) return done(parts, run, { ...step, status: 'skipped' });
  }
  const { input } = await renderAction(templates, run.workspaceId, { action, config, context });
  const shown: RuleRunStep = { ...step, input: kept(input), error: null };
  if (action.type === 'delay') return wait(parts, run, shown, delayEnd(action, input, services.now()));

  const db = scoped(services.store, run.workspaceId);
  const ctx = stepContext(services, db, { rule, config, run, index: step.index });
  const prepared = await prepareStep(ctx, action, input);
  return done(parts, run, { ...shown, status: 'succeeded' }, (tx) => prepared.apply(tx));
}

const contextOf = ({ services }: RunParts, { run, rule, config }: RunState): Promise<TemplateContext> =>
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
const kept = (value: JsonValue): JsonValue => (Buffer.byteLength(JSON.stringify(value)) <= STEP_BYTES ? value : null);
