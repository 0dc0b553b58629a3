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
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { getDelivery, listAttempts, listDeliveries } from './deliveries';
import { cancelDelivery, resendDelivery, retryDeliveries, retryDelivery } from './redeliver';

const tags = ['Webhook deliveries'];
const place = { surface: 'links', alsoIn: ['whatsapp', 'automation'] } as const;
const reading = procedure('webhooks:read');
const writing = procedure('webhooks:write');

export const deliveriesRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/webhook-deliveries',
        tags,
        summary: 'List deliveries',
        description:
          'Lists deliveries, newest first. Use `status=exhausted` to list the deliveries that failed finally.',
      },
    })
    .input(optionalInput(ListDeliveries))
    .output(pageOf(Delivery))
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  get: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/webhook-deliveries/{delivery_id}',
        tags,
        summary: 'Get a delivery',
        description: 'Returns one delivery with the event as it is sent.',
      },
    })
    .input(DeliveryId)
    .output(DeliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx, input)),

  retry: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/webhook-deliveries/{delivery_id}/retry',
        tags,
        summary: 'Retry a delivery',
        description:
          'Sends a pending delivery now, or starts an exhausted or canceled delivery again with the full number of attempts.',
      },
    })
    .input(DeliveryId)
    .output(Delivery)
    .mutation(({ ctx, input }) => retryDelivery(ctx, input)),

  retry_many: writing
    .meta({
      ...place,
      status: 202,
      openapi: {
        method: 'POST',
        path: '/webhook-deliveries/retry',
        tags,
        summary: 'Retry deliveries in bulk',
        description:
          'Retries up to 100 deliveries. Deliveries that cannot be retried are returned in `skipped` with the reason.',
      },
    })
    .input(optionalInput(RetryDeliveries))
    .output(RetryResult)
    .mutation(({ ctx, input }) => retryDeliveries(ctx, input)),

  resend: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/webhook-deliveries/{delivery_id}/resend',
        tags,
        summary: 'Resend a delivery',
        description:
          'Sends the event once more, as a new delivery with one attempt. It also works while the webhook is paused or disabled. The `webhook-id` stays the same. A webhook can have twenty resends a minute.',
      },
    })
    .input(DeliveryId)
    .output(Delivery)
    .mutation(({ ctx, input }) => resendDelivery(ctx, input)),

  cancel: writing
    .meta({
      ...place,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/webhook-deliveries/{delivery_id}/cancel',
        tags,
        summary: 'Cancel a delivery',
        description: 'Cancels a pending delivery. It can be retried later.',
      },
    })
    .input(DeliveryId)
    .output(Delivery)
    .mutation(({ ctx, input }) => cancelDelivery(ctx, input)),

  list_attempts: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/webhook-deliveries/{delivery_id}/attempts',
        tags,
        summary: 'List attempts of a delivery',
        description: 'Lists the attempts of a delivery with their times and responses, oldest first.',
      },
    })
    .input(ListAttempts)
    .output(pageOf(Attempt))
    .query(({ ctx, input }) => listAttempts(ctx, input)),
});
