import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import { insertGroup } from '../queries/people';
import { waGroups } from '../schema/people';
import { lockInstance } from '../work';
import type { Work } from '../work-types';
import type { GroupRow } from './chat';

export async function findGroup(work: Work, providerGroupId: string): Promise<GroupRow | undefined> {
  const [found] = await work.tx.select(waGroups, {
    where: and(eq(waGroups.instanceId, work.instance.id), eq(waGroups.providerGroupId, providerGroupId)),
    limit: 1,
    lock: true,
  });
  return found;
}

/** An unknown group is added with its id only. Locks the instance. */
export async function groupOf(work: Work, providerGroupId: string): Promise<{ group: GroupRow; isNew: boolean }> {
  await lockInstance(work);
  const found = await findGroup(work, providerGroupId);
  if (found) return { group: found, isNew: false };
  const made = await insertGroup(work.tx.store, {
    id: newId(ID_PREFIXES.group),
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    providerGroupId,
    status: 'active',
    subject: '',
    adminsOnlyMessages: false,
    adminsOnlySettings: false,
    joinApproval: false,
    size: 0,
    version: 1,
    createdAt: work.now,
    updatedAt: work.now,
  });
  if (!made) throw new Error(`Group ${providerGroupId} is there and cannot be read.`);
  return { group: made, isNew: true };
}
