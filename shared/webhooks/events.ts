import { z } from 'zod';

import { defineEvent, exampleIn } from '../events/definition';
import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';
import { Webhook } from './webhooks';

const webhookEvent = (label: string, summary: string, example: object = {}, data: z.ZodObject = Webhook) =>
  defineEvent({
    surface: 'links',
    tag: 'Webhooks',
    scope: 'webhooks:read',
    label,
    summary,
    data,
    example: { ...exampleIn(Webhook), ...example },
  });
const exampleHealth = exampleIn(Webhook)['health'] as object;

export const WEBHOOK_EVENTS = {
  'webhook.created': webhookEvent('Webhook created', 'A webhook was created.'),
  'webhook.updated': webhookEvent('Webhook updated', 'Settings of a webhook were changed.'),
  'webhook.deleted': webhookEvent('Webhook deleted', 'A webhook was deleted.'),
  'webhook.enabled': webhookEvent('Webhook enabled', 'A webhook was enabled. Events are delivered again.'),
  'webhook.paused': webhookEvent('Webhook paused', 'A webhook was paused. Its deliveries wait.', { status: 'paused' }),
  'webhook.disabled': webhookEvent('Webhook disabled', 'A webhook was disabled. It receives no more events.', {
    status: 'disabled',
    disabled_reason: 'failing',
    disabled_at: '2026-11-21T09:30:00.000Z',
  }),
  'webhook.degraded': webhookEvent('Webhook degraded', 'Deliveries of a webhook fail repeatedly.', {
    health: { ...exampleHealth, status: 'degraded', consecutive_failures: 9 },
  }),
  'webhook.recovered': webhookEvent('Webhook recovered', 'Deliveries of a degraded webhook succeed again.'),
  'webhook.secret.rotated': webhookEvent('Webhook secret rotated', 'The signing secret of a webhook was rotated.'),
  'webhook.tested': defineEvent({
    surface: 'links',
    tag: 'Webhooks',
    scope: 'webhooks:read',
    label: 'Webhook test',
    summary: 'A test event for a webhook. It is not stored in the event log.',
    matchedByPatterns: false,
    data: z
      .object({
        webhook_id: idOf(ID_PREFIXES.webhook).describe('Id of the tested webhook.'),
        message: z.string().describe('Message for people.'),
      })
      .meta({
        id: 'WebhookTest',
        example: { webhook_id: 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c', message: 'Your webhook works.' },
      }),
  }),
} as const;
