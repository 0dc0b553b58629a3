import { and, eq } from 'drizzle-orm';

import { waGroups } from '../../db/schema';
import { absorbGroup } from '../../db/unscoped/wa-merge';
import type { GroupRow } from '../identity/chat';
import { findGroup } from '../identity/group';
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
