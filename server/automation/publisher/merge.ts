import type { DeliveryPart } from '../../../shared/automation/publication-delivery';
import type { PublicationDeliveryStatus } from '../../../shared/automation/publication-states';
import type { DeliveryChange } from '../channels/channel';
import type { PublicationDeliveryRow } from '../publications/present';

/** The stronger evidence wins, in whatever order statuses arrive. */
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

/** A delivery has the lowest status of its parts; open parts come before final ones. */
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

export const mergedStatus = (parts: readonly Pick<DeliveryPart, 'status'>[]): PublicationDeliveryStatus =>
  LOWEST_FIRST.find((status) => parts.some((part) => part.status === status)) ?? 'sent';

const ARRIVED: ReadonlySet<PublicationDeliveryStatus> = new Set(['sent', 'delivered', 'read']);
const isOnItsWay = (status: PublicationDeliveryStatus): boolean => status === 'sending' || status === 'waiting';

export function advanceDelivery(
  row: PublicationDeliveryRow,
  change: DeliveryChange,
): Partial<PublicationDeliveryRow> | undefined {
  const index = change.reference === null ? 0 : row.parts.findIndex((part) => part.reference === change.reference);
  const part = row.parts[index];
  if (!part) return undefined;

  const { status, at, error = null, waitReason = null } = change;
  // A withdrawn part only accepts proof that an earlier attempt arrived.
  if (part.status === 'pending' && !ARRIVED.has(status)) return undefined;
  const isConfirmed = isOnItsWay(status) && isOnItsWay(part.status) && status !== part.status;
  if (!isConfirmed && WEIGHT[status] <= WEIGHT[part.status]) return undefined;

  const hasFailed = status === 'failed' || status === 'unconfirmed' || status === 'expired';
  const parts = row.parts.with(index, { ...part, status, error: hasFailed ? error : null });
  const reached = mergedStatus(parts);
  return {
    parts,
    status: reached,
    waitReason: reached === 'waiting' ? waitReason : null,
    nextAttemptAt: null,
    error: deliveryErrorOf(parts, reached),
    updatedAt: at > row.updatedAt ? at : row.updatedAt,
    ...(reached === row.status ? {} : timesOf(row, change)),
  };
}

const deliveryErrorOf = (
  parts: readonly DeliveryPart[],
  reached: PublicationDeliveryStatus,
): PublicationDeliveryRow['error'] =>
  parts.find(({ status, error }) => status === reached && error !== null)?.error ?? null;

function timesOf(
  { sentAt, deliveredAt, readAt }: PublicationDeliveryRow,
  { status, at }: DeliveryChange,
): Partial<PublicationDeliveryRow> {
  if (status === 'sent') return { sentAt: sentAt ?? at };
  if (status === 'delivered') return { sentAt: sentAt ?? at, deliveredAt: deliveredAt ?? at };
  if (status === 'read') return { sentAt: sentAt ?? at, deliveredAt: deliveredAt ?? at, readAt: readAt ?? at };
  return {};
}
