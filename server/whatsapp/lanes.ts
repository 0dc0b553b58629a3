import type { InstanceRef } from './engine-types';

/** The lane of an instance in a queue. */
export const instanceLane = ({ workspaceId, id }: InstanceRef): string => `${workspaceId} ${id}`;

export function instanceOfLane(lane: string): InstanceRef {
  const [workspaceId = '', id = ''] = lane.split(' ');
  return { id, workspaceId };
}

/** Workspaces take turns. */
export const workspaceOfLane = (lane: string): string => instanceOfLane(lane).workspaceId;
