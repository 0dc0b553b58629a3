import type { Database } from '../../db/database';
import type { Channel } from '../channels/channel';
import { type Lane, type WaitingLane, waitingLanes } from '../system/publisher';
import { inTurns } from './turns';

/** Lanes of one statement. */
const PAGE = 500;

export const laneKey = ({ channel, containerId }: Omit<Lane, 'workspaceId'>): string => `${channel} ${containerId}`;

/** Lanes with something that is due, one of each workspace in turn; those of one workspace the longest due first. */
export async function dueLanes(database: Database, channels: readonly Channel[], now: number): Promise<WaitingLane[]> {
  const due: WaitingLane[] = [];
  for (const { schemas } of channels) {
    for (let after = ''; ;) {
      const page = await waitingLanes(database, { channel: schemas.kind, after, limit: PAGE });
      due.push(...page.filter(({ dueAt }) => dueAt <= now));
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) break;
      after = last.containerId;
    }
  }
  const sorted = due.toSorted((a, b) => a.dueAt - b.dueAt);
  return inTurns(sorted, ({ workspaceId }) => workspaceId);
}
