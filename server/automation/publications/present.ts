import { Publication } from '../../../shared/automation/publication';
import { type DeliveryPart, PublicationDelivery } from '../../../shared/automation/publication-delivery';
import { presentAs } from '../../present-as';
import type { publicationDeliveries, publications } from '../schema/publications';

export type PublicationRow = typeof publications.$inferSelect;
export type PublicationDeliveryRow = typeof publicationDeliveries.$inferSelect;

export const presentPublication = (row: PublicationRow): Publication =>
  presentAs(Publication, row, {
    object: 'publication',
    source: {
      kind: row.source,
      inbound_request_id: row.inboundRequestId,
      endpoint_id: row.endpointId,
      rule_run_id: row.ruleRunId,
      key_id: row.sourceKeyId,
      user_id: row.sourceUserId,
    },
  });

export const presentPublicationDelivery = (row: PublicationDeliveryRow): PublicationDelivery =>
  presentAs(PublicationDelivery, row, {
    object: 'publication_delivery',
    parts: partsOf(row),
  });

/** Parts that were not started have the final status of their delivery. */
const partsOf = ({ status, parts }: PublicationDeliveryRow): DeliveryPart[] =>
  status === 'skipped' || status === 'canceled' || status === 'expired'
    ? parts.map((part) => (part.status === 'pending' ? { ...part, status } : part))
    : parts;
