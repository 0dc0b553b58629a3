import type { InstanceRef } from './engine-types';

export const instanceLane = ({ workspaceId, id }: InstanceRef): string => `${workspaceId} ${id}`;

export function instanceOfLane(lane: string): InstanceRef {
  const [workspaceId = '', id = ''] = lane.split(' ');
  return { id, workspaceId };
}

/** Workspaces take turns. */
export const workspaceOfLane = (lane: string): string => instanceOfLane(lane).workspaceId;
