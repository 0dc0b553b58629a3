import { defineEvent } from '../events/definition';
import { EXAMPLE_PUBLICATION, Publication } from './publication';
import { EXAMPLE_DELIVERY, PublicationDelivery } from './publication-delivery';
import type { PublicationDeliveryStatus, PublicationStatus } from './publication-states';

const READ = { surface: 'automation', scope: 'automation.publications:read' } as const;

/** The WhatsApp instances that a publication goes through. */
const instancesOf = ({ targets }: Publication) => {
  const ids = targets.flatMap(({ instance_id: id }) => (typeof id === 'string' ? [id] : []));
  return ids.length > 0 ? { instance_ids: ids } : {};
};

const told = (label: string, summary: string, status: PublicationStatus) =>
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

/** What is told of publications, and of each recipient. */
export const PUBLICATION_EVENTS = {
  'automation.publication.created': told('Publication created', 'A publication was made.', 'scheduled'),
  'automation.publication.updated': told('Publication updated', 'A publication was changed.', 'scheduled'),
  'automation.publication.scheduled': told('Publication scheduled', 'A publication got its time.', 'scheduled'),
  'automation.publication.published': told('Publication published', 'All recipients were sent it.', 'published'),
  'automation.publication.partially_published': told(
    'Publication partially published',
    'Some recipients were sent it, and no more will be.',
    'partially_published',
  ),
  'automation.publication.failed': told('Publication failed', 'No recipient was sent it.', 'failed'),
  'automation.publication.paused': told('Publication paused', 'A publication was held.', 'paused'),
  'automation.publication.resumed': told('Publication resumed', 'A publication goes on.', 'publishing'),
  'automation.publication.canceled': told('Publication canceled', 'A publication was called off.', 'canceled'),
  'automation.publication.expired': told('Publication expired', 'A publication was not sent in time.', 'expired'),
  'automation.publication.approval_requested': told(
    'Approval requested',
    'A publication waits for an approval.',
    'pending_approval',
  ),
  'automation.publication.approved': told('Publication approved', 'A publication was approved.', 'scheduled'),
  'automation.publication.rejected': told('Publication rejected', 'A publication was rejected.', 'canceled'),
  'automation.publication_delivery.sent': delivered('Delivery sent', 'A recipient was sent it.', 'sent'),
  'automation.publication_delivery.delivered': delivered('Delivery delivered', 'It reached a recipient.', 'delivered'),
  'automation.publication_delivery.read': delivered('Delivery read', 'A recipient read it.', 'read'),
  'automation.publication_delivery.failed': delivered('Delivery failed', 'A recipient could not be sent it.', 'failed'),
  'automation.publication_delivery.unconfirmed': delivered(
    'Delivery unconfirmed',
    'Nobody can tell whether it reached a recipient.',
    'unconfirmed',
  ),
  'automation.publication_delivery.skipped': delivered('Delivery skipped', 'A recipient was left out.', 'skipped'),
  'automation.publication_delivery.expired': delivered('Delivery expired', 'It was not sent in time.', 'expired'),
} as const;
