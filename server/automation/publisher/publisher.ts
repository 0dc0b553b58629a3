import type { Database } from '../../db/database';
import { engine } from '../../db/engine';
import { createSlice } from '../../slice';
import type { LeaseTable } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import type { Channels } from '../channels/index';
import type { AutomationServices } from '../context';
import { nextTimes, queueDue } from '../system/publisher';
import { expire } from './expire';
import { handOver, type LaneOutcome } from './hand-over';
import { laneKey, laneOf, hasDue, waiting } from './lanes';
import { callLane, recoverLost } from './network';
import { createReceipts } from './receipts';

/** Brings publications that are due to their channels. */
export interface Publisher {
  /** Says, after the commit, that deliveries may be due. Harmless when none is. */
  wake(): void;
  /** Hears how deliveries of others end that carry its own: before they can, and until none can. Returns the way out. */
  listen(): () => void;
  start(): void;
  /** Claims nothing more; resolves when what runs has ended. */
  stop(): Promise<void>;
  /** Resolves when nothing is due and all that was told of deliveries is heard. */
  idle(): Promise<void>;
}

export interface PublisherOptions {
  services: () => AutomationServices;
  database: Database;
  channels: Channels;
  queues: WorkQueues;
  /** Between 0 and 1. */
  random?: () => number;
}

/** Publications of one statement. */
const DUE_SLICE = 50;
/** Deliveries of one transaction, at most. */
const MOST_TOGETHER = 100;
/** A container that takes no more is looked at again, where nobody says before that it does. */
const FULL_MS = 1000;
const LONGEST_STOP_MS = 10_000;

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
  const state = { isOpen: false, heard: 0 };
  let stopping = new AbortController();
  const now = (): Date => services().now();

  const receipts = createReceipts({
    services,
    channels,
    moved(rows) {
      state.heard += rows.length;
      for (const lane of new Set(rows.map(laneKey))) lanes.wake(lane);
    },
  });
  const slice = createSlice({ most: MOST_TOGETHER });
  const isOpen = (): boolean => state.isOpen;
  const context = { services, database, receipts, slice, channels, me: queues.node.id, random, isOpen };

  /** What queues at one container; lanes of a workspace take turns with those of others. */
  const lanes = queues.add<string>({
    name: 'publications',
    // SQLite has one writer.
    parallelLanes: engine === 'postgres' ? 4 : 1,
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

  /** What comes with time: publications begin and expire, and providers do not answer. */
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
      // What could not be ended, such as a message that a channel cannot take back, is looked at again.
      return isMore ? 'more' : { pauseMs: FULL_MS };
    },
  });

  async function attempt(lane: ReturnType<typeof laneOf>): Promise<LaneOutcome> {
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
      // What a provider is asked right now is answered, if it does not take too long.
      const timer = setTimeout(() => stopping.abort(), Math.min(LONGEST_STOP_MS, services().config.stopTimeoutMs));
      await times.stop();
      await lanes.stop();
      clearTimeout(timer);
      await receipts.stop();
    },
    async idle() {
      for (let before = -1; before !== state.heard;) {
        before = state.heard;
        await times.idle();
        await lanes.idle();
        await receipts.idle();
      }
    },
  };
}
