import type { RowQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import type { EnginePart } from '../engine-parts';
import { instanceLane, instanceOfLane, workspaceOfLane } from '../lanes';
import { findInstance, statusReports } from '../system/connections';
import { workLocked } from '../work';
import type { InstanceRow } from '../work-types';
import { publishConnection } from './connection-state';

const MAX_LANES = 500;

interface StatusReportOptions extends EnginePart {
  queues: WorkQueues;
}

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
      await workLocked(work, database, row, publishConnection);
    },
  });
