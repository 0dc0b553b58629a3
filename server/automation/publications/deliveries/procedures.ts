import { PublicationDelivery, PublicationDeliveryPage } from '../../../../shared/automation/publication-delivery';
import {
  ListDeliveries,
  ListPublicationDeliveries,
  PublicationDeliveryId,
  ResolveDelivery,
  RetriedMany,
  RetryDeliveries,
  RetryDelivery,
} from '../../../../shared/automation/publication-verbs';
import { optionalInput, procedure, router } from '../../../trpc/procedures';
import { getDelivery, listDeliveries, listPublicationDeliveries, resolveDelivery, retryDelivery } from './deliveries';
import { retryDeliveries } from './retry-many';

const place = { surface: 'automation' } as const;
const tags = ['Publication deliveries'];
const reading = procedure('automation.publications:read');
const writing = procedure('automation.publications:write');
const DELIVERIES = '/publication-deliveries';
const DELIVERY = `${DELIVERIES}/{delivery_id}` as const;

export const publicationDeliveriesRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: DELIVERIES,
        tags,
        summary: 'List publication deliveries',
        description:
          'Lists the deliveries of all publications, newest first. Use `status=failed,unconfirmed` to find deliveries that need attention.',
      },
    })
    .input(optionalInput(ListDeliveries))
    .output(PublicationDeliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  get: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: DELIVERY,
        tags,
        summary: 'Get a publication delivery',
        description: 'Returns one delivery with its messages.',
      },
    })
    .input(PublicationDeliveryId)
    .output(PublicationDelivery)
    .query(({ ctx, input }) => getDelivery(ctx, input)),

  retry: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state', 'precondition_failed', 'unprocessable'],
      openapi: {
        method: 'POST',
        path: `${DELIVERY}/retry`,
        tags,
        summary: 'Retry a publication delivery',
        description:
          'Sends the unsent messages of a delivery with the status `failed` or `expired` again. An `unconfirmed` delivery may already have arrived: set `may_duplicate` to send it again.',
      },
    })
    .input(RetryDelivery)
    .output(PublicationDelivery)
    .mutation(({ ctx, input }) => retryDelivery(ctx, input)),

  resolve: writing
    .meta({
      ...place,
      errors: ['invalid_state', 'precondition_failed'],
      openapi: {
        method: 'POST',
        path: `${DELIVERY}/resolve`,
        tags,
        summary: 'Resolve an unconfirmed delivery',
        description: 'Sets the result of a delivery with the status `unconfirmed` to `sent` or `failed`.',
      },
    })
    .input(ResolveDelivery)
    .output(PublicationDelivery)
    .mutation(({ ctx, input }) => resolveDelivery(ctx, input)),

  retry_many: writing
    .meta({
      ...place,
      status: 202,
      openapi: {
        method: 'POST',
        path: `${DELIVERIES}/retry`,
        tags,
        summary: 'Retry publication deliveries',
        description:
          'Sends the deliveries that match the filters again, oldest first, at most 1,000 per call. Repeat the call while `has_more` is true. With `dry_run`, the deliveries are only counted.',
      },
    })
    .input(optionalInput(RetryDeliveries))
    .output(RetriedMany)
    .mutation(({ ctx, input }) => retryDeliveries(ctx, input)),
});

/** `automation.publications.list_deliveries`. */
export const listDeliveriesOfPublication = reading
  .meta({
    ...place,
    openapi: {
      method: 'GET',
      path: '/publications/{publication_id}/deliveries',
      tags,
      summary: 'List the deliveries of a publication',
      description: 'Lists the deliveries of one publication, one for each recipient, newest first.',
    },
  })
  .input(ListPublicationDeliveries)
  .output(PublicationDeliveryPage)
  .query(({ ctx, input }) => listPublicationDeliveries(ctx, input));
