import { listRuleSubscribers } from './automation/queries/rules';
import { ruleSubscriberOf } from './automation/rules/subscriber';
import type { EventPorts } from './events/ports';
import { subscriberOf } from './events/subscribers';
import { requireRelatedWebhook } from './webhooks/endpoints/rules';
import { insertDeliveries } from './webhooks/queries/inserts';
import { listSubscribers } from './webhooks/queries/subscribers';

export const EVENT_PORTS: EventPorts = {
  listSubscribers: async (tx, workspaceId) => [
    ...(await listSubscribers(tx, workspaceId)).map(subscriberOf),
    ...(await listRuleSubscribers(tx, workspaceId)).map(ruleSubscriberOf),
  ],
  insertDeliveries,
  requireSubscriber: async (ctx, id) => subscriberOf(await requireRelatedWebhook(ctx, ctx.db, id, { in: 'query' })),
};
