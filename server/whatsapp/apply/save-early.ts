import { createHash } from 'node:crypto';

import type {
  DriverEditEvent,
  DriverPollVoteEvent,
  DriverReactionEvent,
  DriverRevokeEvent,
  DriverStatusEvent,
} from '../drivers/driver-events';
import { insertEarlyEvent } from '../queries/messages';
import type { Work } from '../work-types';

export type TargetedDriverEvent =
  | DriverStatusEvent
  | DriverReactionEvent
  | DriverEditEvent
  | DriverRevokeEvent
  | DriverPollVoteEvent;

/** Saves an event until its message exists; false when it is saved already. */
export async function saveEarly(work: Work, driverEvent: TargetedDriverEvent): Promise<boolean> {
  if (driverEvent.providerMessageId === undefined) return false;
  return insertEarlyEvent(work.tx.store, {
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    providerMessageId: driverEvent.providerMessageId,
    hash: createHash('sha256').update(JSON.stringify(driverEvent)).digest('hex'),
    event: driverEvent,
    createdAt: work.now,
  });
}
