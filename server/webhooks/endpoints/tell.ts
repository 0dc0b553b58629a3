import { EVENTS, type EventType } from '../../../shared/events/events';
import type { NewEvent } from '../../events/emit';
import { reachOfGrant } from '../../events/subscribers';
import { typesOfWebhook } from './patterns';
import { presentWebhook, type WebhookRow } from './present';

type WebhookEvent = Exclude<Extract<EventType, `webhook.${string}`>, 'webhook.tested'>;

/** An event about a webhook, whose address is in it: only for those to whom the webhook itself is there. */
export const webhookEvent = (type: WebhookEvent, row: WebhookRow, now: Date): NewEvent => ({
  type,
  data: presentWebhook(row, now),
  requires: typesOfWebhook(row).map((name) => EVENTS[name].scope),
  reach: reachOfGrant(row.grant),
});
