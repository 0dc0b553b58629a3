import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, text, timeInput } from '../text';
import { exampleId } from '../whatsapp/fields';
import { CHANNEL_SCHEMAS } from './channels/channel-schemas';
import { PUBLICATION_SOURCES } from './publication';
import { PUBLICATION_LIMITS, PublicationId } from './publication-inputs';
import { PUBLICATION_DELIVERY_STATUSES, PUBLICATION_STATUSES } from './publication-states';

const publicationId = exampleId(ID_PREFIXES.publication);
const KINDS = CHANNEL_SCHEMAS.map(({ kind }) => kind);

const channelFilter = z
  .array(z.enum(KINDS))
  .min(1)
  .max(KINDS.length)
  .optional()
  .describe('Only results on these channels.')
  .meta({ example: [KINDS[0]] });

export const ListPublications = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(PUBLICATION_STATUSES))
    .min(1)
    .max(PUBLICATION_STATUSES.length)
    .optional()
    .describe('Only publications with one of these statuses.')
    .meta({ example: ['scheduled'] }),
  channel: channelFilter,
  source: z
    .array(z.enum(PUBLICATION_SOURCES))
    .min(1)
    .max(PUBLICATION_SOURCES.length)
    .optional()
    .describe('Only publications from these sources.')
    .meta({ example: ['api'] }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only publications created after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only publications created before this time.'),
  due_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only publications scheduled after this time.'),
  due_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only publications scheduled before this time.'),
  q: text(200)
    .optional()
    .describe('Part of the title or the text. Upper and lower case are equal.')
    .meta({ example: 'release' }),
});
export type ListPublications = z.output<typeof ListPublications>;

export const RejectPublication = z
  .strictObject({
    ...PublicationId.shape,
    reason: text(PUBLICATION_LIMITS.reason)
      .optional()
      .describe('Reason for the rejection.')
      .meta({ example: 'Not before Monday.' }),
  })
  .meta({ example: { publication_id: publicationId, reason: 'Not before Monday.' } });
export type RejectPublication = z.output<typeof RejectPublication>;

const retryUnconfirmed = z
  .boolean()
  .optional()
  .describe('True to also send `unconfirmed` deliveries again, which may already have arrived. Default: false.')
  .meta({ example: false });

export const RetryPublication = z
  .strictObject({ ...PublicationId.shape, retry_unconfirmed: retryUnconfirmed })
  .meta({ example: { publication_id: publicationId } });
export type RetryPublication = z.output<typeof RetryPublication>;

const deliveryFilters = {
  status: z
    .array(z.enum(PUBLICATION_DELIVERY_STATUSES))
    .min(1)
    .max(PUBLICATION_DELIVERY_STATUSES.length)
    .optional()
    .describe(
      'Only deliveries with one of these statuses. `failed,unconfirmed` are the deliveries that need attention.',
    )
    .meta({ example: ['failed', 'unconfirmed'] }),
  channel: channelFilter,
  publication_id: idOf(ID_PREFIXES.publication).optional().describe('Only deliveries of this publication.'),
  instance_id: idOf(ID_PREFIXES.instance).optional().describe('Only deliveries through this WhatsApp instance.'),
};
const { publication_id: _, ...filtersOfOne } = deliveryFilters;

export const ListPublicationDeliveries = z.strictObject({ ...pageQuery, ...deliveryFilters });
export type ListPublicationDeliveries = z.output<typeof ListPublicationDeliveries>;
export const ListDeliveriesOfPublication = z.strictObject({ ...PublicationId.shape, ...pageQuery, ...filtersOfOne });
export type ListDeliveriesOfPublication = z.output<typeof ListDeliveriesOfPublication>;

export const PublicationDeliveryId = z.strictObject({
  delivery_id: idOf(ID_PREFIXES.publicationDelivery).describe('Id of the delivery.'),
});
export type PublicationDeliveryId = z.output<typeof PublicationDeliveryId>;
const deliveryId = exampleId(ID_PREFIXES.publicationDelivery);

export const RetryDelivery = z
  .strictObject({ ...PublicationDeliveryId.shape, retry_unconfirmed: retryUnconfirmed })
  .meta({ example: { delivery_id: deliveryId } });
export type RetryDelivery = z.output<typeof RetryDelivery>;

export const ResolveDelivery = z
  .strictObject({
    ...PublicationDeliveryId.shape,
    outcome: z.enum(['sent', 'failed']).describe('Result of the delivery.'),
  })
  .meta({ example: { delivery_id: deliveryId, outcome: 'sent' } });
export type ResolveDelivery = z.output<typeof ResolveDelivery>;

export const RetryPublicationDeliveries = z
  .strictObject({
    ...deliveryFilters,
    retry_unconfirmed: retryUnconfirmed,
    dry_run: z
      .boolean()
      .optional()
      .describe('True to only count the deliveries. Default: false.')
      .meta({ example: false }),
  })
  .meta({ example: { status: ['failed'], publication_id: publicationId } });
export type RetryPublicationDeliveries = z.output<typeof RetryPublicationDeliveries>;

export const RetriedMany = z
  .strictObject({
    matched_count: z.number().int().min(0).describe('Number of matching deliveries that can be retried.'),
    queued_count: z.number().int().min(0).describe('Number of deliveries that this call queued, oldest first.'),
    has_more: z.boolean().describe('True if more deliveries match. Repeat the call.'),
  })
  .meta({ id: 'PublicationRetries', example: { matched_count: 3, queued_count: 3, has_more: false } });
export type RetriedMany = z.output<typeof RetriedMany>;
