import { inArray } from 'drizzle-orm';

import { scoped } from '../../../db/scoped';
import type { LeaseTable, WorkQueue } from '../../../work/types';
import type { WorkQueues } from '../../../work/work-queues';
import { type Consumer, createConsumer } from '../../consumer';
import type { Rules } from '../../engine-types';
import { ruleRuns } from '../../schema/rules';
import { claimRuns, workspacesWithRuns } from '../../system/rules';
import type { Templates } from '../../templates/types';
import { canTriggerRules, startRuns, startRunsOfEvent } from './intake';
import { createRuleMetrics, type RuleMetrics } from './metrics';
import { RUN_LEASE_SECONDS } from './progress';
import { executeRun } from './run';
import { createScheduleQueue } from './schedules';
import type { RuleServices, RunRow } from './types';

interface RulesOptions {
  services: RuleServices;
  templates: () => Templates;
  queues: WorkQueues;
}

export function createRules({ services, templates, queues }: RulesOptions): Rules {
  const metrics = createRuleMetrics(services);
  const calls = createCalls(services);
  const runs = createRunQueue({ services, templates, metrics, queues, track: (work) => calls.track(work) });
  const schedules = createScheduleQueue({ services, queues, wake: (workspaceId) => runs.wake(workspaceId) });
  let consumer: Consumer | undefined;

  const intakeDeps = (workspaceId: string) => ({
    templates: templates(),
    metrics,
    wake: () => runs.wake(workspaceId),
  });

  return {
    metrics,
    async listen(tx) {
      await consumer?.join(tx);
      tx.store.afterCommit(() => schedules.wake(tx.workspaceId));
    },
    wake: (workspaceId) => runs.wake(workspaceId),
    start() {
      metrics.start();
      runs.start();
      consumer = createConsumer(services(), {
        name: 'rules',
        wants: canTriggerRules,
        take: (workspaceId, events) => startRuns(services(), intakeDeps(workspaceId), workspaceId, events),
        handleRefused: (workspaceId, event) =>
          startRunsOfEvent(services(), intakeDeps(workspaceId), workspaceId, event),
      });
      consumer.start();
      schedules.start();
    },
    async stop() {
      await schedules.stop();
      await consumer?.stop();
      await runs.stop();
      await calls.ended();
    },
    async idle() {
      await schedules.idle();
      await consumer?.idle();
      await runs.idle();
      do {
        await calls.ended();
        // Events of these runs may trigger more rules.
        await consumer?.idle();
        await runs.idle();
      } while (calls.size() > 0);
    },
  };
}

/** Runs that wait for a model leave their lane; the slots of providers limit their number. */
function createCalls(services: RuleServices) {
  const open = new Set<Promise<void>>();
  return {
    size: () => open.size,
    track(work: Promise<void>): void {
      const call = work
        .catch((error: unknown) => services().log.error({ err: error }, 'rule run failed after a call of a model'))
        .finally(() => open.delete(call));
      open.add(call);
    },
    async ended(): Promise<void> {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

const RUN_LEASES: LeaseTable = {
  table: 'rule_runs',
  key: 'id',
  end: 'lease_until = created_at',
  where: `status = 'running' and lease_until > now()`,
};

interface RunQueueOptions {
  services: RuleServices;
  templates: () => Templates;
  metrics: RuleMetrics;
  queues: WorkQueues;
  track: (work: Promise<void>) => void;
}

/** Each step is committed, so an interrupted run continues after its last one when its lease has expired. */
const createRunQueue = ({ services, templates, metrics, queues, track }: RunQueueOptions): WorkQueue =>
  queues.add<RunRow>({
    name: 'rule_runs',
    parallelLanes: 4,
    batch: 8,
    leaseSeconds: RUN_LEASE_SECONDS,
    leases: RUN_LEASES,
    now: () => services().now(),
    due: () => workspacesWithRuns(services().store),
    claim: (workspaceId, claim) =>
      services().store.transaction(async (tx) => {
        const ids = await claimRuns(tx, workspaceId, claim);
        return ids.length === 0 ? [] : scoped(tx, workspaceId).select(ruleRuns, { where: inArray(ruleRuns.id, ids) });
      }),
    async run(run, { owner }) {
      await executeRun({ services: services(), templates: templates(), metrics, owner, track }, run);
    },
  });
