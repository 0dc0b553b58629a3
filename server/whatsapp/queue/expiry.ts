import type { RowQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { instanceLane, instanceOfLane, workspaceOfLane } from '../lanes';
import { type Expiry, expiries } from '../system/queue';
import { endMessages } from './overdue';
import { type QueueContext, SLICE } from './types';

const WINDOW = 500;

const refOf = ({ instanceId, workspaceId }: Expiry) => ({ id: instanceId, workspaceId });

/** Fails messages that were not sent in time, even where nothing can be sent. */
export function createExpiryQueue(ctx: QueueContext, queues: WorkQueues): RowQueue {
  return queues.add<Expiry[]>({
    name: 'whatsapp_expiries',
    parallelLanes: 1,
    groupOf: workspaceOfLane,
    now: () => ctx.work.now(),
    async due(now) {
      const first = new Map<string, number>();
      for (const row of await expiries(ctx.database, now, WINDOW)) {
        const lane = instanceLane(refOf(row));
        if (!first.has(lane)) first.set(lane, row.expiresAt);
      }
      return [...first].map(([lane, at]) => ({ lane, at }));
    },
    async claim(lane, { now }) {
      const { id } = instanceOfLane(lane);
      const rows = await expiries(ctx.database, now.getTime(), WINDOW);
      const late = rows.filter(({ instanceId, expiresAt }) => instanceId === id && expiresAt <= now.getTime());
      return late.length > 0 ? [late.slice(0, SLICE)] : [];
    },
    async run(late) {
      const [first] = late;
      if (first === undefined) return 'done';
      const ended = late.map(({ id }) => ({ id, code: 'message_expired' as const }));
      await endMessages(ctx, refOf(first), ended);
      return late.length === SLICE ? 'more' : 'done';
    },
  });
}
