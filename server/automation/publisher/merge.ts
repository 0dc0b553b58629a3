import type { DeliveryPart } from '../../../shared/automation/publication-delivery';
import type { PublicationDeliveryStatus } from '../../../shared/automation/publication-states';
import type { DeliveryChange } from '../channels/channel';
import type { DeliveryRow } from '../publications/present';

/**
 * How much evidence a status is: of two that are told, whatever their order, the weightier stands. What was given up
 * here yields to the proof that it was sent; a failure yields to the proof that it arrived.
 */
const WEIGHT: Readonly<Record<PublicationDeliveryStatus, number>> = {
  pending: 0,
  waiting: 1,
  sending: 1,
  unconfirmed: 2,
  expired: 2.5,
  canceled: 2.6,
  skipped: 2.7,
  sent: 3,
  failed: 3.5,
  delivered: 4,
  read: 5,
};

/** The lowest of its parts is what a delivery has reached; what is still to come stands before every end. */
const LOWEST_FIRST = [
  'pending',
  'waiting',
  'sending',
  'failed',
  'unconfirmed',
  'expired',
  'canceled',
  'skipped',
  'sent',
  'delivered',
  'read',
] as const satisfies readonly PublicationDeliveryStatus[];

/** Status of a delivery with these parts. */
export const statusOf = (parts: readonly Pick<DeliveryPart, 'status'>[]): PublicationDeliveryStatus =>
  LOWEST_FIRST.find((status) => parts.some((part) => part.status === status)) ?? 'sent';

const ARRIVED: ReadonlySet<PublicationDeliveryStatus> = new Set(['sent', 'delivered', 'read']);
const isOnItsWay = (status: PublicationDeliveryStatus): boolean => status === 'sending' || status === 'waiting';

/** Columns of a delivery after what became of one of its parts; undefined where that changes nothing. */
export function advance(row: DeliveryRow, change: DeliveryChange): Partial<DeliveryRow> | undefined {
  const index = change.reference === null ? 0 : row.parts.findIndex((part) => part.reference === change.reference);
  const part = row.parts[index];
  if (!part) return undefined;

  const { status, at, error = null, waitingReason = null } = change;
  // It was taken back, or is to be tried again: only that an earlier try arrived is news.
  if (part.status === 'pending' && !ARRIVED.has(status)) return undefined;
  const isHeard = isOnItsWay(status) && isOnItsWay(part.status) && status !== part.status;
  if (!isHeard && WEIGHT[status] <= WEIGHT[part.status]) return undefined;

  const hasFailed = status === 'failed' || status === 'unconfirmed' || status === 'expired';
  const parts = row.parts.with(index, { ...part, status, error: hasFailed ? error : null });
  const reached = statusOf(parts);
  return {
    parts,
    status: reached,
    waitingReason: reached === 'waiting' ? waitingReason : null,
    nextAttemptAt: null,
    error: errorOf(parts, reached),
    updatedAt: at > row.updatedAt ? at : row.updatedAt,
    ...(reached === row.status ? {} : timesOf(row, change)),
  };
}

/** What went wrong with the part that decides. */
export const errorOf = (parts: readonly DeliveryPart[], reached: PublicationDeliveryStatus): DeliveryRow['error'] =>
  parts.find(({ status, error }) => status === reached && error !== null)?.error ?? null;

function timesOf({ sentAt, deliveredAt, readAt }: DeliveryRow, { status, at }: DeliveryChange): Partial<DeliveryRow> {
  if (status === 'sent') return { sentAt: sentAt ?? at };
  if (status === 'delivered') return { sentAt: sentAt ?? at, deliveredAt: deliveredAt ?? at };
  if (status === 'read') return { sentAt: sentAt ?? at, deliveredAt: deliveredAt ?? at, readAt: readAt ?? at };
  return {};
}
