import type { RuleRunStep, RuleSilence } from '../../../../shared/automation/rule-run';
import { SECOND_MS } from '../../../../shared/durations';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { isDataFault } from '../../../db/faults';
import { scoped, type ScopedDb } from '../../../db/scoped';
import { emit, type NewEvent } from '../../../events/emit';
import type { AutomationServices } from '../../context';
import { ruleRuns } from '../../schema/rules';
import type { Templates } from '../../templates/types';
import { changeRun, RELEASED_RUN } from './change-run';
import { describeError, isTransient } from './failure';
import type { RuleMetrics } from './metrics';
import { endRun, type RunEnd } from './settle';
import type { StepResult } from './steps/step';
import type { RuleConfig, RunRow } from './types';

export const RUN_LEASE_SECONDS = 60;
const RETRY_MS = [5000, 30_000, 120_000] as const;

export interface RunDeps {
  services: AutomationServices;
  templates: Templates;
  metrics: RuleMetrics;
  owner: string;
  /** Work that continues after the turn of its lane, which other runs can use meanwhile. */
  track(work: Promise<void>): void;
}

export class LostRun extends Error {}

interface Progress {
  /** Undefined unless the run continues at once. */
  run: RunRow | undefined;
  events: NewEvent[];
}

export const completeStep = (
  deps: RunDeps,
  run: RunRow,
  step: RuleRunStep,
  effect?: (tx: ScopedDb) => Promise<StepResult>,
): Promise<RunRow | undefined> =>
  changeOwnedRun(deps, run, async (tx, owned) => {
    const result = await effect?.(tx);
    const now = deps.services.now();
    const finished = { ...step, completed_at: now.toISOString(), output: result?.output ?? null };
    return saveProgress(deps, tx, { ...owned, steps: withStep(owned, finished) }, result?.events);
  });

/** In a transaction of another module. Undefined if this process no longer owns the run. */
export async function completeOwnedStep(
  deps: RunDeps,
  tx: ScopedDb,
  run: RunRow,
  step: RuleRunStep,
): Promise<Progress | undefined> {
  const owned = await ownedRun(deps, tx, run);
  if (!owned) return undefined;
  const finished = { ...step, completed_at: deps.services.now().toISOString() };
  return saveProgress(deps, tx, { ...owned, steps: withStep(owned, finished) });
}

/** Throws `LostRun`. */
export async function extendLease(deps: RunDeps, run: RunRow, ms: number): Promise<RunRow> {
  const extended = await changeOwnedRun(deps, run, async (tx, owned) => {
    const now = deps.services.now();
    return { run: await changeRun(tx, owned, { leaseUntil: new Date(now.getTime() + ms) }, now), events: [] };
  });
  return extended ?? run;
}

export async function cancelRun(deps: RunDeps, run: RunRow, reason: RuleSilence | 'rule_deleted'): Promise<undefined> {
  await changeOwnedRun(deps, run, (tx, owned) => finish(deps, tx, owned, { status: 'canceled', reason }));
}

/** The step is done when the run is claimed again. */
export const startDelay = (deps: RunDeps, run: RunRow, step: RuleRunStep, until: Date): Promise<RunRow | undefined> =>
  changeOwnedRun(deps, run, async (tx, owned) => {
    const steps = withStep(owned, { ...step, status: 'waiting' });
    const set = { status: 'waiting', reason: 'delay', nextAt: until, attempts: 0, steps, ...RELEASED_RUN } as const;
    await changeRun(tx, owned, set, deps.services.now());
    return { run: undefined, events: [] };
  });

