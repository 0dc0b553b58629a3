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
        description: 'Lists deliveries, newest first. `status=exhausted` is the list of dead letters.',
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
        summary: 'Read a delivery',
        description: 'Returns a delivery with the event as it is sent.',
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
        description: 'What waits is sent now; what was exhausted or canceled gets a fresh budget of attempts.',
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
        summary: 'Retry many deliveries',
        description: 'Retries up to 100 deliveries; those that cannot be sent again are named with the reason.',
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
          'Sends the event once more, by a delivery of its own with one attempt, also while the webhook is paused or disabled; twenty a minute. `webhook-id` stays the same.',
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
        description: 'Ends a delivery that waits; it can be retried later.',
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
        description: 'Every request of a delivery with its times and its answer, from the first on.',
      },
    })
    .input(ListAttempts)
    .output(pageOf(Attempt))
    .query(({ ctx, input }) => listAttempts(ctx, input)),
});
