import type { Publication } from '../../../shared/automation/publication';
import type { DeliveryPart, PublicationDelivery } from '../../../shared/automation/publication-delivery';
import type { publicationDeliveries, publications } from '../schema/publications';

export type PublicationRow = typeof publications.$inferSelect;
export type PublicationDeliveryRow = typeof publicationDeliveries.$inferSelect;

export const presentPublication = (row: PublicationRow): Publication => ({
  id: row.id,
  object: 'publication',
  status: row.status,
  status_reason: row.statusReason,
  title: row.title,
  content: row.content,
  overrides: row.overrides,
  targets: row.targets,
  schedule: row.schedule,
  expires_after_seconds: row.expiresAfterSeconds,
  overflow: row.overflow,
  short_links: row.shortLinks,
  duplicate_window_seconds: row.duplicateWindowSeconds,
  metadata: row.metadata,
  source: {
    kind: row.source,
    inbound_request_id: row.inboundRequestId,
    endpoint_id: row.endpointId,
    rule_run_id: row.ruleRunId,
    key_id: row.sourceKeyId,
    user_id: row.sourceUserId,
  },
  counters: row.counters,
  links: row.links,
  approval: row.approval,
  due_at: textOf(row.dueAt),
  expires_at: textOf(row.expiresAt),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  completed_at: textOf(row.completedAt),
  version: row.version,
});

export const presentPublicationDelivery = (row: PublicationDeliveryRow): PublicationDelivery => ({
  id: row.id,
  object: 'publication_delivery',
  publication_id: row.publicationId,
  channel: row.channel,
  instance_id: row.instanceId,
  to: row.to,
  label: row.label,
  status: row.status,
  wait_reason: row.waitReason,
  skip_reason: row.skipReason,
  attempts: row.attempts,
  next_attempt_at: textOf(row.nextAttemptAt),
  parts: partsOf(row),
  error: row.error,
  sent_at: textOf(row.sentAt),
  delivered_at: textOf(row.deliveredAt),
  read_at: textOf(row.readAt),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** Parts that were not started end with their delivery. */
const partsOf = ({ status, parts }: PublicationDeliveryRow): DeliveryPart[] =>
  status === 'skipped' || status === 'canceled' || status === 'expired'
    ? parts.map((part) => (part.status === 'pending' ? { ...part, status } : part))
    : parts;

const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;
