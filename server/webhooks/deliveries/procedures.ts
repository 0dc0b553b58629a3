import { pageOf } from '../../../shared/page';
import {
  Attempt,
  Delivery,
  DeliveryDetail,
  DeliveryId,
  ListAttempts,
  ListDeliveries,
  RetryDeliveries,
  RetryResult,
} from '../../../shared/webhooks/deliveries';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { cancelDelivery, resendDelivery, retryDeliveries, retryDelivery } from './redeliver';
import { getDelivery, listAttempts, listDeliveries } from './service';

const read = routesFor('webhooks:read');
const write = routesFor('webhooks:write');

export const deliveriesRouter = router({
  list: read('GET /webhook-deliveries', 'List deliveries', {
    description: 'Lists deliveries, newest first. Use `status=exhausted` to list the deliveries that failed finally.',
  }).run(ListDeliveries, pageOf(Delivery), listDeliveries),

  get: read('GET /webhook-deliveries/{delivery_id}', 'Get a delivery', {
    description: 'Returns one delivery with the event as it is sent.',
  }).run(DeliveryId, DeliveryDetail, getDelivery),

  retry: write('POST /webhook-deliveries/{delivery_id}/retry', 'Retry a delivery', {
    description:
      'Sends a pending delivery now, or starts an exhausted or canceled delivery again with the full number of attempts.',
    status: 202,
    errors: ['invalid_state'],
  }).run(DeliveryId, Delivery, retryDelivery),

  retry_many: write('POST /webhook-deliveries/retry', 'Retry deliveries in bulk', {
    description:
      'Retries up to 100 deliveries. Deliveries that cannot be retried are returned in `skipped` with the reason.',
    status: 202,
  }).run(RetryDeliveries, RetryResult, retryDeliveries),

  resend: write('POST /webhook-deliveries/{delivery_id}/resend', 'Resend a delivery', {
    description:
      'Sends the event once more, as a new delivery with one attempt. It also works while the webhook is paused or disabled. The `webhook-id` stays the same. A webhook can have twenty resends a minute.',
    status: 202,
    errors: ['invalid_state'],
  }).run(DeliveryId, Delivery, resendDelivery),

  cancel: write('POST /webhook-deliveries/{delivery_id}/cancel', 'Cancel a delivery', {
    description: 'Cancels a pending delivery. It can be retried later.',
    errors: ['invalid_state'],
  }).run(DeliveryId, Delivery, cancelDelivery),

  list_attempts: read('GET /webhook-deliveries/{delivery_id}/attempts', 'List attempts of a delivery', {
    description: 'Lists the attempts of a delivery with their times and responses, oldest first.',
  }).run(ListAttempts, pageOf(Attempt), listAttempts),
});
