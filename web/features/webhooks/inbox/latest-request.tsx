import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { Card } from '../../../ui/page';
import { Time } from '../../../ui/time';
import { StatusTag } from '../deliveries/columns';
import { acceptsDeliveries } from '../deliveries/list';

const AttemptCheck = lazyWhenIdle(async () => (await import('./attempt-check')).AttemptCheck);

export function LatestRequest({ webhookId }: { webhookId: string }) {
  const trpc = useTRPC();
  const { deliveries } = trpc.webhooks;
  const list = deliveries.list.queryOptions({ webhook_id: webhookId, limit: 10 });
  const newest = useQuery(list).data?.data.find(({ last_attempt: last }) => last !== null);
  const input = { delivery_id: newest?.id ?? '' };
  const isThere = { enabled: newest !== undefined };
  const delivery = useQuery(deliveries.get.queryOptions(input, isThere));
  const log = useQuery(deliveries.list_attempts.queryOptions({ ...input, limit: 100 }, isThere));
  useLiveReload({ after: acceptsDeliveries, queryKeys: [list.queryKey, deliveries.list_attempts.pathKey()] });
  const attempt = log.data?.data.at(-1);
  if (!newest || !attempt || !delivery.data || delivery.data.body_text === null) return null;
  return (
    <Card
      title="Last arrival"
      aside={<span className="mono">{newest.event_type}</span>}
      actions={
        <>
          <StatusTag of={newest} />
          <Time at={attempt.started_at} />
        </>
      }
    >
      <AttemptCheck attempt={attempt} body={delivery.data.body_text} webhookId={webhookId} />
    </Card>
  );
}
