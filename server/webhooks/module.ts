import { HOUR_MS, MINUTE_MS } from '../../shared/durations';
import type { Module } from '../module';
import type { WebhooksDeps } from './context';
import { cancelForEndedWebhooks, disableExpiredAndFailing, purgeDeliveryLog } from './dispatcher/jobs';
import { countWebhooks } from './endpoints/rules';

export const webhooksModule = {
  tags: [
    {
      name: 'Webhooks',
      of: ['webhooks'],
      alsoIn: ['whatsapp', 'automation'],
      description:
        'URLs that receive events. Requests are signed with Standard Webhooks; by default, failed deliveries are retried for three days.',
    },
    {
      name: 'Webhook deliveries',
      of: ['webhooks.deliveries', 'webhooks.replays'],
      alsoIn: ['whatsapp', 'automation'],
      description: 'Deliveries of events to webhooks with every attempt, retries and replays.',
    },
  ],

  quotas: {
    webhooks: { used: ({ db }) => countWebhooks(db), limit: ({ config }) => config.webhooksPerWorkspace },
  },

  jobs: (services) => [
    // More often than events are purged, because a delivery must end before its event is purged.
    { name: 'delivery retention', everyMs: HOUR_MS / 2, run: (signal) => purgeDeliveryLog(services, signal) },
    {
      name: 'deliveries of gone webhooks',
      everyMs: MINUTE_MS,
      run: (signal) => cancelForEndedWebhooks(services, signal),
    },
    { name: 'health of webhooks', everyMs: MINUTE_MS, run: () => disableExpiredAndFailing(services) },
  ],
} satisfies Module<WebhooksDeps>;
