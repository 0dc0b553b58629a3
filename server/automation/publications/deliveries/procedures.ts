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
        summary: 'List deliveries',
        description:
          'Lists deliveries of all publications, newest first. `status=failed,unconfirmed` are those to look after.',
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
        summary: 'Read a delivery',
        description: 'Returns one delivery, with each of its messages.',
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
        summary: 'Send a delivery again',
        description:
          'Sends again what was not sent of a delivery that `failed` or `expired`. One that is `unconfirmed` may have arrived: it needs `may_duplicate`.',
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
        summary: 'Settle an unconfirmed delivery',
        description: 'Says by hand what became of a delivery that is `unconfirmed`.',
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
        summary: 'Send deliveries again',
        description:
          'Sends again what the filters choose, the oldest first and at most 1,000 a call: repeat it while `has_more`. `dry_run` only counts them.',
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
      summary: 'List deliveries of a publication',
      description: 'Lists what became of each recipient of one publication, newest first.',
    },
  })
  .input(ListPublicationDeliveries)
  .output(PublicationDeliveryPage)
  .query(({ ctx, input }) => listPublicationDeliveries(ctx, input));
