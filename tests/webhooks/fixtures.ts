import { asc, eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { events } from '../../server/events/schema';
import {
  DELIVERY_STATE,
  webhookAttempts,
  webhookDeliveries,
  webhookReplays,
  webhookStats,
} from '../../server/webhooks/schema';
import { newId } from '../../shared/ids';
import { INBOX_URL } from '../../shared/webhooks/webhooks';
import type { startServer } from '../support/app';
import { seedWebhook } from './dispatcher/support';

type Services = Awaited<ReturnType<typeof startServer>>['services'];
type Webhook = Pick<Awaited<ReturnType<typeof seedWebhook>>, 'no' | 'id' | 'workspaceId'>;
type Event = Pick<typeof events.$inferSelect, 'id' | 'sequence' | 'type'>;

const eventsOf = ({ store }: Services, workspaceId: string): Promise<Event[]> =>
  queries(store).select().from(events).where(eq(events.workspaceId, workspaceId)).orderBy(asc(events.sequence));

export async function oldestEvent(services: Services, workspaceId: string): Promise<Event> {
  const [event] = await eventsOf(services, workspaceId);
  if (!event) throw new Error('The workspace has no event.');
  return event;
}

/** A delivery of an event straight in the database. It waits, unless it is said how it ended, after two attempts. */
export async function seedDelivery(
  { store }: Services,
  webhook: Webhook,
  event: Event,
  { isExhausted = false } = {},
): Promise<string> {
  const id = newId('dlv');
  const at = new Date();
  const [row] = await queries(store)
    .insert(webhookDeliveries)
    .values({
      id,
      workspaceId: webhook.workspaceId,
      webhookNo: webhook.no,
      eventSequence: event.sequence,
      eventId: event.id,
      eventType: event.type,
      trigger: 'event',
      nextAt: at,
      createdAt: at,
      ...(isExhausted
        ? { state: DELIVERY_STATE.exhausted, attempts: 2, lastCode: 'http_status', lastStatus: 500, lastAt: at }
        : {}),
    })
    .returning();
  const attempt = (number: number) => ({
    workspaceId: webhook.workspaceId,
    deliveryNo: row?.no ?? 0,
    number,
    startedAt: at,
    code: 'http_status' as const,
    status: 500,
    totalMs: 3,
    flags: {},
    url: INBOX_URL,
    requestHeaders: [['webhook-id', event.id] satisfies [string, string]],
    responseHeaders: [['content-type', 'text/plain'] satisfies [string, string]],
    responseBody: 'No.',
    responseBytes: 3,
  });
  if (isExhausted) await queries(store).insert(webhookAttempts).values([1, 2].map(attempt));
  return id;
}

/** A replay straight in the database: one that has ended, or one that is held and so does nothing. */
export async function seedReplay({ store }: Services, webhook: Webhook, status: 'completed' | 'paused') {
  const id = newId('rpl');
  await queries(store)
    .insert(webhookReplays)
    .values({
      id,
      workspaceId: webhook.workspaceId,
      webhookNo: webhook.no,
      webhookId: webhook.id,
      mode: 'undelivered',
      eventTypes: [],
      afterSequence: 0,
      untilSequence: 1,
      cursorSequence: 0,
      ratePerSecond: 50,
      status,
      createdBy: { key_id: newId('key') },
      createdAt: new Date(),
      completedAt: status === 'completed' ? new Date() : null,
    });
  return id;
}

/** Two or more of everything about webhooks, in a workspace that has events; nothing is sent of itself. */
export async function addWebhooksFixtures(services: Services, workspaceId: string) {
  const [first, second] = await eventsOf(services, workspaceId);
  if (!first || !second) throw new Error('The workspace has no two events.');
  const webhook = (status: 'active' | 'paused') =>
    seedWebhook(services, workspaceId, INBOX_URL, { events: [], status, createdSequence: second.sequence });
  const [active, paused, spare] = [await webhook('active'), await webhook('paused'), await webhook('paused')];
  await queries(services.store).insert(webhookStats).values({
    workspaceId,
    webhookNo: active.no,
    hour: new Date(),
    succeeded: 3,
    failed: 1,
    totalMs: 12,
  });
  return {
    /** Gets only what is addressed to it. */
    active: active.id,
    /** Has the deliveries and the replays. */
    paused: paused.id,
    /** For a test that takes one away. */
    spare: spare.id,
    event: first.id,
    exhausted: await seedDelivery(services, paused, first, { isExhausted: true }),
    pending: await seedDelivery(services, paused, second),
    completed: await seedReplay(services, paused, 'completed'),
    held: await seedReplay(services, paused, 'paused'),
  };
}
type WebhooksFixtures = Awaited<ReturnType<typeof addWebhooksFixtures>>;

/** The ids that the fuzzer is to know, by name of parameter or property. */
export const knownWebhookIds = (of: WebhooksFixtures): Record<string, string[]> => ({
  webhook_id: [of.active],
  'webhooks_delete.webhook_id': [of.spare],
  delivery_id: [of.exhausted],
  'webhooks_deliveries_cancel.delivery_id': [of.pending],
  delivery_ids: [of.exhausted],
  replay_id: [of.completed],
  'webhooks_replays_cancel.replay_id': [of.held],
});
