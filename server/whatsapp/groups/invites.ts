import type { Group, GroupPreview, InviteLink } from '../../../shared/whatsapp/group';
import type { GroupId, JoinGroup, PreviewGroup } from '../../../shared/whatsapp/group-inputs';
import { ApiError } from '../../errors';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { findGroup } from '../identity/group';
import { requireInstance } from '../instances/find';
import { onInstance } from '../messages/find';
import { applied, asking } from '../provider';
import { answerGroup, appliedToGroup, providerIdOf, requireGroup } from './find';

/** `rotate` invalidates the previous link. */
export async function inviteLink(ctx: WhatsAppContext, input: GroupId, rotate: boolean): Promise<InviteLink> {
  const found = await requireGroup(ctx, input);
  requireCapability(found.instance, 'group.invite_link');
  requireConnected(found.instance);
  const providerId = providerIdOf(found.row);
  const link = await asking(ctx, found.instance, 'group.invite_link', ({ driver, instance }) =>
    driver.groups?.inviteLink?.(instance, providerId, rotate),
  );
  if (link !== found.row.inviteLink)
    await appliedToGroup(ctx, found, { action: 'details', details: { inviteLink: link } });
  return { invite_link: link };
}

/** A group that was left becomes active again. */
export async function joinGroup(ctx: WhatsAppContext, { instance_id, invite }: JoinGroup): Promise<Group> {
  const row = await requireInstance(ctx, instance_id);
  const { providerGroupId, details } = await asking(ctx, row, 'group.join', ({ driver, instance }) =>
    driver.groups?.join?.(instance, invite),
  );
  const at = ctx.now();
  await applied(ctx, row.id, [
    { kind: 'group', providerGroupId, change: { action: 'details', details }, at },
    { kind: 'group', providerGroupId, change: { action: 'resumed' }, at },
  ]);
  const group = await onInstance(ctx, row.id, (work) => findGroup(work, providerGroupId));
  if (!group) throw new ApiError('internal_error');
  return answerGroup(ctx, group);
}

export async function previewGroup(ctx: WhatsAppContext, { instance_id, invite }: PreviewGroup): Promise<GroupPreview> {
  const row = await requireInstance(ctx, instance_id);
  const { providerGroupId, details } = await asking(ctx, row, 'group.preview', ({ driver, instance }) =>
    driver.groups?.preview?.(instance, invite),
  );
  return {
    provider_group_id: providerGroupId,
    subject: details.subject ?? '',
    description: details.description ?? null,
    size: details.participants?.length ?? null,
    join_approval: details.joinApproval ?? false,
  };
}
