import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import type { LiveUpdate } from '../../../ui/live/live';
import { nameOf } from '../labels';

export const acceptsDeliveries = (update: LiveUpdate): boolean =>
  update.kind === 'event' ||
  update.kind === 'resumed' ||
  (update.kind === 'signal' && update.topic === 'webhook_delivery');

export function useWebhookNames(isWanted = true): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.webhooks.list.queryOptions({ limit: 100 }, { enabled: isWanted }));
  return new Map(data?.data.map((webhook) => [webhook.id, nameOf(webhook)]));
}
