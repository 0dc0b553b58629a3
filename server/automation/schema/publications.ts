import type { PublicationContent } from '../../../shared/automation/content';
import type {
  Overflow,
  PublicationApproval,
  PublicationCounters,
  PublicationLink,
  PublicationSourceKind,
  ShortLinks,
} from '../../../shared/automation/publication';
import type { DeliveryPart, PublicationError } from '../../../shared/automation/publication-delivery';
import type {
  PublicationDeliveryStatus,
  PublicationStatus,
  SkipReason,
  WaitingReason,
} from '../../../shared/automation/publication-states';
import type { Schedule } from '../../../shared/automation/schedule';
import { index, integer, json, primaryKey, table, text, timestamp, uniqueIndex } from '../../db/columns';
import { createdAt, id, updatedAt, version, partialIndex } from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';

/** The other fields belong to the channel. */
export interface StoredTarget {
  channel: string;
  to: string[];
  [more: string]: unknown;
}

export const publications = table(
  'publications',
  {
    id: id(),
    workspaceId: workspaceId(),
    status: text('status').$type<PublicationStatus>().notNull(),
    statusReason: text('status_reason'),
    title: text('title'),
    /** With short links inserted. */
    content: json<PublicationContent>('content').notNull(),
    overrides: json<Record<string, unknown>>('overrides').notNull(),
    targets: json<StoredTarget[]>('targets').notNull(),
    /** Kinds of its channels, each after a `|`. */
    channels: text('channels').notNull(),
    /** Ids that a narrowed key needs, each after a `|`; `*` matches no narrowed key. */
    instances: text('instances').notNull(),
    schedule: json<Schedule>('schedule').notNull(),
    expiresAfterSeconds: integer('expires_after_seconds').notNull(),
    overflow: text('overflow').$type<Overflow>().notNull(),
    onInvalidTarget: text('on_invalid_target').$type<'reject' | 'skip'>().notNull(),
    duplicateWindowSeconds: integer('duplicate_window_seconds').notNull(),
    shortLinks: text('short_links').$type<ShortLinks>().notNull(),
    links: json<PublicationLink[]>('links').notNull(),
    metadata: json<Record<string, string>>('metadata').notNull(),
    counters: json<PublicationCounters>('counters').notNull(),
    approval: json<PublicationApproval>('approval'),

    source: text('source').$type<PublicationSourceKind>().notNull(),
    sourceKeyId: text('source_key_id'),
    sourceUserId: text('source_user_id'),
    inboundRequestId: text('inbound_request_id'),
    endpointId: text('endpoint_id'),
    ruleRunId: text('rule_run_id'),
    causeRunId: text('cause_run_id'),
    causeDepth: integer('cause_depth'),

    dueAt: timestamp('due_at'),
    expiresAt: timestamp('expires_at'),
    completedAt: timestamp('completed_at'),
    /** Folded title and text. */
    search: text('search').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('publications_workspace_id_key').on(t.workspaceId, t.id),
    index('publications_status_idx').on(t.workspaceId, t.status, t.id),
    partialIndex('publications_due_idx', [t.dueAt], "status = 'scheduled'"),
    partialIndex(
      'publications_expiry_idx',
      [t.expiresAt, t.id],
      "status in ('scheduled', 'queued', 'publishing', 'paused')",
    ),
    index('publications_created_idx').on(t.createdAt),
  ],
);

/** Deleting a row frees the slot. */
export const publicationSlots = table(
  'publication_slots',
  {
    workspaceId: workspaceId(),
    slotGroup: text('slot_group').notNull(),
    slotAt: timestamp('slot_at').notNull(),
    /** The slot is taken before the publication has a row. */
    publicationId: text('publication_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.slotGroup, t.slotAt] }),
    index('publication_slots_publication_idx').on(t.publicationId),
    index('publication_slots_at_idx').on(t.slotAt),
  ],
);

/** `next_attempt_at` is null while no attempt is allowed: draft, in approval, paused or finished. */
export const publicationDeliveries = table(
  'publication_deliveries',
  {
    id: id(),
    workspaceId: workspaceId(),
    publicationId: text('publication_id')
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    channel: text('channel').notNull(),
    containerId: text('container_id').notNull(),
    /** Canonical: the same for every spelling of a recipient. */
    recipient: text('recipient').notNull(),
    /** The WhatsApp instance, by which keys are narrowed; null on other channels. */
    instanceId: text('instance_id'),
    /** As the caller wrote it, apart from normalisation. */
    to: text('sent_to').notNull(),
    label: text('label'),
    status: text('status').$type<PublicationDeliveryStatus>().notNull(),
    waitReason: text('wait_reason').$type<WaitingReason>(),
    skipReason: text('skip_reason').$type<SkipReason>(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at'),
    /** A `pending` part with a reference is sent again under that reference. */
    parts: json<DeliveryPart[]>('parts').notNull(),
    reference: text('reference'),
    error: json<PublicationError>('error'),
    /** SHA-256 of channel, container, recipient and text without short links, for the duplicate window. */
    contentHash: text('content_hash').notNull(),
    sentAt: timestamp('sent_at'),
    deliveredAt: timestamp('delivered_at'),
    readAt: timestamp('read_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('publication_deliveries_recipient_key').on(t.publicationId, t.channel, t.containerId, t.recipient),
    uniqueIndex('publication_deliveries_workspace_id_key').on(t.workspaceId, t.id),
    partialIndex(
      'publication_deliveries_lane_idx',
      [t.channel, t.containerId, t.nextAttemptAt, t.id],
      "status in ('pending', 'waiting')",
    ),
    index('publication_deliveries_status_idx').on(t.workspaceId, t.status, t.id),
    index('publication_deliveries_publication_idx').on(t.publicationId, t.status),
    index('publication_deliveries_instance_idx').on(t.workspaceId, t.instanceId, t.id),
    partialIndex('publication_deliveries_reference_idx', [t.reference], 'reference is not null'),
    index('publication_deliveries_hash_idx').on(t.workspaceId, t.contentHash, t.createdAt),
    index('publication_deliveries_created_idx').on(t.createdAt),
  ],
);
