import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Group } from '../../../shared/whatsapp/group';
import type { CreateGroup } from '../../../shared/whatsapp/group-inputs';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import { ApiError } from '../../errors';
import { consumeFailedRequest } from '../apply/group-request';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import { ProviderRefusal } from '../drivers/driver';
import type { GroupDetails } from '../drivers/driver-events';
import type { GroupRow } from '../identity/chat';
import { findGroup } from '../identity/group';
import { requireInstance } from '../instances/find';
import { onInstance } from '../messages/find';
import { addressesAt } from '../people';
import { asking } from '../provider';
import { askProvider } from '../refusal';
import { waGroups } from '../schema/people';
import { answerGroup } from './find';

/** When the provider answers later, the group is `pending` and the answer 202. */
export async function createGroup(ctx: WhatsAppContext, input: CreateGroup): Promise<Group> {
  const { instance_id, subject, description = null, participants = [], join_approval: joinApproval } = input;
  const row = await requireInstance(ctx, instance_id);
  requireCapability(row, 'group.create');
  if (participants.length > 0) requireCapability(row, 'group.add_participants');
  const people = await addressesAt(ctx, row.id, participants, (index) => `/participants/${index}`);
  const wanted = { subject, description, participants: people, joinApproval };
  const made = await asking(ctx, row, 'group.create', ({ driver, instance }) =>
    driver.groups?.create?.(instance, wanted),
  );

  const { providerGroupId, requestId, details } = made;
  if (providerGroupId !== null) return answerGroup(ctx, await madeGroup(ctx, row.id, providerGroupId, details));
  const group = await pendingGroup(ctx, row.id, requestId, details);
  if ('refused' in group)
    return askProvider(ctx, row, () => Promise.reject(new ProviderRefusal('refused', group.refused)));
  if (group.status === 'pending') ctx.reply.isPending = true;
  return answerGroup(ctx, group);
}

async function madeGroup(
  ctx: WhatsAppContext,
  instanceId: string,
  providerGroupId: string,
  details: GroupDetails,
): Promise<GroupRow> {
  return onInstance(
    ctx,
    instanceId,
    async (work) => {
      const change = { action: 'details', details } as const;
      await ctx.whatsapp.apply(work, { kind: 'group', providerGroupId, change, at: work.now });
      const group = await findGroup(work, providerGroupId);
      if (!group) throw new ApiError('internal_error');
      return group;
    },
    { lock: true },
  );
}

/** The provider's event may arrive before the row of the request. */
async function pendingGroup(
  ctx: WhatsAppContext,
  instanceId: string,
  requestId: string | null,
  { subject = '', description = null, joinApproval = false }: GroupDetails,
): Promise<GroupRow | { refused: SendError }> {
  return onInstance(
    ctx,
    instanceId,
    async (work) => {
      const isIt = and(eq(waGroups.instanceId, instanceId), eq(waGroups.providerRequestId, requestId ?? ''));
      const [existing] = await work.tx.select(waGroups, { where: isIt, limit: 1 });
      if (existing) return existing;
      const refused = requestId === null ? undefined : await consumeFailedRequest(work, requestId);
      if (refused) return { refused };
      const id = newId(ID_PREFIXES.group);
      return work.tx.insert(waGroups, {
        id,
        instanceId,
        // Finds the group in the provider's list when no event arrives.
        providerRequestId: requestId ?? id,
        status: 'pending',
        subject,
        description,
        joinApproval,
        createdAt: work.now,
        updatedAt: work.now,
      });
    },
    { lock: true },
  );
}
