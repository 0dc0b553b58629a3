import type { Database } from '../../db/database';
import { pagesAfter } from '../../db/pages-after';
import { createSlice } from '../../slice';
import type { DueLane } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import type { Channel } from '../channels/channel';
import type { AutomationServices } from '../context';
import type { Channels, Publisher } from '../engine-types';
import { dueDeliveries, nextTimes, type PublisherLane, queueDue, waitingLanes } from '../system/publisher';
import { expirePublications } from './expire';
import { handOver } from './hand-over';
import { createReceipts } from './receipts';

interface PublisherOptions {
  services: () => AutomationServices;
  database: Database;
  channels: Channels;
  queues: WorkQueues;
}

const DUE_SLICE = 50;
const MAX_CONCURRENT_LANES = 100;
/** Pause until a full container is checked again. */
const FULL_MS = 1000;

export function createPublisher({ services, database, channels, queues }: PublisherOptions): Publisher {
  const state = { isOpen: false, results: 0 };
  const now = (): Date => services().now();

  const receipts = createReceipts({
    services,
    channels,
    onChange(rows) {
      state.results += rows.length;
      for (const lane of new Set(rows.map(laneKey))) lanes.wake(lane);
    },
  });
  const slice = createSlice({ max: MAX_CONCURRENT_LANES });
  const isOpen = (): boolean => state.isOpen;
  const context = { services, database, receipts, slice, channels, isOpen };

  /** One lane per container; workspaces take turns. */
  const lanes = queues.add<string>({
    name: 'publications',
    parallelLanes: database.parallelTransactions(4),
    groupOf: (lane) => laneOf(lane).workspaceId,
    now,
    due: () => waiting(database, channels.all),
    claim: async (lane, claim) => ((await hasDue(database, lane, claim.now)) ? [lane] : []),
    async run(lane) {
      const of = laneOf(lane);
      const channel = channels.of(of.channel);
      const result = channel ? await handOver(context, channel, of) : 'full';
      return result === 'done' || result === 'more' ? result : { pauseMs: FULL_MS };
    },
    retry: () => FULL_MS,
  });

  const times = queues.add<string>({
    name: 'publication_times',
    parallelLanes: 1,
    now,
    due: () => nextTimes(database),
    claim: async (lane) => [lane],
    async run(lane) {
      if (lane === 'expired') {
        await expirePublications(context);
        // Messages that a channel could not withdraw are checked again.
        return { pauseMs: FULL_MS };
      }
      const queued = await queueDue(database, now().getTime(), DUE_SLICE);
      return queued === DUE_SLICE ? 'more' : { pauseMs: FULL_MS };
    },
  });

  return {
    wake() {
      lanes.wake();
      times.wake();
    },
    listen: () => receipts.listen(),
    start() {
      state.isOpen = true;
      receipts.start();
      lanes.start();
      times.start();
    },
    async stop() {
      state.isOpen = false;
      await times.stop();
      await lanes.stop();
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

const PAGE = 500;

const laneKey = ({ workspaceId, channel, containerId }: PublisherLane): string =>
  `${workspaceId} ${channel} ${containerId}`;

function laneOf(key: string): PublisherLane {
  const [workspaceId = '', channel = '', ...containerId] = key.split(' ');
  return { workspaceId, channel, containerId: containerId.join(' ') };
}

async function waiting(database: Database, channels: readonly Channel[]): Promise<DueLane[]> {
  const found: DueLane[] = [];
  for (const { schemas } of channels) {
    const read = (after: string) => waitingLanes(database, { channel: schemas.kind, after, limit: PAGE });
    for await (const page of pagesAfter(PAGE, read, ({ containerId }) => containerId)) {
      found.push(...page.map((lane) => ({ lane: laneKey(lane), at: lane.dueAt })));
    }
  }
  return found;
}

const hasDue = async (database: Database, key: string, now: Date): Promise<boolean> =>
  (await dueDeliveries(database, laneOf(key), { now: now.getTime(), limit: 1 })).length > 0;
