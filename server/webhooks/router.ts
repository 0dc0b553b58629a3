import { pageOf } from '../../shared/page';
import { TestResult } from '../../shared/webhooks/deliveries';
import {
  CreateWebhook,
  EnableWebhook,
  ListWebhooks,
  RotateWebhookSecret,
  TestWebhook,
  UpdateWebhook,
} from '../../shared/webhooks/inputs';
import { GetWebhookStats, WebhookStats } from '../../shared/webhooks/stats';
import { Webhook, WebhookHealth, WebhookId, WebhookWithSecret } from '../../shared/webhooks/webhooks';
import { router } from '../trpc/procedures';
import { routesFor } from '../trpc/routes';
import { deliveriesRouter } from './deliveries/procedures';
import { createWebhook } from './endpoints/create';
import { getWebhook, listWebhooks } from './endpoints/list';
import { rotateWebhookSecret } from './endpoints/rotate';
import { deleteWebhook, disableWebhook, enableWebhook, pauseWebhook } from './endpoints/states';
import { getWebhookHealth, getWebhookStats } from './endpoints/stats';
import { testWebhook } from './endpoints/test';
import { updateWebhook } from './endpoints/update';
import { replaysRouter } from './replays/procedures';

const read = routesFor('webhooks:read');
const write = routesFor('webhooks:write');

export const webhooksRouter = router({
  list: read('GET /webhooks', 'List webhooks', {
    description: 'Lists the webhooks whose events you can read, with the state of their queues.',
  }).run(ListWebhooks, pageOf(Webhook), listWebhooks),

  create: write('POST /webhooks', 'Create a webhook', {
    description:
      'Creates a webhook that receives every matching event from now on. Requests are signed with Standard Webhooks. Only this response contains the secret; an idempotent replay returns null instead. The URL must be a public https address, or `switchboard://inbox` for the built-in test inbox of the console.',
    status: 201,
    errors: ['conflict', 'related_not_found', 'unprocessable'],
    examples: {
      request: { url: 'https://hooks.example.com/switchboard', events: ['api_key.*'], name: 'Billing' },
    },
  }).run(CreateWebhook, WebhookWithSecret, createWebhook),

  get: read('GET /webhooks/{webhook_id}', 'Get a webhook', {
    description: 'Returns one webhook without its secret. Its ETag changes with its settings, not with its health.',
  }).run(WebhookId, Webhook, getWebhook),

  update: write('PATCH /webhooks/{webhook_id}', 'Update a webhook', {
    description:
      'Updates the given fields; null clears a field. A new URL resets the health and needs the values of all headers again. New events and selectors cannot exceed what the caller can read.',
    errors: ['conflict', 'related_not_found', 'unprocessable'],
    examples: { request: { events: ['api_key.*', 'member.added'] } },
  }).run(UpdateWebhook, Webhook, updateWebhook),

  delete: write('DELETE /webhooks/{webhook_id}', 'Delete a webhook', {
    description:
      'Deletes a webhook and cancels its pending deliveries. Its deliveries stay in the log. With `If-Match`, it is deleted only if it still has this ETag.',
    errors: ['precondition_failed'],
  }).run(WebhookId, deleteWebhook),

  get_health: read('GET /webhooks/{webhook_id}/health', 'Get the health of a webhook', {
    description:
      'Returns the health of a webhook: consecutive failures, the state of the circuit breaker, the queue, and the success rate of the last 24 hours.',
  }).run(WebhookId, WebhookHealth, getWebhookHealth),

  get_stats: read('GET /webhooks/{webhook_id}/stats', 'Count attempts of a webhook', {
    description:
      'Counts the attempts of a webhook by hour or day: how many succeeded and failed, and how long they took. Tests and resends are not counted. A response has at most 1,000 points; a query with more returns 422.',
    errors: ['unprocessable'],
  }).run(GetWebhookStats, WebhookStats, getWebhookStats),

  pause: write('POST /webhooks/{webhook_id}/pause', 'Pause a webhook', {
    description:
      'Pauses a webhook. Deliveries wait until you enable it again. Pausing a paused webhook changes nothing.',
    errors: ['invalid_state'],
  }).run(WebhookId, Webhook, pauseWebhook),

  disable: write('POST /webhooks/{webhook_id}/disable', 'Disable a webhook', {
    description:
      'Disables a webhook. New events create no deliveries; a replay can send them later. Disabling a disabled webhook changes nothing.',
  }).run(WebhookId, Webhook, disableWebhook),

  enable: write('POST /webhooks/{webhook_id}/enable', 'Enable a webhook', {
    description:
      'Enables a webhook, so that deliveries are sent again. For an active webhook, it ends a pause by the circuit breaker or a pause that the receiver asked for.',
    examples: { request: { pending: 'send' } },
  }).run(EnableWebhook, Webhook, enableWebhook),

  rotate_secret: write('POST /webhooks/{webhook_id}/rotate-secret', 'Rotate the signing secret', {
    description:
      'Creates a new signing secret. Only this response contains it. Requests are also signed with the older secrets for `overlap_seconds`, so that you can update the receiver in this time.',
    errors: ['invalid_state', 'unprocessable'],
    examples: { request: { overlap_seconds: 86_400 } },
  }).run(RotateWebhookSecret, WebhookWithSecret, rotateWebhookSecret),

  test: write('POST /webhooks/{webhook_id}/test', 'Test a webhook', {
    description:
      'Sends the example of an event type once, and returns the request and the response. It works in every state of the webhook and does not change its health. A webhook can be tested ten times a minute.',
    // A request to another server must not hold a transaction.
    idempotency: 'apart',
    examples: { request: { event_type: 'webhook.tested' } },
  }).run(TestWebhook, TestResult, testWebhook),

  deliveries: deliveriesRouter,
  replays: replaysRouter,
});
