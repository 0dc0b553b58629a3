import type { Database } from '../../db/database';
import { isSharedDatabase } from '../../db/engine';
import { createSlice } from '../../slice';
import type { LeaseTable } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import type { AutomationServices } from '../context';
import type { Channels, Publisher } from '../engine-types';
import { nextTimes, queueDue } from '../system/publisher';
import { expire } from './expire';
import { handOver, type LaneResult } from './hand-over';
import { laneKey, laneOf, hasDue, waiting } from './lanes';
import { callLane, recoverLost } from './network';
import { createReceipts } from './receipts';

interface PublisherOptions {
  services: () => AutomationServices;
  database: Database;
  channels: Channels;
  queues: WorkQueues;
  random?: () => number;
}

const DUE_SLICE = 50;
const MAX_CONCURRENT_LANES = 100;
/** A full container is checked again after this time. */
const FULL_MS = 1000;
const MAX_STOP_MS = 10_000;

const DELIVERY_LEASES: LeaseTable = {
  table: 'publication_deliveries',
  key: 'id',
  end: 'lease_until = created_at',
  where: `status = 'sending' and lease_until > now()`,
};

export function createPublisher({
  services,
  database,
  channels,
  queues,
  random = Math.random,
}: PublisherOptions): Publisher {
  const state = { isOpen: false, results: 0 };
  let stopping = new AbortController();
  const now = (): Date => services().now();

  const receipts = createReceipts({
    services,
    channels,
    moved(rows) {
      state.results += rows.length;
      for (const lane of new Set(rows.map(laneKey))) lanes.wake(lane);
    },
  });
  const slice = createSlice({ most: MAX_CONCURRENT_LANES });
  const isOpen = (): boolean => state.isOpen;
  const context = { services, database, receipts, slice, channels, me: queues.node.id, random, isOpen };

  /** One lane per container; workspaces take turns. */
  const lanes = queues.add<string>({
    name: 'publications',
    // SQLite has one writer.
    parallelLanes: isSharedDatabase ? 4 : 1,
    groupOf: (lane) => laneOf(lane).workspaceId,
    now,
    due: () => waiting(database, channels.all),
    claim: async (lane, claim) => ((await hasDue(database, lane, claim.now)) ? [lane] : []),
    async run(lane) {
      const outcome = await attempt(laneOf(lane));
      return outcome === 'done' || outcome === 'more' ? outcome : { pauseMs: FULL_MS };
    },
    retry: () => FULL_MS,
  });

  /** Time-dependent work: publications start, expire, or get no answer. */
  const times = queues.add<string>({
    name: 'publication_times',
    parallelLanes: 1,
    leases: DELIVERY_LEASES,
    now,
    due: () => nextTimes(database),
    claim: async (lane) => [lane],
    async run(lane) {
      const isMore =
        lane === 'lost'
          ? await recoverLost(context)
          : lane === 'due' && (await queueDue(database, now().getTime(), DUE_SLICE)) === DUE_SLICE;
      if (lane === 'expired') await expire(context);
      // Messages that a channel could not withdraw are checked again.
      return isMore ? 'more' : { pauseMs: FULL_MS };
    },
  });

  async function attempt(lane: ReturnType<typeof laneOf>): Promise<LaneResult> {
    const channel = channels.of(lane.channel);
    if (channel?.handover === 'network') return callLane({ ...context, signal: stopping.signal }, channel, lane);
    return channel ? handOver(context, channel, lane) : 'full';
  }

  return {
    wake() {
      lanes.wake();
      times.wake();
    },
    listen: () => receipts.listen(),
    start() {
      state.isOpen = true;
      stopping = new AbortController();
      receipts.start();
      lanes.start();
      times.start();
    },
    async stop() {
      state.isOpen = false;
      // Calls in progress may finish within the limit.
      const timer = setTimeout(() => stopping.abort(), Math.min(MAX_STOP_MS, services().config.stopTimeoutMs));
      await times.stop();
      await lanes.stop();
      clearTimeout(timer);
      await receipts.stop();
    },
    async idle() {
      for (let before = -1; before !== state.results;) {
        before = state.results;
        await times.idle();
        await lanes.idle();
        await receipts.idle();
      }
    },
  };
}
