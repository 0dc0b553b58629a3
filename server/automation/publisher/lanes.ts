import type { Database } from '../../db/database';
import type { DueLane } from '../../work/types';
import type { Channel } from '../channels/channel';
import { dueDeliveries, type PublisherLane, waitingLanes } from '../system/publisher';

const PAGE = 500;

export const laneKey = ({ workspaceId, channel, containerId }: PublisherLane): string =>
  `${workspaceId} ${channel} ${containerId}`;

export function laneOf(key: string): PublisherLane {
  const [workspaceId = '', channel = '', ...containerId] = key.split(' ');
  return { workspaceId, channel, containerId: containerId.join(' ') };
}

export async function waiting(database: Database, channels: readonly Channel[]): Promise<DueLane[]> {
  const found: DueLane[] = [];
  for (const { schemas } of channels) {
    for (let after = ''; ;) {
      const page = await waitingLanes(database, { channel: schemas.kind, after, limit: PAGE });
      found.push(...page.map((lane) => ({ lane: laneKey(lane), at: lane.dueAt })));
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) break;
      after = last.containerId;
    }
  }
  return found;
}

export const hasDue = async (database: Database, key: string, now: Date): Promise<boolean> =>
  (await dueDeliveries(database, laneOf(key), { now: now.getTime(), limit: 1 })).length > 0;
