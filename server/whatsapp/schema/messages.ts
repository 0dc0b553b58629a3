import { sql } from 'drizzle-orm';

import type { MessageContent } from '../../../shared/whatsapp/content';
import type {
  MessageContext,
  MessageEdit,
  MessageWait,
  MessageOrigin,
  MessageStatus,
  StatusEntry,
} from '../../../shared/whatsapp/message';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import { boolean, index, integer, json, primaryKey, table, text, timestamp, uniqueIndex } from '../../db/columns';
import {
  createdAt,
  id,
  leaseIndex,
  updatedAt,
  version,
  partialIndex,
  partialUniqueIndex,
} from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';
import { instanceIdColumn } from './instances';
import { waChats } from './people';

/** A removed reaction has no entry. */
interface StoredReaction {
  /** Null for this account. */
  contact_id: string | null;
  emoji: string;
  at: string;
}

/** Raw SQL: the planner only uses the partial index if the value is not bound. */
export const IS_INBOUND = sql.raw(`direction = 'inbound'`);
/** Raw SQL for the same reason; see `RARE_STATUSES`. */
export const IS_RARE = sql.raw(`status in ('scheduled', 'unconfirmed', 'failed', 'canceled')`);
export const RARE_STATUSES: ReadonlySet<MessageStatus> = new Set(['scheduled', 'unconfirmed', 'failed', 'canceled']);

export const waMessages = table(
  'wa_messages',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    chatId: text('chat_id')
      .notNull()
      .references(() => waChats.id, { onDelete: 'cascade' }),
    direction: text('direction').$type<'inbound' | 'outbound'>().notNull(),
    origin: text('origin').$type<MessageOrigin>().notNull(),
    type: text('type').$type<MessageContent['type']>().notNull(),
    status: text('status').$type<MessageStatus>().notNull(),
    statusHistory: json<StatusEntry[]>('status_history').notNull(),
    attempt: integer('attempt').notNull().default(1),
    waiting: json<MessageWait>('waiting'),
    providerMessageId: text('provider_message_id'),
    /** `me`, or the sender’s contact; part of the unique key. */
    senderKey: text('sender_key').notNull(),
    contactId: text('contact_id'),
    groupId: text('group_id'),
    replyTo: json<{ message_id: string | null; provider_message_id: string | null; preview: string | null }>(
      'reply_to',
    ),
    forwarded: boolean('forwarded').notNull().default(false),
    mentions: json<string[]>('mentions').notNull(),
    content: json<MessageContent>('content').notNull(),
    fallbackApplied: boolean('fallback_applied').notNull().default(false),
    mediaId: text('media_id'),
    reactions: json<StoredReaction[]>('reactions').notNull(),
    context: json<MessageContext>('context'),
    error: json<SendError>('error'),
    clientReference: text('client_reference'),
    publicationDeliveryId: text('publication_delivery_id'),
    causeRunId: text('cause_run_id'),
    causeDepth: integer('cause_depth'),
    batchId: text('batch_id'),
    metadata: json<Record<string, string>>('metadata').notNull(),
    simulateTypingMs: integer('simulate_typing_ms').notNull().default(0),
    scheduledAt: timestamp('scheduled_at'),
    expiresAt: timestamp('expires_at'),
    acceptedAt: timestamp('accepted_at'),
    sentAt: timestamp('sent_at'),
    deliveredAt: timestamp('delivered_at'),
    readAt: timestamp('read_at'),
    editedAt: timestamp('edited_at'),
    edits: json<MessageEdit[]>('edits').notNull(),
    deletedAt: timestamp('deleted_at'),
    /** When it was written, by the other side’s or the provider’s clock. */
    providerAt: timestamp('provider_at'),

    /** When the message is next processed: sent, or given up. Null once it is final. */
    dueAt: timestamp('due_at'),
    /** Lower values first: 0 for API calls, 1 automation, 2 batches, 3 what a batch holds back. */
    priority: integer('priority').notNull().default(0),
    leaseOwner: text('lease_owner'),
    leaseUntil: timestamp('lease_until'),
    /** Set before the provider is called: without it a claimed message was certainly not sent. */
    dispatchedAt: timestamp('dispatched_at'),
    /** Automatic retries, after attempts that certainly sent nothing. */
    retries: integer('retries').notNull().default(0),
    search: text('search').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    partialUniqueIndex(
      'wa_messages_key',
      [t.instanceId, t.chatId, t.senderKey, t.providerMessageId],
      'provider_message_id is not null',
    ),
    uniqueIndex('wa_messages_workspace_id_key').on(t.workspaceId, t.id),
    // Ids sort by creation.
    index('wa_messages_chat_idx').on(t.chatId, t.id),
    index('wa_messages_instance_idx').on(t.instanceId, t.id),
    // Unread messages of a chat are counted by the index alone.
    index('wa_messages_inbound_idx').on(t.workspaceId, t.chatId, t.id).where(IS_INBOUND),
    leaseIndex('wa_messages_lease_idx', t.leaseOwner),
    // Lists of few among all messages of a workspace.
    index('wa_messages_rare_idx').on(t.workspaceId, t.status, t.id).where(IS_RARE),
    partialIndex(
      'wa_messages_open_idx',
      [t.instanceId, t.status, t.dueAt],
      "status in ('scheduled', 'queued', 'sending', 'unconfirmed')",
    ),
    // Chats of an instance that wait for the provider, one step each.
    partialIndex(
      'wa_messages_line_idx',
      [t.instanceId, t.priority, t.chatId, t.id],
      "status in ('queued', 'sending') and accepted_at is null",
    ),
    partialIndex('wa_messages_expiry_idx', [t.expiresAt], "status in ('scheduled', 'queued')"),
    partialIndex(
      'wa_messages_client_ref_idx',
      [t.workspaceId, t.clientReference, t.id],
      'client_reference is not null',
    ),
    partialIndex('wa_messages_batch_idx', [t.batchId, t.status], 'batch_id is not null'),
    partialIndex('wa_messages_media_idx', [t.mediaId], 'media_id is not null'),
  ],
);

/** Ids that the provider gave to attempts of a message: a late status of an older attempt finds it. */
export const waMessageProviderIds = table(
  'wa_message_provider_ids',
  {
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    providerMessageId: text('provider_message_id').notNull(),
    messageId: text('message_id')
      .notNull()
      .references(() => waMessages.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.providerMessageId, t.messageId] }),
    index('wa_message_provider_ids_message_idx').on(t.messageId),
  ],
);

export const waMessageReceipts = table(
  'wa_message_receipts',
  {
    workspaceId: workspaceId(),
    messageId: text('message_id')
      .notNull()
      .references(() => waMessages.id, { onDelete: 'cascade' }),
    contactId: text('contact_id').notNull(),
    status: text('status').$type<MessageStatus>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.contactId, t.status] })],
);

/** Kept until their message arrives, or expires. */
export const waEarlyEvents = table(
  'wa_early_events',
  {
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    providerMessageId: text('provider_message_id').notNull(),
    /** SHA-256 of its content: a repeated status is stored once. */
    hash: text('hash').notNull(),
    event: json<object>('event').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.providerMessageId, t.hash] }),
    index('wa_early_events_created_idx').on(t.createdAt),
  ],
);
