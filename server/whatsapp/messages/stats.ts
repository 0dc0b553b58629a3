import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations';
import { ID_PREFIXES, idAt, timeOfId } from '../../../shared/ids';
import type { MessageStatus } from '../../../shared/whatsapp/message';
import type { GetMessageStats, MessageStats } from '../../../shared/whatsapp/message-stats';
import type { Store } from '../../db/database';
import { nextTurn } from '../../next-turn';
import type { WhatsAppContext } from '../context';
import { requireInstance } from '../instances/find';
import { countMessages } from '../queries/stats';

type Point = MessageStats['data'][number];

const UNIT_MS = { hour: HOUR_MS, day: DAY_MS };
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_COUNTED = 100_000;
const MAX_COUNTED_AT_ONCE = 2000;

const FIELDS: Partial<Record<MessageStatus, Exclude<keyof Point, 'starts_at'>>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
  received: 'received',
};

export async function getMessageStats(ctx: WhatsAppContext, input: GetMessageStats): Promise<MessageStats> {
  const { id: instanceId } = await requireInstance(ctx, input.instance_id);
  const unit = UNIT_MS[input.granularity];
  const from = Math.floor(Date.parse(input.from) / unit) * unit;
  const period = { workspaceId: ctx.workspaceId, instanceId, from, to: ctx.now().getTime() + DAY_MS, unit };
  return { from: new Date(from).toISOString(), ...(await countPoints(ctx.store, period)) };
}

interface Period {
  workspaceId: string;
  instanceId: string;
  from: number;
  to: number;
  unit: number;
}

/** Counts up to `max` messages, newest first. Leaves out an incomplete point. */
export async function countPoints(
  store: Store,
  { workspaceId, instanceId, from, to, unit }: Period,
  { max = MAX_COUNTED, slice = MAX_COUNTED_AT_ONCE } = {},
): Promise<Omit<MessageStats, 'from'>> {
  const points = new Map<number, Point>();
  const range = { workspaceId, instanceId, firstId: idAt(ID_PREFIXES.message, from), limit: slice };
  let beforeId = idAt(ID_PREFIXES.message, to);
  let isFull = true;
  for (let counted = 0; isFull && counted < max; counted += slice) {
    const groups = await countMessages(store, { ...range, beforeId });
    for (const { quarter, status, count, oldestId } of groups) {
      if (oldestId < beforeId) beforeId = oldestId;
      const field = FIELDS[status];
      if (!field) continue;
      const startsAt = Math.floor((quarter * QUARTER_MS) / unit) * unit;
      const point = points.get(startsAt) ?? emptyPoint(startsAt);
      point[field] += count;
      points.set(startsAt, point);
    }
    isFull = groups.reduce((sum, { count }) => sum + count, 0) === slice;
    // SQLite answers at once, and would let nothing else run until all are counted.
    if (isFull) await nextTurn();
  }
  const countedFrom = isFull ? (Math.floor(timeOfId(beforeId) / unit) + 1) * unit : from;
  return {
    counted_from: new Date(countedFrom).toISOString(),
    data: [...points]
      .filter(([startsAt]) => startsAt >= countedFrom)
      .toSorted(([a], [b]) => a - b)
      .map(([, point]) => point),
  };
}

const emptyPoint = (startsAt: number): Point => ({
  starts_at: new Date(startsAt).toISOString(),
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  received: 0,
});
