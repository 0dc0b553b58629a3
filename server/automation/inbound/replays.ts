import { asc, eq } from 'drizzle-orm';

import { scoped } from '../../db/scoped';
import type { WorkQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { inboundRequests } from '../schema/inbound';
import { workspacesWithReplays } from '../system/inbound';
import type { InboundRequestRow } from './present';
import type { ReceiveParts } from './receive';
import { replay } from './replay';

const ROWS = 50;

/**
 * Works off replays that wait, those of a workspace one after the other in their order. The row that waits is settled in
 * the transaction of its effects, so a crash neither loses nor repeats one, and none is leased.
 */
export function createReplays(parts: () => ReceiveParts, queues: WorkQueues): WorkQueue {
  return queues.add<readonly InboundRequestRow[]>({
    name: 'inbound_replays',
    parallelLanes: 8,
    now: () => parts().services.now(),
    due: () => workspacesWithReplays(parts().services.store),
    async claim(workspaceId) {
      const rows = await scoped(parts().services.store, workspaceId).select(inboundRequests, {
        where: eq(inboundRequests.status, 'pending'),
        orderBy: [asc(inboundRequests.id)],
        limit: ROWS,
      });
      return rows.length > 0 ? [rows] : [];
    },
    async run(rows, turn) {
      for (const row of rows) {
        if (turn.isOver()) return 'more';
        await replay(parts(), row);
      }
      return rows.length === ROWS ? 'more' : 'done';
    },
  });
}
