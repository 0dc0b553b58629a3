import { and, eq } from 'drizzle-orm';

import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { GroupRow } from '../identity/chat';
import { findGroup } from '../identity/group';
import { absorbGroup } from '../queries/merge';
import { insertEarlyNews, takeEarlyNews } from '../queries/messages';
import { waGroups } from '../schema/people';
import type { Work } from '../work';

/** The group that was asked for, which has the provider’s id from now on; undefined where none waits. */
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
  // Somebody wrote in it before we were told that it is the one that was asked for.
  const twin = await findGroup(work, providerGroupId);
  if (twin) await absorbGroup(work.tx.store, pending.id, twin);
  const [group] = await work.tx.update(waGroups, eq(waGroups.id, pending.id), {
    providerGroupId,
    status: 'active',
    updatedAt: work.now,
    version: pending.version + 1,
  });
  return group;
}

/** No message has such an id at a provider. */
const placeOf = (requestId: string): string => `group request ${requestId}`;

/** A group will not be, of which nobody knows yet that it was asked for. */
export async function keepFailedRequest(work: Work, requestId: string, error: SendError): Promise<void> {
  await insertEarlyNews(work.tx.store, {
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    providerMessageId: placeOf(requestId),
    hash: placeOf(requestId),
    news: error,
    createdAt: work.now,
  });
}

/** Why the group of a request will not be; undefined where nothing was told of that. */
export async function takeFailedRequest(work: Work, requestId: string): Promise<SendError | undefined> {
  const [failed] = await takeEarlyNews(work.tx.store, work.instance, placeOf(requestId));
  return failed?.news as SendError | undefined;
}
