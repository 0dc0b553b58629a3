import { inArray } from 'drizzle-orm';

import { scoped } from '../../../db/scoped';
import type { LeaseTable, WorkQueue } from '../../../work/types';
import type { WorkQueues } from '../../../work/work-queues';
import { ruleRuns } from '../../schema/rules';
import { claimRuns, workspacesWithRuns } from '../../system/rules';
import type { Templates } from '../../templates/types';
import type { RuleMetrics } from './metrics';
import { goOn } from './run';
import type { RuleServices, RunRow } from './types';

const LEASE_SECONDS = 60;

const RUN_LEASES: LeaseTable = {
  table: 'rule_runs',
  key: 'id',
  end: 'lease_until = created_at',
  where: `status = 'running' and lease_until > now()`,
};

interface ExecutorOptions {
  services: RuleServices;
  templates: () => Templates;
  metrics: RuleMetrics;
  queues: WorkQueues;
}

/** Runs of rules. What a run did is committed: one that breaks off goes on from there once its lease has ended. */
export const createRunQueue = ({ services, templates, metrics, queues }: ExecutorOptions): WorkQueue =>
  queues.add<RunRow>({
    name: 'rule_runs',
    parallelLanes: 4,
    batch: 8,
    leaseSeconds: LEASE_SECONDS,
    leases: RUN_LEASES,
    now: () => services().now(),
    due: () => workspacesWithRuns(services().store),
    claim: (workspaceId, claim) =>
      services().store.transaction(async (tx) => {
        const ids = await claimRuns(tx, workspaceId, claim);
        return ids.length === 0 ? [] : scoped(tx, workspaceId).select(ruleRuns, { where: inArray(ruleRuns.id, ids) });
      }),
    async run(run, { owner }) {
      const parts = { services: services(), templates: templates(), metrics, owner, leaseMs: LEASE_SECONDS * 1000 };
      await goOn(parts, run);
    },
  });
