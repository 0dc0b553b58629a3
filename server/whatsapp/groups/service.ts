import { and, eq } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import type { Group } from '../../../shared/whatsapp/group';
import type { GroupId, ListGroups, UpdateGroup } from '../../../shared/whatsapp/group-inputs';
import { contains, given } from '../../db/match';
import { defined } from '../../defined';
import { fieldError } from '../../errors';
import { pageOfRows } from '../../paging';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { ProviderRefusal, type GroupCalls } from '../drivers/driver';
import type { GroupDetails } from '../drivers/driver-events';
import { traitsOf } from '../drivers/registry';
import { requireTag } from '../etag';
import { requireInstance } from '../instances/find';
import { pictureOf } from '../picture';
import { presentGroups } from '../present/groups';
import { asking, requireDriver } from '../provider';
import { waGroups } from '../schema/people';
import { answerGroup, appliedToGroup, type GroupOfInstance, providerIdOf, requireGroup } from './find';
import { syncGroups } from './sync';

export async function listGroups(ctx: WhatsAppContext, input: ListGroups): Promise<Page<Group>> {
  const { instance_id, limit, cursor, ...filters } = input;
  const instance = await requireInstance(ctx, instance_id);
  requireCapability(instance, 'group.list');
  if (cursor === undefined) await syncGroups(ctx, instance);
  const where = and(
    eq(waGroups.instanceId, instance_id),
    given(filters.status, (status) => eq(waGroups.status, status)),
    given(filters.q, (part) => contains(waGroups.subject, part)),
  );
  const request = { limit, cursor, where, filters: { ...filters, instance_id } };
  return pageOfRows(ctx.db, waGroups, request, (rows) => presentGroups(ctx, ctx.db, rows));
}

/** Read from the provider if possible, otherwise as last reported. */
export async function getGroup(ctx: WhatsAppContext, input: GroupId): Promise<Group> {
  const found = await requireGroup(ctx, input);
  requireCapability(found.instance, 'group.info');
  await refresh(ctx, found);
  return answerGroup(ctx, (await requireGroup(ctx, input)).row);
}

async function refresh(ctx: WhatsAppContext, found: GroupOfInstance): Promise<void> {
  const { instance, row } = found;
  if (!traitsOf(instance.driver).readsGroups || instance.status !== 'connected') return;
  if (row.status !== 'active' || row.providerGroupId === null) return;
  try {
    const details = await requireDriver(ctx, instance.driver).groups?.get?.(
      ctx.whatsapp.reveal(instance),
      row.providerGroupId,
    );
    if (details) await appliedToGroup(ctx, found, { action: 'details', details });
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    if (error.effects.length > 0) await ctx.whatsapp.report(instance.id, error.effects);
  }
}

const FIELDS = {
  subject: 'group.subject',
  description: 'group.description',
  picture: 'group.picture',
  admins_only_messages: 'group.admins_only_messages',
  admins_only_settings: 'group.admins_only_settings',
  member_add_mode: 'group.member_add_mode',
  message_lifetime_seconds: 'group.message_lifetime',
} as const satisfies Partial<Record<keyof UpdateGroup, CapabilityName>>;

/** Refused as a whole if one field is unsupported. */
export async function updateGroup(ctx: WhatsAppContext, input: UpdateGroup): Promise<Group> {
  const found = await requireGroup(ctx, input);
  const { instance, row } = found;
  requireTag(ctx, row.version);
  const names = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((name) => input[name] !== undefined);
  for (const name of names) requireCapability(instance, FIELDS[name]);
  if (input.join_approval !== undefined && traitsOf(instance.driver).answered.join_approval === 'at_creation') {
    throw fieldError(
      'unprocessable',
      '/join_approval',
      'invalid',
      `\`join_approval\` cannot be changed on \`${instance.driver}\`. Set it when you create the group.`,
    );
  }
  requireConnected(instance);
  const providerId = providerIdOf(row);

  const { picture } = input;
  const local = picture ? await pictureOf(ctx, instance, picture.media_id) : picture;
  const newDetails = detailsOf(input);
  if (names.length === 0 && input.join_approval === undefined) return answerGroup(ctx, row);
  const change: Parameters<GroupCalls['update']>[2] = { ...newDetails, ...defined({ picture: local }) };
  await asking(ctx, instance, 'group.info', (asked) =>
    asked.driver.groups?.update?.(asked.instance, providerId, change),
  );
  const details: GroupDetails = { ...newDetails, ...(picture === null ? { pictureUrl: null } : {}) };
  await appliedToGroup(ctx, found, { action: 'details', details });
  return answerGroup(ctx, (await requireGroup(ctx, input)).row);
}

const detailsOf = (input: UpdateGroup): GroupDetails =>
  defined({
    subject: input.subject,
    description: input.description,
    adminsOnlyMessages: input.admins_only_messages,
    adminsOnlySettings: input.admins_only_settings,
    joinApproval: input.join_approval,
    memberAddMode: input.member_add_mode,
    messageLifetimeSeconds: input.message_lifetime_seconds,
  });

export async function deleteGroup(ctx: WhatsAppContext, input: GroupId): Promise<void> {
  const found = await requireGroup(ctx, input);
  requireTag(ctx, found.row.version);
  await end(ctx, found, 'group.delete', 'deleted');
}

export async function leaveGroup(ctx: WhatsAppContext, input: GroupId): Promise<Group> {
  await end(ctx, await requireGroup(ctx, input), 'group.leave', 'left');
  return answerGroup(ctx, (await requireGroup(ctx, input)).row);
}

async function end(
  ctx: WhatsAppContext,
  found: GroupOfInstance,
  capability: 'group.delete' | 'group.leave',
  action: 'deleted' | 'left',
): Promise<void> {
  requireCapability(found.instance, capability);
  requireConnected(found.instance);
  const providerId = providerIdOf(found.row);
  await asking(ctx, found.instance, capability, ({ driver, instance }) => {
    const call = action === 'deleted' ? driver.groups?.delete : driver.groups?.leave;
    return call?.(instance, providerId);
  });
  await appliedToGroup(ctx, found, { action });
}
