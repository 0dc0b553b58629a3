import type { Database } from '../../db/database';
import { scoped } from '../../db/scoped';
import type { RowQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { instanceLane, instanceOfLane, workspaceOfLane } from '../lanes';
import { findInstance, statusReports } from '../system/connections';
import { workOn } from '../work';
import type { InstanceRow, WorkContext } from '../work-types';
import { publishConnection } from './connection-state';

const MAX_LANES = 500;

interface StatusReportOptions {
  work: WorkContext;
  database: Database;
  queues: WorkQueues;
}

/** Reports states that lasted, after the time in which they may turn out to be short. */
export const createStatusReportQueue = ({ work, database, queues }: StatusReportOptions): RowQueue =>
  queues.add<InstanceRow>({
    name: 'whatsapp_status_reports',
    parallelLanes: 1,
    groupOf: workspaceOfLane,
    now: () => work.now(),
    due: async () =>
      (await statusReports(database, MAX_LANES)).map((report) => ({ lane: instanceLane(report), at: report.at })),
    async claim(lane, { now }) {
      const row = await findInstance(database, instanceOfLane(lane).id);
      return row?.reportAt && row.reportAt <= now ? [row] : [];
    },
    async run(row) {
      await workOn(work, scoped(database, row.workspaceId), row.id, publishConnection, { lock: true });
    },
  });
