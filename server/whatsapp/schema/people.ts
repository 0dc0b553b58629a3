import { sql } from 'drizzle-orm';

import type { OptOut } from '../../../shared/whatsapp/contact';
import type { GroupStatus, ParticipantRole } from '../../../shared/whatsapp/group';
import {
  boolean,
  byBytes,
  index,
  integer,
  json,
  primaryKey,
  table,
  text,
  timestamp,
  uniqueIndex,
} from '../../db/columns';
import { createdAt, id, updatedAt, version, partialIndex, partialUniqueIndex } from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';
import { instanceIdColumn } from './instances';

/** Any of the addresses may be missing. */
export const waContacts = table(
  'wa_contacts',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    phone: text('phone'),
    lid: text('lid'),
    bsuid: text('bsuid'),
    username: text('username'),
    /** Given by a user of the workspace; `push_name` by the contact. */
    name: text('name'),
    pushName: text('push_name'),
    isBusiness: boolean('is_business').notNull().default(false),
    isBlocked: boolean('is_blocked').notNull().default(false),
    pictureUrl: text('picture_url'),
    pictureAt: timestamp('picture_at'),
    about: text('about'),
    aboutAt: timestamp('about_at'),
    optOut: text('opt_out').$type<OptOut>().notNull().default('none'),
    metadata: json<Record<string, string>>('metadata').notNull(),
    /** Names and addresses in lower case, which `q` searches. */
    search: text('search').notNull(),
    /** For lists by name, for callers who may see the number and for others. */
    sortKey: text('sort_key').notNull().default(''),
    maskedSortKey: text('masked_sort_key').notNull().default(''),
    mergedIntoId: text('merged_into_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('wa_contacts_workspace_id_key').on(t.workspaceId, t.id),
    index('wa_contacts_instance_idx').on(t.instanceId, t.id),
    index('wa_contacts_sort_key_idx')
      .on(t.instanceId, byBytes(t.sortKey), t.id)
      .where(sql`merged_into_id is null`),
    index('wa_contacts_masked_sort_key_idx')
      .on(t.instanceId, byBytes(t.maskedSortKey), t.id)
      .where(sql`merged_into_id is null`),
    partialIndex('wa_contacts_merged_idx', [t.mergedIntoId], 'merged_into_id is not null'),
  ],
);

/** The unique index decides which contact an address belongs to. */
export const waContactAddresses = table(
  'wa_contact_addresses',
  {
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    kind: text('kind').$type<'phone' | 'lid' | 'bsuid' | 'username'>().notNull(),
    /** Digits alone for a phone number. */
    value: text('value').notNull(),
    contactId: text('contact_id')
      .notNull()
      .references(() => waContacts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.kind, t.value] }),
    index('wa_contact_addresses_contact_idx').on(t.contactId),
  ],
);

export const waGroups = table(
  'wa_groups',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    providerGroupId: text('provider_group_id'),
    providerRequestId: text('provider_request_id'),
    status: text('status').$type<GroupStatus>().notNull(),
    subject: text('subject').notNull(),
    description: text('description'),
    ownerContactId: text('owner_contact_id'),
    pictureUrl: text('picture_url'),
    adminsOnlyMessages: boolean('admins_only_messages').notNull().default(false),
    adminsOnlySettings: boolean('admins_only_settings').notNull().default(false),
    joinApproval: boolean('join_approval').notNull().default(false),
    memberAddMode: text('member_add_mode').$type<'all' | 'admins'>(),
    messageLifetimeSeconds: integer('message_lifetime_seconds'),
    size: integer('size').notNull().default(0),
    inviteLink: text('invite_link'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    partialUniqueIndex('wa_groups_provider_key', [t.instanceId, t.providerGroupId], 'provider_group_id is not null'),
    partialIndex('wa_groups_request_idx', [t.instanceId, t.providerRequestId], 'provider_request_id is not null'),
    uniqueIndex('wa_groups_workspace_id_key').on(t.workspaceId, t.id),
    index('wa_groups_instance_idx').on(t.instanceId, t.id),
  ],
);

