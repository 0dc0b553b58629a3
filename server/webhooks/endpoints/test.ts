import { EVENTS, exampleOf, type EventType } from '../../../shared/events/events';
import type { TestResult } from '../../../shared/webhooks/deliveries';
import type { TestWebhook } from '../../../shared/webhooks/inputs';
import { audit } from '../../access/audit/write';
import { ApiError, insufficientScope } from '../../errors';
import { envelopeOf } from '../../events/envelope';
import { readableTypes } from '../../events/log/readable';
import type { WebhooksContext } from '../context';
import { momentOf, presentAttempt, presentDelivery } from '../deliveries/present-delivery';
import { TURN_WITHIN_MS } from '../dispatcher/sending/once';
import { webhookTarget } from './present';
import { requireQuota, requireWebhook } from './rules';

/**
 * Sends the example of a type once and waits for the answer; health and statistics do not hear of it. Throws 403 for
 * one that the caller does not read, 429 above ten a minute.
 */
export async function testWebhook(ctx: WebhooksContext, input: TestWebhook): Promise<TestResult> {
  const type = typeOf(ctx, input.event_type);
  const webhook = await requireWebhook(ctx, ctx.db, input.webhook_id);
  requireQuota(ctx.limits.chargeWebhookTest(webhook.id), 'A webhook can be tested ten times a minute.');

  const head = { type, workspaceId: ctx.workspaceId, sequence: 0, createdAt: ctx.now() };
  const data = type === 'webhook.tested' ? greeting(webhook.id) : exampleOf(type).data;
  const { id, body } = envelopeOf(head, JSON.stringify(data), ctx.config.baseUrl);
  const { finished } = await ctx.db.transaction(async (tx) => {
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'webhook.tested',
      target: webhookTarget(webhook),
      changes: { event_type: type },
    });
    return ctx.delivery.sendOnce(tx.store, {
      webhookNo: webhook.no,
      workspaceId: ctx.workspaceId,
      trigger: 'test',
      event: { id, type, body },
    });
  });

  // Longer than a silent connection lives.
  ctx.holdOpen?.(TURN_WITHIN_MS / 1000 + webhook.timeoutSeconds + 10);
  const { delivery, attempt } = await finished;
  if (delivery.cancelReason === 'interrupted' && !attempt) {
    throw new ApiError('unavailable', {
      detail:
        'The test did not start in time: too many requests are waiting for a response, or for the rate limit of the webhook.',
      headers: { 'Retry-After': '10' },
    });
  }
  if (!attempt) throw new ApiError('not_found');
  const at = momentOf(ctx);
  return { delivery: presentDelivery(delivery, webhook, at), attempt: presentAttempt(attempt) };
}

const greeting = (webhookId: string) => ({ webhook_id: webhookId, message: 'Your webhook works.' });

function typeOf(ctx: WebhooksContext, type: EventType = 'webhook.tested'): EventType {
  if (readableTypes(ctx).includes(type)) return type;
  const { scope } = EVENTS[type];
  const detail = `Reading ${type} needs ${scope}.`;
  throw ctx.actor.type === 'key' ? insufficientScope([scope], detail) : new ApiError('insufficient_role', detail);
}
