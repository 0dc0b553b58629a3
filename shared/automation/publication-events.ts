import { defineEvent } from '../events/definition';
import { EXAMPLE_PUBLICATION, Publication } from './publication';
import { EXAMPLE_DELIVERY, PublicationDelivery } from './publication-delivery';
import type { PublicationDeliveryStatus, PublicationStatus } from './publication-states';

const READ = { surface: 'automation', scope: 'automation.publications:read' } as const;

const instancesOf = ({ targets }: Publication) => {
  const ids = targets.flatMap(({ instance_id: id }) => (typeof id === 'string' ? [id] : []));
  return ids.length > 0 ? { instance_ids: ids } : {};
};

const publicationEvent = (label: string, summary: string, status: PublicationStatus) =>
  defineEvent({
    ...READ,
    tag: 'Publications',
    label,
    summary,
    data: Publication,
    example: { ...EXAMPLE_PUBLICATION, status },
    resources: instancesOf,
  });

const delivered = (label: string, summary: string, status: PublicationDeliveryStatus) =>
  defineEvent({
    ...READ,
    tag: 'Publication deliveries',
    label,
    summary,
    data: PublicationDelivery,
    example: { ...EXAMPLE_DELIVERY, status },
    resources: ({ instance_id: id }) => (id === null ? {} : { instance_ids: [id] }),
  });

export const PUBLICATION_EVENTS = {
  'automation.publication.created': publicationEvent('Publication created', 'A publication was created.', 'scheduled'),
  'automation.publication.updated': publicationEvent('Publication updated', 'A publication was updated.', 'scheduled'),
  'automation.publication.scheduled': publicationEvent(
    'Publication scheduled',
    'A publication was scheduled.',
    'scheduled',
  ),
  'automation.publication.published': publicationEvent(
    'Publication published',
    'A publication was sent to all recipients.',
    'published',
  ),
  'automation.publication.partially_published': publicationEvent(
    'Publication partially published',
    'A publication is finished and was sent to some of its recipients only.',
    'partially_published',
  ),
  'automation.publication.failed': publicationEvent(
    'Publication failed',
    'A publication failed for all recipients.',
    'failed',
  ),
  'automation.publication.paused': publicationEvent('Publication paused', 'A publication was paused.', 'paused'),
  'automation.publication.resumed': publicationEvent('Publication resumed', 'A publication was resumed.', 'publishing'),
  'automation.publication.canceled': publicationEvent(
    'Publication canceled',
    'A publication was canceled.',
    'canceled',
  ),
  'automation.publication.expired': publicationEvent(
    'Publication expired',
    'A publication expired before it was sent.',
    'expired',
  ),
  'automation.publication.approval_requested': publicationEvent(
    'Approval requested',
    'A publication waits for an approval.',
    'pending_approval',
  ),
  'automation.publication.approved': publicationEvent(
    'Publication approved',
    'A publication was approved.',
    'scheduled',
  ),
  'automation.publication.rejected': publicationEvent(
    'Publication rejected',
    'A publication was rejected.',
    'canceled',
  ),
  'automation.publication_delivery.sent': delivered('Delivery sent', 'A delivery was sent.', 'sent'),
  'automation.publication_delivery.delivered': delivered(
    'Delivery delivered',
    'A delivery reached the recipient.',
    'delivered',
  ),
  'automation.publication_delivery.read': delivered('Delivery read', 'A recipient read a delivery.', 'read'),
  'automation.publication_delivery.failed': delivered('Delivery failed', 'A delivery failed.', 'failed'),
  'automation.publication_delivery.unconfirmed': delivered(
    'Delivery unconfirmed',
    'It is unknown whether a delivery reached the recipient.',
    'unconfirmed',
  ),
  'automation.publication_delivery.skipped': delivered('Delivery skipped', 'A delivery was skipped.', 'skipped'),
  'automation.publication_delivery.expired': delivered(
    'Delivery expired',
    'A delivery expired before it was sent.',
    'expired',
  ),
} as const;