const groupId = () =>
  text('group_id')
    .notNull()
    .references(() => waGroups.id, { onDelete: 'cascade' });
const contactId = () =>
  text('contact_id')
    .notNull()
    .references(() => waContacts.id, { onDelete: 'cascade' });

export const waGroupParticipants = table(
  'wa_group_participants',
  {
    workspaceId: workspaceId(),
    groupId: groupId(),
    contactId: contactId(),
    role: text('role').$type<ParticipantRole>().notNull(),
    joinedAt: timestamp('joined_at'),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.contactId] }),
    index('wa_group_participants_contact_idx').on(t.contactId),
  ],
);

export const waGroupJoinRequests = table(
  'wa_group_join_requests',
  {
    workspaceId: workspaceId(),
    groupId: groupId(),
    /** The provider’s own id of the request; the contact’s id where it has none. */
    requestId: text('request_id').notNull(),
    contactId: contactId(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.requestId] }),
    index('wa_group_join_requests_contact_idx').on(t.contactId),
  ],
);

export const waChats = table(
  'wa_chats',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    type: text('type').$type<'direct' | 'group' | 'broadcast'>().notNull(),
    /** The first address of the contact of a direct chat; the provider’s id of a group. */
    providerChatId: text('provider_chat_id').notNull(),
    title: text('title').notNull(),
    contactId: text('contact_id').references(() => waContacts.id),
    groupId: text('group_id').references(() => waGroups.id),
    unreadCount: integer('unread_count').notNull().default(0),
    archived: boolean('archived').notNull().default(false),
    pinned: boolean('pinned').notNull().default(false),
    mutedUntil: timestamp('muted_until'),
    /** Null without labels. May contain ids of deleted labels. */
    labelIds: json<string[]>('label_ids'),
    lastMessageId: text('last_message_id'),
    /** Time of the last message, or of the chat’s creation. */
    lastMessageAt: timestamp('last_message_at').notNull(),
    /** Until when the provider accepts more than templates; extended by inbound messages. */
    windowExpiresAt: timestamp('window_expires_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('wa_chats_provider_key').on(t.instanceId, t.providerChatId),
    uniqueIndex('wa_chats_workspace_id_key').on(t.workspaceId, t.id),
    index('wa_chats_instance_idx').on(t.instanceId, t.lastMessageAt, t.id),
    index('wa_chats_contact_idx').on(t.contactId),
    index('wa_chats_group_idx').on(t.groupId),
  ],
);

export const waLabels = table(
  'wa_labels',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    /** The provider’s number; made here for drivers without labels. */
    providerLabelId: text('provider_label_id').notNull(),
    name: text('name').notNull(),
    color: integer('color').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('wa_labels_provider_key').on(t.instanceId, t.providerLabelId),
    uniqueIndex('wa_labels_workspace_id_key').on(t.workspaceId, t.id),
    index('wa_labels_instance_idx').on(t.instanceId, t.id),
  ],
);

/** Names that are about to be set at the provider. */
export const waLabelReservations = table(
  'wa_label_reservations',
  {
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    /** Normalised for comparison. */
    nameKey: text('name_key').notNull(),
    /** False for a renamed label. */
    isNew: boolean('is_new').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.nameKey] })],
);

/** Deleted after the retention time. */
export const waCalls = table(
  'wa_calls',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    providerCallId: text('provider_call_id').notNull(),
    contactId: contactId(),
    groupId: text('group_id').references(() => waGroups.id, { onDelete: 'cascade' }),
    isVideo: boolean('is_video').notNull(),
    /** The provider’s own term. */
    status: text('status').notNull(),
    rejected: boolean('rejected').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('wa_calls_provider_key').on(t.instanceId, t.providerCallId),
    uniqueIndex('wa_calls_workspace_id_key').on(t.workspaceId, t.id),
    index('wa_calls_contact_idx').on(t.contactId),
    index('wa_calls_group_idx').on(t.groupId),
    index('wa_calls_created_idx').on(t.createdAt),
  ],
);
