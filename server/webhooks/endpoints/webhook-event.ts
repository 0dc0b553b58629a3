import { EVENTS, type EventType } from '../../../shared/events/events';
import type { NewEvent } from '../../events/emit';
import { accessOfGrant } from '../../events/subscribers';
import type { WebhookRow } from '../schema';
import { typesOfWebhook } from './patterns';
import { presentWebhook } from './present';

type WebhookEvent = Exclude<Extract<EventType, `webhook.${string}`>, 'webhook.tested'>;

/** The event contains the webhook's address, so only callers who can see the webhook receive it. */
export const webhookEvent = (type: WebhookEvent, row: WebhookRow, now: Date): NewEvent => ({
  type,
  data: presentWebhook(row, now),
  requires: typesOfWebhook(row).map((name) => EVENTS[name].scope),
  access: accessOfGrant(row.grant),
});
