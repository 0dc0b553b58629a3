import type { PublicationCounters } from '../../../shared/automation/publication';
import {
  type PublicationDeliveryStatus,
  type PublicationStatus,
  type PublicationVerb,
  SENT_DELIVERIES,
  UNSETTLED_DELIVERIES,
  VERBS_OF_STATUS,
} from '../../../shared/automation/publication-states';
import { ApiError } from '../../errors';

/** Throws 409 `invalid_state`, which lists the allowed verbs. */
export function requireVerb({ status }: { status: PublicationStatus }, verb: PublicationVerb): void {
  const allowed = VERBS_OF_STATUS[status];
  if (allowed.includes(verb)) return;
  throw new ApiError('invalid_state', {
    detail: `The publication is \`${status}\`, which does not allow \`${verb}\`.`,
    extra: { allowed_verbs: allowed },
  });
}

const DELIVERY_VERBS = ['retry', 'resolve'] as const;
export type DeliveryVerb = (typeof DELIVERY_VERBS)[number];

/** `unconfirmed` only with the caller’s consent, since it may have arrived. */
const RETRIED_STATUSES = ['failed', 'expired', 'unconfirmed'] as const satisfies PublicationDeliveryStatus[];

export const RETRIED_WITHIN = [
  'queued',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'expired',
] as const satisfies PublicationStatus[];

export const isRetriedWithin = (status: PublicationStatus): boolean =>
  (RETRIED_WITHIN as readonly PublicationStatus[]).includes(status);

export function requireDeliveryVerb(
  delivery: { status: PublicationDeliveryStatus },
  publication: { status: PublicationStatus },
  verb: DeliveryVerb,
): void {
  const allowed = verbsOfDelivery(delivery.status, publication.status);
  if (allowed.includes(verb)) return;
  throw new ApiError('invalid_state', {
    detail: `The delivery is \`${delivery.status}\` and its publication \`${publication.status}\`, which does not allow \`${verb}\`.`,
    extra: { allowed_verbs: allowed },
  });
}

function verbsOfDelivery(status: PublicationDeliveryStatus, publication: PublicationStatus): DeliveryVerb[] {
  const retried: readonly PublicationDeliveryStatus[] = RETRIED_STATUSES;
  return [
    ...(retried.includes(status) && isRetriedWithin(publication) ? (['retry'] as const) : []),
    ...(status === 'unconfirmed' ? (['resolve'] as const) : []),
  ];
}

const sumOf = (counters: PublicationCounters, statuses: readonly PublicationDeliveryStatus[]): number =>
  statuses.reduce((sum, status) => sum + counters[status], 0);

const isSettled = (counters: PublicationCounters): boolean => sumOf(counters, UNSETTLED_DELIVERIES) === 0;

interface PublicationResult {
  status: PublicationStatus;
  reason: string | null;
}

/** Expects no open delivery. */
export function publicationResult(counters: PublicationCounters): PublicationResult {
  const { total, skipped, expired } = counters;
  const sent = sumOf(counters, SENT_DELIVERIES);
  if (sent > 0) return { status: sent + skipped === total ? 'published' : 'partially_published', reason: null };
  if (expired > 0 && expired + skipped === total) return { status: 'expired', reason: null };
  return { status: 'failed', reason: skipped === total ? 'all_skipped' : null };
}

/** Late receipts can only improve a final state; canceled stays canceled. */
export function statusAfter({ status, statusReason }: StatusRow, counters: PublicationCounters): PublicationResult {
  const same = { status, reason: statusReason };
  switch (status) {
    case 'queued':
    case 'publishing': {
      if (isSettled(counters)) return publicationResult(counters);
      const { total, pending, waiting, skipped } = counters;
      return status === 'queued' && total > pending + waiting + skipped ? { status: 'publishing', reason: null } : same;
    }
    case 'paused':
      return isSettled(counters) ? publicationResult(counters) : same;
    case 'partially_published':
    case 'failed':
    case 'expired': {
      const outcome = publicationResult(counters);
      return isSettled(counters) && (outcome.status === 'published' || outcome.status === 'partially_published')
        ? outcome
        : same;
    }
    case 'draft':
    case 'pending_approval':
    case 'scheduled':
    case 'published':
    case 'canceled':
      return same;
    default:
      return status satisfies never;
  }
}

interface StatusRow {
  status: PublicationStatus;
  statusReason: string | null;
}
