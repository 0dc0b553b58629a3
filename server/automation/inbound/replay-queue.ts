import { asc, eq } from 'drizzle-orm';

import { scoped } from '../../db/scoped';
import type { WorkQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { inboundRequests } from '../schema/inbound';
import { workspacesWithReplays } from '../system/inbound';
import type { InboundRequestRow } from './present';
import type { InboundDeps } from './receive';
import { replay } from './replay';

const ROWS = 50;

/** A replay is settled in the transaction of its effects, so no lease is needed. */
export function createReplays(deps: () => InboundDeps, queues: WorkQueues): WorkQueue {
  return queues.add<readonly InboundRequestRow[]>({
    name: 'inbound_replays',
    parallelLanes: 8,
    now: () => deps().services.now(),
    due: () => workspacesWithReplays(deps().services.store),
    async claim(workspaceId) {
      const rows = await scoped(deps().services.store, workspaceId).select(inboundRequests, {
        where: eq(inboundRequests.status, 'pending'),
        orderBy: [asc(inboundRequests.id)],
        limit: ROWS,
      });
      return rows.length > 0 ? [rows] : [];
    },
    async run(rows, turn) {
      for (const row of rows) {
        if (turn.isOver()) return 'more';
        await replay(deps(), row);
      }
      return rows.length === ROWS ? 'more' : 'done';
    },
  });
}
