import { HOUR_MS } from '../../../shared/durations';
import type { HealthCode } from '../../../shared/whatsapp/instance';
import type { Database } from '../../db/database';
import { onRequest, repeat, type Repetition, type RequestedTask } from '../../schedule';
import type { ReportEvents } from '../drivers/driver';
import { presentReasons } from '../present/instances';
import { findInstance } from '../system/connections';
import { cappedMessage, countUnconfirmed, instancesWithReasons } from '../system/health';
import type { InstanceRow, WorkContext } from '../work-types';

/** Unconfirmed messages of the last hour: reported at `most`, cleared at `few`. */
export const UNCONFIRMED = { raiseAt: 20, clearBelow: 10, withinMs: HOUR_MS } as const;
const OWN = ['local_limit', 'unconfirmed_backlog'] as const satisfies readonly HealthCode[];
type OwnCode = (typeof OWN)[number];

/** Messages within this time are evaluated together. */
const SUSPECT_MS = 500;
const EVALUATE_MS = 10_000;

interface WatchOptions {
  work: Pick<WorkContext, 'now' | 'log'>;
  database: Database;
  report: ReportEvents;
}

export function createHealthWatch({ work, database, report }: WatchOptions) {
  const suspects = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let tasks: [RequestedTask, Repetition] | undefined;

  async function appliesNow(instance: InstanceRow, code: OwnCode): Promise<boolean> {
    const now = work.now().getTime();
    if (code === 'local_limit') return cappedMessage(database, instance.id, now);
    const { raiseAt, clearBelow, withinMs } = UNCONFIRMED;
    const count = await countUnconfirmed(database, { instanceId: instance.id, after: now - withinMs, limit: raiseAt });
    return count >= (hasReason(instance, code) ? clearBelow : raiseAt);
  }

  async function evaluate(id: string): Promise<number> {
    const instance = await findInstance(database, id);
    if (instance === undefined || instance.deletedAt !== null) return 0;
    let changes = 0;
    for (const code of OWN) {
      const active = await appliesNow(instance, code);
      if (active === hasReason(instance, code)) continue;
      // The provider reports the same limit with its end.
      if (active && presentReasons(instance.healthReasons, work.now()).some((one) => one.code === code)) continue;
      await report(id, [{ kind: 'health', reason: { code, active, until: null, providerCode: null } }]);
      changes += 1;
    }
    return changes;
  }

  async function evaluateAll(ids: readonly string[]): Promise<number> {
    let changes = 0;
    for (const id of ids) {
      suspects.delete(id);
      changes += await evaluate(id);
    }
    return changes;
  }

  /** Runs are serialised, so that a caller also waits for earlier ones. */
  function inOrder(task: () => Promise<number>): Promise<number> {
    const next = last.then(task);
    last = next.catch(() => {});
    return next;
  }

  const evaluateSuspects = (): Promise<number> => inOrder(() => evaluateAll([...suspects]));
  const evaluateOpen = (): Promise<number> =>
    inOrder(async () => evaluateAll([...new Set([...suspects, ...(await instancesWithReasons(database, OWN))])]));

  return {
    evaluateSuspects,
    evaluateOpen,
    suspect: (instanceId: string): void => {
      suspects.add(instanceId);
      tasks?.[0].request();
    },
    start(): void {
      tasks = [
        onRequest({ name: 'whatsapp suspects', delayMs: SUSPECT_MS, run: evaluateSuspects }, work.log),
        repeat(
          { name: 'whatsapp health', everyMs: EVALUATE_MS, jitter: 0.2, run: async () => void (await evaluateOpen()) },
          work.log,
        ),
      ];
      tasks[0].request();
    },
    async stop(): Promise<void> {
      await Promise.all((tasks ?? []).map((task) => task.stop()));
    },
  };
}
/** The provider’s reasons have codes of their own. */
const hasReason = ({ healthReasons }: InstanceRow, code: OwnCode): boolean =>
  healthReasons.some((one) => one.code === code && one.provider_code === null);
