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
import { Webhook, WebhookHealth, WebhookId, WebhookWithSecret } from '../../shared/webhooks/webhooks';
import { optionalInput, procedure, router } from '../trpc/procedures';
import { deliveriesRouter } from './deliveries/procedures';
import { createWebhook } from './endpoints/create';
import { getWebhookHealth } from './endpoints/figures';
import { getWebhook, listWebhooks } from './endpoints/list';
import { rotateWebhookSecret } from './endpoints/rotate';
import { deleteWebhook, disableWebhook, enableWebhook, pauseWebhook } from './endpoints/states';
import { testWebhook } from './endpoints/test';
import { updateWebhook } from './endpoints/update';
import { replaysRouter } from './replays/procedures';

const tags = ['Webhooks'];
const place = { surface: 'links', alsoIn: ['whatsapp', 'automation'] } as const;
const reading = procedure('webhooks:read');
const writing = procedure('webhooks:write');

export const webhooksRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/webhooks',
        tags,
        summary: 'List webhooks',
        description: 'Lists the webhooks whose events you read, with the state of their queues.',
      },
    })
    .input(optionalInput(ListWebhooks))
    .output(pageOf(Webhook))
    .query(({ ctx, input }) => listWebhooks(ctx, input)),

  create: writing
    .meta({
      ...place,
      status: 201,
      errors: ['conflict', 'related_not_found', 'unprocessable'],
      examples: {
        request: { url: 'https://hooks.example.com/switchboard', events: ['api_key.*'], name: 'Billing' },
      },
      openapi: {
        method: 'POST',
        path: '/webhooks',
        tags,
        summary: 'Create a webhook',
        description:
          'Sends every matching event after this one to the URL, signed by Standard Webhooks. The secret is in this answer only; an idempotent replay has null in its place. The URL must be a public https address; `switchboard://inbox` is the built-in receiver of the console.',
      },
    })
    .input(CreateWebhook)
    .output(WebhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: '/webhooks/{webhook_id}',
        tags,
        summary: 'Read a webhook',
        description: 'Returns a webhook without its secret. Its ETag changes with its settings, not with its health.',
      },
    })
    .input(WebhookId)
    .output(Webhook)
    .query(({ ctx, input }) => getWebhook(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: ['conflict', 'related_not_found', 'unprocessable'],
      examples: { request: { events: ['api_key.*', 'member.added'] } },
      openapi: {
        method: 'PATCH',
        path: '/webhooks/{webhook_id}',
        tags,
        summary: 'Change a webhook',
        description:
          'Changes the given fields; null clears. A new URL starts with clean health and needs the values of its headers anew. New events and selectors reach as far as the caller reads.',
      },
    })
    .input(UpdateWebhook)
    .output(Webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  delete: writing
    .meta({
      ...place,
      status: 204,
      errors: ['precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: '/webhooks/{webhook_id}',
        tags,
        summary: 'Delete a webhook',
        description:
          'Removes a webhook and cancels what waits for it. Its deliveries stay in the log. `If-Match` holds it to a version.',
      },
    })
    .input(WebhookId)
    .mutation(({ ctx, input }) => deleteWebhook(ctx, input)),

  get_health: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/webhooks/{webhook_id}/health',
        tags,
        summary: 'Read the health of a webhook',
        description: 'How deliveries go: failures in a row, the breaker, the queue, and the success rate of a day.',
      },
    })
    .input(WebhookId)
    .output(WebhookHealth)
    .query(({ ctx, input }) => getWebhookHealth(ctx, input)),

  pause: writing
    .meta({
      ...place,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/webhooks/{webhook_id}/pause',
        tags,
        summary: 'Pause a webhook',
        description: 'Deliveries wait until it is enabled again. Pausing it twice changes nothing.',
      },
    })
    .input(WebhookId)
    .output(Webhook)
    .mutation(({ ctx, input }) => pauseWebhook(ctx, input)),

  disable: writing
    .meta({
      ...place,
      openapi: {
        method: 'POST',
        path: '/webhooks/{webhook_id}/disable',
        tags,
        summary: 'Disable a webhook',
        description: 'Events get no deliveries from now on; a replay can fetch them later. Twice changes nothing.',
      },
    })
    .input(WebhookId)
    .output(Webhook)
    .mutation(({ ctx, input }) => disableWebhook(ctx, input)),

  enable: writing
    .meta({
      ...place,
      examples: { request: { pending: 'send' } },
      openapi: {
        method: 'POST',
        path: '/webhooks/{webhook_id}/enable',
        tags,
        summary: 'Enable a webhook',
        description:
          'Delivers again. On an active webhook it ends the pause of its breaker, or one that the receiver asked for.',
      },
    })
    .input(EnableWebhook)
    .output(Webhook)
    .mutation(({ ctx, input }) => enableWebhook(ctx, input)),

  rotate_secret: writing
    .meta({
      ...place,
      errors: ['invalid_state', 'unprocessable'],
      examples: { request: { overlap_seconds: 86_400 } },
      openapi: {
        method: 'POST',
        path: '/webhooks/{webhook_id}/rotate-secret',
        tags,
        summary: 'Rotate the signing secret',
        description:
          'Makes a new secret, which is in this answer only. Older ones sign beside it for `overlap_seconds`, so that a receiver with either verifies.',
      },
    })
    .input(RotateWebhookSecret)
    .output(WebhookWithSecret)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx, input)),

  test: writing
    .meta({
      ...place,
      // A request to somebody else must not hold a transaction.
      idempotency: 'apart',
      examples: { request: { event_type: 'webhook.tested' } },
      openapi: {
        method: 'POST',
        path: '/webhooks/{webhook_id}/test',
        tags,
        summary: 'Test a webhook',
        description:
          'Sends the example of an event type once and answers with the request and what came back. It works in every state and changes no health; ten a minute.',
      },
    })
    .input(TestWebhook)
    .output(TestResult)
    .mutation(({ ctx, input }) => testWebhook(ctx, input)),

  deliveries: deliveriesRouter,
  replays: replaysRouter,
});