export async function handleFailedStep(
  deps: RunDeps,
  run: RunRow,
  { on_error: onError }: Pick<RuleConfig, 'on_error'>,
  step: RuleRunStep,
  error: unknown,
): Promise<RunRow | undefined> {
  const { now, log } = deps.services;
  const failure = describeError(error);
  if (failure.code === 'internal_error' || isDataFault(error))
    log.error({ err: error, run: run.id }, 'rule step failed');
  const delayMs = isTransient(error) ? RETRY_MS[run.attempts] : undefined;
  return changeOwnedRun(deps, run, async (tx, owned) => {
    const at = now();
    if (delayMs !== undefined) {
      const steps = withStep(owned, { ...step, error: failure });
      const nextAt = new Date(at.getTime() + delayMs);
      const set = {
        status: 'waiting',
        reason: 'retry',
        nextAt,
        attempts: run.attempts + 1,
        steps,
        ...RELEASED_RUN,
      } as const;
      await changeRun(tx, owned, set, at);
      return { run: undefined, events: [] };
    }
    const ended: RuleRunStep = { ...step, status: 'failed', error: failure, completed_at: at.toISOString() };
    const next = { ...owned, steps: withStep(owned, ended) };
    return onError === 'continue'
      ? saveProgress(deps, tx, next)
      : finish(deps, tx, next, { status: 'failed', reason: 'step_failed' });
  });
}

export const completeRun = (deps: RunDeps, run: RunRow): Promise<RunRow | undefined> =>
  changeOwnedRun(deps, run, (tx, owned) => finish(deps, tx, owned, endOf(owned)));

/** A step that the database refuses would be retried forever. */
export async function abortRun(deps: RunDeps, { id, workspaceId }: RunRow, error: unknown): Promise<void> {
  const { store, log, now } = deps.services;
  log.error({ err: error, run: id }, 'rule run not saved');
  const current = await scoped(store, workspaceId).get(ruleRuns, id);
  if (!current) return;
  await changeOwnedRun(deps, current, (tx, owned) => {
    const open = owned.steps.find(({ status }) => status === 'pending' || status === 'waiting');
    const ended = open && {
      ...open,
      status: 'failed' as const,
      error: describeError(error),
      completed_at: now().toISOString(),
    };
    const run = ended ? { ...owned, steps: withStep(owned, ended) } : owned;
    return finish(deps, tx, run, { status: 'failed', reason: 'step_failed' });
  });
}

const withStep = ({ steps }: RunRow, step: RuleRunStep): RuleRunStep[] => steps.with(step.index, step);

/** Ends the run after the last step. */
async function saveProgress(
  deps: RunDeps,
  tx: ScopedDb,
  run: RunRow,
  events: readonly NewEvent[] = [],
): Promise<Progress> {
  if (run.steps.every(({ status }) => status !== 'pending')) {
    const finished = await finish(deps, tx, run, endOf(run));
    return { run: undefined, events: [...events, ...finished.events] };
  }
  const now = deps.services.now();
  const leaseUntil = new Date(now.getTime() + RUN_LEASE_SECONDS * SECOND_MS);
  const after = await changeRun(tx, run, { steps: run.steps, attempts: 0, leaseUntil }, now);
  return { run: after, events: [...events] };
}

const endOf = ({ steps }: RunRow): RunEnd =>
  steps.some(({ status }) => status === 'failed')
    ? { status: 'failed', reason: 'step_failed' }
    : { status: 'succeeded' };

async function finish(deps: RunDeps, tx: ScopedDb, run: RunRow, end: RunEnd): Promise<Progress> {
  const events = await endRun(tx, run, end, deps.services.now());
  tx.store.afterCommit(() => deps.metrics.ended(end.status));
  return { run: undefined, events };
}

/** Throws `LostRun` unless this process owns the run unchanged. Emits what `work` returns. */
function changeOwnedRun(
  deps: RunDeps,
  run: RunRow,
  work: (tx: ScopedDb, owned: RunRow) => Promise<Progress>,
): Promise<RunRow | undefined> {
  return scoped(deps.services.store, run.workspaceId).transaction(async (tx) => {
    const owned = await ownedRun(deps, tx, run);
    if (!owned) throw new LostRun();
    const progress = await work(tx, owned);
    await emit({ ...deps.services, requestId: newId(ID_PREFIXES.request) }, tx, progress.events);
    return progress.run;
  });
}

/** Undefined unless this process owns the run unchanged. */
async function ownedRun(
  { owner }: Pick<RunDeps, 'owner'>,
  tx: ScopedDb,
  { id, version }: Pick<RunRow, 'id' | 'version'>,
): Promise<RunRow | undefined> {
  const row = await tx.get(ruleRuns, id, { lock: true });
  return row?.status === 'running' && row.leaseOwner === owner && row.version === version ? row : undefined;
}
