import type { Group } from '../../../shared/whatsapp/group';
import type { GroupId } from '../../../shared/whatsapp/group-inputs';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import type { DriverGroupEvent } from '../drivers/driver-events';
import { tagged } from '../etag';
import type { GroupRow } from '../identity/chat';
import { requireInstance, requireOfInstance } from '../instances/find';
import { presentGroups } from '../present/groups';
import { applied } from '../provider';
import { waGroups } from '../schema/people';
import type { InstanceRow } from '../work-types';

export interface GroupOfInstance {
  instance: InstanceRow;
  row: GroupRow;
}

export async function requireGroup(ctx: WhatsAppContext, { instance_id, group_id }: GroupId): Promise<GroupOfInstance> {
  const instance = await requireInstance(ctx, instance_id);
  return { instance, row: requireOfInstance(await ctx.db.get(waGroups, group_id), instance.id) };
}

/** Throws 409 `invalid_state` for a group without an id or one that was left. */
export function providerIdOf({ status, providerGroupId }: GroupRow): string {
  if ((status === 'active' || status === 'suspended') && providerGroupId !== null) return providerGroupId;
  throw new ApiError('invalid_state', `The group is ${status}.`);
}

async function presentGroup(ctx: WhatsAppContext, db: ScopedDb, row: GroupRow): Promise<Group> {
  const [group] = await presentGroups(ctx, db, [row]);
  if (!group) throw new Error('One row is one group.');
  return group;
}

export const answerGroup = async (ctx: WhatsAppContext, row: GroupRow): Promise<Group> =>
  tagged(ctx, row.version, await presentGroup(ctx, ctx.db, row));

export const appliedToGroup = (
  ctx: WhatsAppContext,
  { instance, row }: GroupOfInstance,
  change: DriverGroupEvent['change'],
): Promise<void> =>
  applied(ctx, instance.id, [{ kind: 'group', providerGroupId: providerIdOf(row), change, at: ctx.now() }]);
