import type { LeaseTable, RowQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { instanceOfLane, workspaceOfLane } from '../lanes';
import { claimSocket, dueSockets, type SocketRow } from '../system/sockets';
import { reachGoal } from './reach-goal';
import type { SocketContext } from './types';

/** Sockets that log in at the same time. */
const PARALLEL_LANES = 8;
export const SOCKET_LEASE_SECONDS = 20;

const LEASES: LeaseTable = {
  table: 'wa_sockets',
  key: 'instance_id',
  end: 'lease_owner = null, lease_until = null, due_at = created_at',
  where: 'lease_owner is not null',
};

/** The process keeps the lease of an open socket after the run, by `sockets.ts`. */
export const createSocketQueue = (ctx: SocketContext, queues: WorkQueues): RowQueue =>
  queues.add<SocketRow>({
    name: 'whatsapp_sockets',
    parallelLanes: PARALLEL_LANES,
    groupOf: workspaceOfLane,
    leaseSeconds: SOCKET_LEASE_SECONDS,
    leases: LEASES,
    now: () => ctx.work.now(),
    due: (now) => dueSockets(ctx.database, ctx.me, new Date(now)),
    async claim(lane, claim) {
      const row = await claimSocket(ctx.database, instanceOfLane(lane).id, claim);
      return row === undefined ? [] : [row];
    },
    run: (row) => reachGoal(ctx, row),
  });
