import type { RuleAction } from '../../../../shared/automation/rule-action';
import { type RuleRunStep, type RuleSilence, STEP_BYTES } from '../../../../shared/automation/rule-run';
import { MINUTE_MS } from '../../../../shared/durations';
import { isDataFault } from '../../../db/faults';
import { scoped } from '../../../db/scoped';
import { readRuleVersion } from '../../queries/rules';
import { rules } from '../../schema/rules';
import type { JsonValue, TemplateContext } from '../../templates/types';
import { receivedMessage, silenceOf } from './chat';
import { stepErrorOf } from './failure';
import {
  abortRun,
  cancelRun,
  completeOwnedStep,
  completeRun,
  completeStep,
  extendLease,
  handleFailedStep,
  LostRun,
  type RunDeps,
  startDelay,
} from './progress';
import { delayEnd, prepareStep, renderAction } from './steps';
import { CALL_MS, callsModel, type PreparedCall, prepareCall } from './steps/models';
import { stepContext } from './steps/step';
import { templateContext } from './template-context';
import type { RuleConfig, RuleRow, RunRow } from './types';

/** Longer than a call, during which nothing renews the lease. */
const CALL_LEASE_MS = CALL_MS + MINUTE_MS;

interface RunState {
  rule: RuleRow;
  config: RuleConfig;
  /** Key that saved the version; empty for a user. */
  keyId: string;
  run: RunRow;
}

/** Returns when the run has ended or waits. */
export async function executeRun(deps: RunDeps, claimed: RunRow): Promise<void> {
  const { store } = deps.services;
  const rule = await scoped(store, claimed.workspaceId).get(rules, claimed.ruleId);
  const version = await readRuleVersion(store, claimed.workspaceId, claimed.ruleId, claimed.ruleVersion);
  await orAbort(deps, claimed, async () => {
    if (!rule || !version) {
      await cancelRun(deps, claimed, 'rule_deleted');
      return;
    }
    const { config, createdBy } = version;
    const keyId = 'key_id' in createdBy ? createdBy.key_id : '';
    await continueRun(deps, { rule, config, keyId, run: claimed });
  });
}

async function continueRun(deps: RunDeps, state: RunState): Promise<void> {
  for (let run: RunRow | undefined = state.run; run;) run = await nextStep(deps, { ...state, run });
}

async function orAbort(deps: RunDeps, run: RunRow, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof LostRun) return;
    if (!isDataFault(error)) throw error;
    await abortRun(deps, run, error);
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
  const silence = await silenceIn(deps, state);
  if (silence !== undefined) return cancelRun(deps, run, silence);
  return orFail(deps, state, begun, () => executeStep(deps, state, begun, action));
}

async function orFail(
  deps: RunDeps,
  { run, config }: RunState,
  step: RuleRunStep,
  work: () => Promise<RunRow | undefined>,
): Promise<RunRow | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LostRun) throw error;
    return handleFailedStep(deps, run, config, step, error);
  }
}

/** Checked between steps too, since a person may answer meanwhile. */
async function silenceIn({ services }: RunDeps, { run, config }: RunState): Promise<RuleSilence | undefined> {
  const received = receivedMessage(run.context);
  if (!config.chat || !received) return undefined;
  return silenceOf(scoped(services.store, run.workspaceId), { run, received, chat: config.chat }, services.now());
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
  const ctx = stepContext(services, db, { rule, config, keyId: state.keyId, run, index: step.index });
  if (callsModel(action)) {
    deps.track(askModel(deps, state, started, await prepareCall(ctx, action, input)));
    return undefined;
  }
  const prepared = await prepareStep(ctx, action, input);
  return completeStep(deps, run, { ...started, status: 'succeeded' }, (tx) => prepared.apply(tx));
}

/** The run continues with the answer, or with the failure of the step. */
const askModel = (deps: RunDeps, state: RunState, step: RuleRunStep, call: PreparedCall): Promise<void> =>
  orAbort(deps, state.run, async () => {
    const leased = await extendLease(deps, state.run, CALL_LEASE_MS);
    const run = await orFail(deps, { ...state, run: leased }, step, () => recordAnswer(deps, leased, step, call));
    if (run) await continueRun(deps, { ...state, run });
  });

/** In the transaction that charges the answer, so that a crash loses no charged answer. */
async function recordAnswer(
  deps: RunDeps,
  run: RunRow,
  step: RuleRunStep,
  call: PreparedCall,
): Promise<RunRow | undefined> {
  let next: RunRow | undefined;
  await call.send(async (tx, output) => {
    const progress = await completeOwnedStep(deps, tx, run, { ...step, status: 'succeeded', output });
    next = progress?.run;
    return progress?.events ?? [];
  });
  return next;
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
