import { EVENTS, exampleOf, type EventType } from '../../../shared/events/events';
import type { TestResult } from '../../../shared/webhooks/deliveries';
import type { TestWebhook } from '../../../shared/webhooks/inputs';
import { audit } from '../../access';
import { ApiError, insufficientScope } from '../../errors';
import { envelopeOf } from '../../events/envelope';
import { readableTypes } from '../../events/log/readable';
import { requireRate } from '../../limits/charge';
import type { WebhooksContext } from '../context';
import { presentOptionsOf, presentAttempt, presentDelivery } from '../deliveries/present-delivery';
import { SLOT_TIMEOUT_MS } from '../dispatcher/sending/single-attempt';
import { webhookTarget } from './present';
import { requireWebhook } from './rules';

/** Does not affect health and statistics. Throws 403 for an unreadable type, 429 above ten a minute. */
export async function testWebhook(ctx: WebhooksContext, input: TestWebhook): Promise<TestResult> {
  const type = requireReadableType(ctx, input.event_type);
  const webhook = await requireWebhook(ctx, ctx.db, input.webhook_id);
  requireRate(ctx.limits.chargeWebhookTest(webhook.id), 'A webhook can be tested ten times a minute.');

  const head = { type, workspaceId: ctx.workspaceId, sequence: 0, createdAt: ctx.now() };
  const data = type === 'webhook.tested' ? testData(webhook.id) : exampleOf(type).data;
  const { id, body } = envelopeOf(head, JSON.stringify(data), ctx.config.baseUrl);
  const { finished } = await ctx.db.transaction(async (tx) => {
    await audit(ctx, tx, 'webhook.tested', webhookTarget(webhook), { event_type: type });
    return ctx.delivery.sendOnce(tx.store, {
      webhookNo: webhook.no,
      workspaceId: ctx.workspaceId,
      trigger: 'test',
      event: { id, type, body },
    });
  });

  // The wait is longer than the idle timeout of a connection.
  ctx.holdOpen?.(SLOT_TIMEOUT_MS / 1000 + webhook.timeoutSeconds + 10);
  const { delivery, attempt } = await finished;
  if (delivery.cancelReason === 'interrupted' && !attempt) {
    throw new ApiError('unavailable', {
      detail:
        'The test did not start in time: too many requests are waiting for a response, or for the rate limit of the webhook.',
      headers: { 'Retry-After': '10' },
    });
  }
  if (!attempt) throw new ApiError('not_found');
  const at = presentOptionsOf(ctx);
  return { delivery: presentDelivery(delivery, webhook, at), attempt: presentAttempt(attempt) };
}

const testData = (webhookId: string) => ({ webhook_id: webhookId, message: 'Your webhook works.' });

function requireReadableType(ctx: WebhooksContext, type: EventType = 'webhook.tested'): EventType {
  if (readableTypes(ctx).includes(type)) return type;
  const { scope } = EVENTS[type];
  const detail = `Reading ${type} needs ${scope}.`;
  throw ctx.actor.type === 'key' ? insufficientScope([scope], detail) : new ApiError('insufficient_role', detail);
}
