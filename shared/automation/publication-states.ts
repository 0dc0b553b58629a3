/** The last five are final. */
export const PUBLICATION_STATUSES = [
  'draft',
  'pending_approval',
  'scheduled',
  'queued',
  'publishing',
  'paused',
  'published',
  'partially_published',
  'failed',
  'expired',
  'canceled',
] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

export const PUBLICATION_VERBS = [
  'update',
  'delete',
  'publish',
  'approve',
  'reject',
  'pause',
  'resume',
  'cancel',
  'retry',
] as const;
export type PublicationVerb = (typeof PUBLICATION_VERBS)[number];

export const VERBS_OF_STATUS: Readonly<Record<PublicationStatus, readonly PublicationVerb[]>> = {
  draft: ['update', 'delete', 'publish', 'cancel'],
  pending_approval: ['approve', 'reject'],
  scheduled: ['update', 'pause', 'cancel'],
  queued: ['pause', 'cancel'],
  publishing: ['pause', 'cancel'],
  paused: ['update', 'resume', 'cancel'],
  published: [],
  partially_published: ['retry'],
  failed: ['retry'],
  expired: ['retry'],
  canceled: [],
};

export const PUBLICATION_DELIVERY_STATUSES = [
  'pending',
  'waiting',
  'sending',
  'unconfirmed',
  'sent',
  'delivered',
  'read',
  'failed',
  'skipped',
  'canceled',
  'expired',
] as const;
export type PublicationDeliveryStatus = (typeof PUBLICATION_DELIVERY_STATUSES)[number];

export const UNSETTLED_DELIVERIES = [
  'pending',
  'waiting',
  'sending',
] as const satisfies readonly PublicationDeliveryStatus[];
export const SENT_DELIVERIES = ['sent', 'delivered', 'read'] as const satisfies readonly PublicationDeliveryStatus[];

export const WAITING_REASONS = ['schedule', 'quiet_hours', 'channel_offline', 'rate_limit', 'retry', 'paused'] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

export const SKIP_REASONS = ['opted_out', 'not_on_channel', 'invalid', 'duplicate'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];
