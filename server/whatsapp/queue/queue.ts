import { MINUTE_MS, SECOND_MS } from '../../../shared/durations';
import { chunked } from '../../chunked';
import { pagesAfter } from '../../db/pages-after';
import type { ClaimResult, DueLane, LeaseTable, RunResult } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { traitsOf } from '../drivers/registry';
import type { InstanceRef } from '../engine-types';
import { instanceLane, instanceOfLane, workspaceOfLane } from '../lanes';
import { dueMessages, openInstances, renewLeases } from '../system/queue';
import { type ClaimedMessages, claimFor, type Cursor, sendsHere } from './claim';
import { dispatch } from './dispatch';
import { endMessages, returnToQueue, queueScheduled, recoverSends } from './overdue';
import { LEASE_MS, type QueueContext, SLICE } from './types';

const PARALLEL_CLAIMS = 4;
const PAGE = 200;
/** While another process claims. */
const AGAIN_MS = 50;
/** Maximum pause, since a blocking condition may end in another process. */
const MAX_PAUSE_MS = 1000;
const MAX_PACE_MS = MINUTE_MS;
const SHARED_SWEEP_MS = 200;

const SEND_LEASES: LeaseTable = {
  table: 'wa_messages',
  key: 'id',
  end: 'lease_until = created_at, due_at = created_at',
  where: `status = 'sending' and due_at > now()`,
};

interface Round {
  isEmpty: boolean;
  nextAt: number;
}

interface Sender {
  cursor: Cursor;
  round: Round;
  inFlight: Set<string>;
  limit: number;
}

interface Sending {
  lane: string;
  sender: Sender;
  claimed: ClaimedMessages;
}

const newRound = (): Round => ({ isEmpty: true, nextAt: Infinity });
const newSender = (): Sender => ({
  cursor: { after: ['', '', ''], turn: 0 },
  round: newRound(),
  inFlight: new Set(),
  limit: Infinity,
});
const idsOf = ({ messages }: ClaimedMessages): string[] => messages.map(({ row }) => row.id);

/** One lane per instance. The claim decides concurrency, rate limit and order within chats. */
export function createSendQueue(ctx: QueueContext, queues: WorkQueues) {
  const senders = new Map<string, Sender>();
  const others = new Set<string>();
  const now = (): number => ctx.work.now().getTime();

  async function due(at: number): Promise<DueLane[]> {
    const lanes: DueLane[] = [];
    for await (const page of pagesAfter(
      PAGE,
      (after) => openInstances(ctx.database, after, PAGE),
      ({ id }) => id,
    )) {
      for (const { id, workspaceId, driver, status, queuedAt = Infinity, otherAt = Infinity } of page) {
        const maySend = status === 'connected' && sendsHere(ctx, { id, driver });
        const lane = instanceLane({ id, workspaceId });
        if (otherAt <= at) others.add(lane);
        const first = Math.min(otherAt, maySend ? queuedAt : Infinity);
        if (first < Infinity) lanes.push({ lane, at: first });
      }
    }
    return lanes;
  }

  async function claim(lane: string): Promise<ClaimResult<Sending>> {
    const instance = instanceOfLane(lane);
    const sender = senders.get(lane) ?? newSender();
    senders.set(lane, sender);
    if (others.delete(lane)) await moveOthers(instance, sender);
    const { claimed, next } = await claimNext(instance, sender);
    if (next === 'done' && sender.inFlight.size === 0) senders.delete(lane);
    if (claimed === undefined || claimed.messages.length + claimed.ended.length === 0) return { rows: [], next };
    return { rows: [{ lane, sender, claimed }], next };
  }

  async function claimNext(
    { id, workspaceId }: InstanceRef,
    sender: Sender,
  ): Promise<{ claimed?: ClaimedMessages; next: RunResult }> {
    const { cursor, inFlight } = sender;
    if (inFlight.size >= sender.limit) return { next: 'done' };
    if (cursor.after.every((chat) => chat === '')) sender.round = newRound();
    const claimed = await claimFor(ctx, { instanceId: id, workspaceId, inFlight: inFlight.size, cursor });
    // A sweep notices when the instance connects.
    if (claimed === 'not_sending') return { next: 'done' };
    if (claimed === 'locked') {
      await Bun.sleep(AGAIN_MS);
      return { next: 'more' };
    }

    sender.limit = traitsOf(claimed.instance.driver).parallelSends;
    for (const one of idsOf(claimed)) inFlight.add(one);
    const { round } = sender;
    round.nextAt = Math.min(round.nextAt, claimed.nextAt ?? Infinity);
    round.isEmpty &&= claimed.isEmpty;
    const pause = (maxMs: number): RunResult => ({ pauseMs: Math.max(1, Math.min(maxMs, round.nextAt - now())) });
    if (claimed.isPaced) return { claimed, next: pause(MAX_PACE_MS) };
    if (claimed.hasMore) return { claimed, next: 'more' };
    // The end of each claimed message wakes the lane.
    return { claimed, next: round.isEmpty ? 'done' : pause(MAX_PAUSE_MS) };
  }

  async function moveOthers(instance: InstanceRef, { inFlight }: Sender): Promise<void> {
    const of = { instanceId: instance.id, now: now(), limit: SLICE };
    await queueScheduled(ctx, instance, await dueMessages(ctx.database, { ...of, status: 'scheduled' }));
    const sends = await dueMessages(ctx.database, { ...of, status: 'sending' });
    const lost = sends.filter((id) => !inFlight.has(id));
    await recoverSends(ctx, instance, lost, of.now);
    ctx.sendMetrics.lost(lost.length);
    if (lost.length > 0) ctx.wake(instance);
  }

  async function run({ lane, sender, claimed }: Sending): Promise<void> {
    const done = (id: string): void => {
      // The next message of the chat may be sent.
      if (sender.inFlight.delete(id)) ctx.wake(instanceOfLane(lane));
    };
    try {
      await endMessages(ctx, claimed.instance, claimed.ended);
      if (claimed.ended.length > 0) ctx.wake(claimed.instance);
      await dispatch(ctx, claimed, done);
    } finally {
      for (const id of idsOf(claimed)) done(id);
    }
  }

  const queue = queues.add<Sending>({
    name: 'whatsapp_sends',
    parallelLanes: PARALLEL_CLAIMS,
    groupOf: workspaceOfLane,
    leaseSeconds: LEASE_MS / SECOND_MS,
    leases: SEND_LEASES,
    sharedSweepMs: SHARED_SWEEP_MS,
    now: () => ctx.work.now(),
    due,
    claim,
    run,
    async failed({ sender, claimed }) {
      const ids = idsOf(claimed);
      for (const id of ids) sender.inFlight.delete(id);
      await returnToQueue(ctx, claimed.instance, ids);
    },
    /** Renews leases of long calls, such as uploads. */
    async renew(sendings, until) {
      const inFlight = sendings.flatMap(({ sender, claimed }) =>
        idsOf(claimed).filter((id) => sender.inFlight.has(id)),
      );
      const order = { owner: ctx.me, leaseUntil: until.getTime() };
      for (const ids of chunked(inFlight, SLICE)) await renewLeases(ctx.database, { ...order, ids });
    },
  });

  return {
    queue,
    inFlight: (): number => [...senders.values()].reduce((sum, sender) => sum + sender.inFlight.size, 0),
  };
}
