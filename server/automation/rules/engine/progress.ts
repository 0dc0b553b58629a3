import type { RuleRunStep } from '../../../../shared/automation/rule-run';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { isDataFault } from '../../../db/faults';
import { scoped, type ScopedDb } from '../../../db/scoped';
import { emit, type NewEvent } from '../../../events/emit';
import type { AutomationServices } from '../../context';
import { ruleRuns } from '../../schema/rules';
import type { Templates } from '../../templates/types';
import { changeRun, RELEASED_RUN } from './change-run';
import { describe, isTransient } from './failure';
import type { RuleMetrics } from './metrics';
import { endRun, type RunEnd } from './settle';
import type { StepResult } from './steps/step';
import type { RuleConfig, RunRow } from './types';

/** Delay after each failure of a step. */
const RETRY_MS = [5000, 30_000, 120_000] as const;

export interface RunParts {
  services: AutomationServices;
  templates: Templates;
  metrics: RuleMetrics;
  owner: string;
  leaseMs: number;
}

/** Another process owns the run, or it has ended. */
export class LostRun extends Error {}

/** Undefined unless the run continues at once. */
interface Progress {
  run: RunRow | undefined;
  events: NewEvent[];
}

export const done = (
  parts: RunParts,
  run: RunRow,
  step: RuleRunStep,
  effect?: (tx: ScopedDb) => Promise<StepResult>,
): Promise<RunRow | undefined> =>
  hold(parts, run, async (tx, held) => {
    const result = await effect?.(tx);
    const now = parts.services.now();
    const finished = { ...step, completed_at: now.toISOString(), output: result?.output ?? null };
    return saveProgress(parts, tx, { ...held, steps: withStep(held, finished) }, result?.events);
  });

/** The step is done when the run is claimed again. */
export const wait = (parts: RunParts, run: RunRow, step: RuleRunStep, until: Date): Promise<RunRow | undefined> =>
  hold(parts, run, async (tx, held) => {
    const steps = withStep(held, { ...step, status: 'waiting' });
    const set = { status: 'waiting', reason: 'delay', nextAt: until, attempts: 0, steps, ...RELEASED_RUN } as const;
    await changeRun(tx, held, set, parts.services.now());
    return { run: undefined, events: [] };
  });

/** A failed step is retried, ends the run, or is skipped. */
export async function failedStep(
  parts: RunParts,
  run: RunRow,
  { on_error: onError }: Pick<RuleConfig, 'on_error'>,
  step: RuleRunStep,
  error: unknown,
): Promise<RunRow | undefined> {
  const { now, log } = parts.services;
  const failure = describe(error);
  if (failure.code === 'internal_error' || isDataFault(error))
    log.error({ err: error, run: run.id }, 'rule step failed');
  const pause = isTransient(error) ? RETRY_MS[run.attempts] : undefined;
  return hold(parts, run, async (tx, held) => {
    const at = now();
    if (pause !== undefined) {
      const steps = withStep(held, { ...step, error: failure });
      const nextAt = new Date(at.getTime() + pause);
      const set = {
        status: 'waiting',
        reason: 'retry',
        nextAt,
        attempts: run.attempts + 1,
        steps,
        ...RELEASED_RUN,
      } as const;
      await changeRun(tx, held, set, at);
      return { run: undefined, events: [] };
    }
    const ended: RuleRunStep = { ...step, status: 'failed', error: failure, completed_at: at.toISOString() };
    const next = { ...held, steps: withStep(held, ended) };
    return onError === 'continue'
      ? saveProgress(parts, tx, next)
      : finish(parts, tx, next, { status: 'failed', reason: 'step_failed' });
  });
}

export const end = (parts: RunParts, run: RunRow): Promise<RunRow | undefined> =>
  hold(parts, run, (tx, held) => finish(parts, tx, held, endOf(held)));

export async function drop(parts: RunParts, run: RunRow): Promise<void> {
  await hold(parts, run, (tx, held) => finish(parts, tx, held, { status: 'canceled', reason: 'rule_deleted' }));
}

/** Ends a run whose next step the database refuses, since it would be retried forever. */
export async function abortRun(parts: RunParts, { id, workspaceId }: RunRow, error: unknown): Promise<void> {
  const { store, log, now } = parts.services;
  log.error({ err: error, run: id }, 'rule run not saved');
  const current = await scoped(store, workspaceId).get(ruleRuns, id);
  if (!current) return;
  await hold(parts, current, (tx, held) => {
    const open = held.steps.find(({ status }) => status === 'pending' || status === 'waiting');
    const ended = open && {
      ...open,
      status: 'failed' as const,
      error: describe(error),
      completed_at: now().toISOString(),
    };
    const run = ended ? { ...held, steps: withStep(held, ended) } : held;
    return finish(parts, tx, run, { status: 'failed', reason: 'step_failed' });
  });
}

const withStep = ({ steps }: RunRow, step: RuleRunStep): RuleRunStep[] => steps.with(step.index, step);

/** Saves the result of a step and ends the run after the last one. */
async function saveProgress(
  parts: RunParts,
  tx: ScopedDb,
  run: RunRow,
  events: readonly NewEvent[] = [],
): Promise<Progress> {
  if (run.steps.every(({ status }) => status !== 'pending')) {
    const finished = await finish(parts, tx, run, endOf(run));
    return { run: undefined, events: [...events, ...finished.events] };
  }
  const now = parts.services.now();
  const leaseUntil = new Date(now.getTime() + parts.leaseMs);
  const after = await changeRun(tx, run, { steps: run.steps, attempts: 0, leaseUntil }, now);
  return { run: after, events: [...events] };
}

const endOf = ({ steps }: RunRow): RunEnd =>
  steps.some(({ status }) => status === 'failed')
    ? { status: 'failed', reason: 'step_failed' }
    : { status: 'succeeded' };

async function finish(parts: RunParts, tx: ScopedDb, run: RunRow, how: RunEnd): Promise<Progress> {
  const events = await endRun(tx, run, how, parts.services.now());
  tx.store.afterCommit(() => parts.metrics.ended(how.status));
  return { run: undefined, events };
}

/** Throws `LostRun` unless this process owns the run unchanged. Emits what `work` returns. */
function hold(
  { services, owner }: RunParts,
  { id, workspaceId, version }: RunRow,
  work: (tx: ScopedDb, held: RunRow) => Promise<Progress>,
): Promise<RunRow | undefined> {
  return scoped(services.store, workspaceId).transaction(async (tx) => {
    const held = await tx.get(ruleRuns, id, { lock: true });
    if (held?.status !== 'running' || held.leaseOwner !== owner || held.version !== version) throw new LostRun();
    const { run, events } = await work(tx, held);
    await emit({ ...services, requestId: newId(ID_PREFIXES.request) }, tx, events);
    return run;
  });
}
