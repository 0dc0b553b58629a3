import { and, eq } from 'drizzle-orm';

import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { GroupRow } from '../identity/chat';
import { findGroup } from '../identity/group';
import { mergeGroup } from '../queries/merge';
import { insertEarlyEvent, consumeEarlyEvents } from '../queries/messages';
import { waGroups } from '../schema/people';
import type { Work } from '../work-types';

/** Links the requested group to the provider's id; undefined when no request waits. */
export async function adoptGroup(
  work: Work,
  requestId: string,
  providerGroupId: string,
): Promise<GroupRow | undefined> {
  const [pending] = await work.tx.select(waGroups, {
    where: and(
      eq(waGroups.instanceId, work.instance.id),
      eq(waGroups.providerRequestId, requestId),
      eq(waGroups.status, 'pending'),
    ),
    limit: 1,
    lock: true,
  });
  if (!pending) return undefined;
  // Messages may have arrived in it before the confirmation of the request.
  const twin = await findGroup(work, providerGroupId);
  if (twin) await mergeGroup(work.tx.store, pending.id, twin);
  const [group] = await work.tx.update(waGroups, eq(waGroups.id, pending.id), {
    providerGroupId,
    status: 'active',
    updatedAt: work.now,
    version: pending.version + 1,
  });
  return group;
}

const placeOf = (requestId: string): string => `group request ${requestId}`;

/** Stores a failure that arrived before the request id was known. */
export async function saveFailedRequest(work: Work, requestId: string, error: SendError): Promise<void> {
  await insertEarlyEvent(work.tx.store, {
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    providerMessageId: placeOf(requestId),
    hash: placeOf(requestId),
    event: error,
    createdAt: work.now,
  });
}

export async function consumeFailedRequest(work: Work, requestId: string): Promise<SendError | undefined> {
  const [failed] = await consumeEarlyEvents(work.tx.store, work.instance, placeOf(requestId));
  return failed?.event as SendError | undefined;
}
