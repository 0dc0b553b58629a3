import type { RuleRunStep } from '../../../../shared/automation/rule-run';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { isDataFault } from '../../../db/faults';
import { scoped, type ScopedDb } from '../../../db/scoped';
import { emit, type NewEvent } from '../../../events/emit';
import type { AutomationServices } from '../../context';
import { ruleRuns } from '../../schema/rules';
import type { Templates } from '../../templates/types';
import { changeRun, RELEASED } from './change-run';
import { describe, isTransient } from './failure';
import type { RuleMetrics } from './metrics';
import { endRun, type RunEnd } from './settle';
import type { StepResult } from './steps/step';
import type { RuleConfig, RunRow } from './types';

/** How long after each failure a step is tried again. */
const RETRY_MS = [5000, 30_000, 120_000] as const;

export interface RunParts {
  services: AutomationServices;
  templates: Templates;
  metrics: RuleMetrics;
  /** Which process this is. */
  owner: string;
  leaseMs: number;
}

/** A run that somebody else has taken, ended or is ending. */
export class LostRun extends Error {}

/** What a transaction made of a run: undefined where it does not go on at once. */
interface Progress {
  run: RunRow | undefined;
  events: NewEvent[];
}

/** Notes a step as done in the transaction of its effect. */
export const done = (
  parts: RunParts,
  run: RunRow,
  step: RuleRunStep,
  effect?: (tx: ScopedDb) => Promise<StepResult>,
): Promise<RunRow | undefined> =>
  hold(parts, run, async (tx, held) => {
    const result = await effect?.(tx);
    const now = parts.services.now();
    const finished = { ...step, finished_at: now.toISOString(), output: result?.output ?? null };
    return keep(parts, tx, { ...held, steps: withStep(held, finished) }, result?.events);
  });

/** Waits until a time; the step is done when the run is claimed again. */
export const wait = (parts: RunParts, run: RunRow, step: RuleRunStep, until: Date): Promise<RunRow | undefined> =>
  hold(parts, run, async (tx, held) => {
    const steps = withStep(held, { ...step, status: 'waiting' });
    const set = { status: 'waiting', reason: 'delay', nextAt: until, attempts: 0, steps, ...RELEASED } as const;
    await changeRun(tx, held, set, parts.services.now());
    return { run: undefined, events: [] };
  });

/** A step failed: it is tried again, or ends the run, or the next one is done all the same. */
export async function failed(
  parts: RunParts,
  run: RunRow,
  { on_error: onError }: Pick<RuleConfig, 'on_error'>,
  step: RuleRunStep,
  error: unknown,
): Promise<RunRow | undefined> {
  const { now, log } = parts.services;
  const told = describe(error);
  if (told.code === 'internal_error' || isDataFault(error)) log.error({ err: error, run: run.id }, 'rule step failed');
  const pause = isTransient(error) ? RETRY_MS[run.attempts] : undefined;
  return hold(parts, run, async (tx, held) => {
    const at = now();
    if (pause !== undefined) {
      const steps = withStep(held, { ...step, error: told });
      const nextAt = new Date(at.getTime() + pause);
      const set = {
        status: 'waiting',
        reason: 'retry',
        nextAt,
        attempts: run.attempts + 1,
        steps,
        ...RELEASED,
      } as const;
      await changeRun(tx, held, set, at);
      return { run: undefined, events: [] };
    }
    const ended: RuleRunStep = { ...step, status: 'failed', error: told, finished_at: at.toISOString() };
    const next = { ...held, steps: withStep(held, ended) };
    return onError === 'continue'
      ? keep(parts, tx, next)
      : finish(parts, tx, next, { status: 'failed', reason: 'step_failed' });
  });
}

/** Ends a run of which no step is left. */
export const end = (parts: RunParts, run: RunRow): Promise<RunRow | undefined> =>
  hold(parts, run, (tx, held) => finish(parts, tx, held, endOf(held)));

/** Ends a run whose rule is gone. */
export async function drop(parts: RunParts, run: RunRow): Promise<void> {
  await hold(parts, run, (tx, held) => finish(parts, tx, held, { status: 'canceled', reason: 'rule_deleted' }));
}

/** Ends a run of which the database refuses what came next: else it would be begun again for ever. */
export async function breakOff(parts: RunParts, { id, workspaceId }: RunRow, error: unknown): Promise<void> {
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
      finished_at: now().toISOString(),
    };
    const run = ended ? { ...held, steps: withStep(held, ended) } : held;
    return finish(parts, tx, run, { status: 'failed', reason: 'step_failed' });
  });
}

const withStep = ({ steps }: RunRow, step: RuleRunStep): RuleRunStep[] => steps.with(step.index, step);

/** Keeps what a step came to, and ends the run where it was the last. */
async function keep(parts: RunParts, tx: ScopedDb, run: RunRow, events: readonly NewEvent[] = []): Promise<Progress> {
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

/**
 * A transaction on a run that this process still holds, and that is as it was read: where its lease ended meanwhile, the
 * same process may have begun it anew. Else throws `LostRun`. Emits what `work` returns.
 */
function hold(
  { services, owner }: RunParts,
  { id, workspaceId, version }: RunRow,
  work: (tx: ScopedDb, held: RunRow) => Promise<Progress>,
): Promise<RunRow | undefined> {
  return scoped(services.store, workspaceId).transaction(async (tx) => {
    const held = await tx.get(ruleRuns, id, { lock: true });
    if (held?.status !== 'running' || held.leaseOwner !== owner || held.version !== version) throw new LostRun();
    const { run, events } = await work(tx, held);
    await emit({ ...services, requestId: newId(ID_PREFIXES.request) }, tx.store, workspaceId, events);
    return run;
  });
}
