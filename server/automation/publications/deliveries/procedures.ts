import { PublicationDelivery, PublicationDeliveryPage } from '../../../../shared/automation/publication-delivery';
import {
  ListDeliveriesOfPublication,
  ListPublicationDeliveries,
  PublicationDeliveryId,
  ResolveDelivery,
  RetriedMany,
  RetryDelivery,
  RetryPublicationDeliveries,
} from '../../../../shared/automation/publication-verbs';
import { router } from '../../../trpc/procedures';
import { routesFor } from '../../../trpc/routes';
import {
  getPublicationDelivery,
  listOfPublication,
  listPublicationDeliveries,
  resolveDelivery,
  retryPublicationDelivery,
} from './deliveries';
import { retryPublicationDeliveries } from './retry';

const read = routesFor('automation.publications:read');
const write = routesFor('automation.publications:write');

export const publicationDeliveriesRouter = router({
  list: read('GET /publication-deliveries', 'List publication deliveries', {
    description:
      'Lists the deliveries of all publications, newest first. Use `status=failed,unconfirmed` to find deliveries that need attention.',
  }).run(ListPublicationDeliveries, PublicationDeliveryPage, listPublicationDeliveries),

  get: read('GET /publication-deliveries/{delivery_id}', 'Get a publication delivery', {
    description: 'Returns one delivery with its messages.',
  }).run(PublicationDeliveryId, PublicationDelivery, getPublicationDelivery),

  retry: write('POST /publication-deliveries/{delivery_id}/retry', 'Retry a publication delivery', {
    description:
      'Sends the unsent messages of a delivery with the status `failed` or `expired` again. An `unconfirmed` delivery may already have arrived: set `retry_unconfirmed` to send it again.',
    status: 202,
    errors: ['invalid_state', 'precondition_failed', 'unprocessable'],
  }).run(RetryDelivery, PublicationDelivery, retryPublicationDelivery),

  resolve: write('POST /publication-deliveries/{delivery_id}/resolve', 'Resolve an unconfirmed delivery', {
    description: 'Sets the result of a delivery with the status `unconfirmed` to `sent` or `failed`.',
    errors: ['invalid_state', 'precondition_failed'],
  }).run(ResolveDelivery, PublicationDelivery, resolveDelivery),

  retry_many: write('POST /publication-deliveries/retry', 'Retry publication deliveries', {
    description:
      'Sends the deliveries that match the filters again, oldest first, at most 1,000 per call. Repeat the call while `has_more` is true. With `dry_run`, the deliveries are only counted.',
    status: 202,
  }).run(RetryPublicationDeliveries, RetriedMany, retryPublicationDeliveries),
});

export const listDeliveriesOfPublication = read(
  'GET /publications/{publication_id}/deliveries',
  'List the deliveries of a publication',
  {
    description: 'Lists the deliveries of one publication, one for each recipient, newest first.',
  },
).run(ListDeliveriesOfPublication, PublicationDeliveryPage, listOfPublication);
