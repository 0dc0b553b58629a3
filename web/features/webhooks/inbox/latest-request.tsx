import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { Card } from '../../../ui/page';
import { useCan } from '../../../ui/shell/workspace';
import { Time } from '../../../ui/time';
import { toastError } from '../../../ui/toast/toast';
import { StatusTag } from '../deliveries/columns';
import { acceptsDeliveries } from '../deliveries/webhook-names';
import { rememberInboxSecret, useKnownSecret } from './secret';
import { t } from './texts';

const AttemptCheck = lazyWhenIdle(async () => (await import('./check/attempt-check')).AttemptCheck);

/** The newest event, with the checks of its signature. */
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
  const isKnown = useKnownSecret(webhookId) !== undefined;
  const attempt = log.data?.data.at(-1);
  if (!newest || !attempt || !delivery.data || delivery.data.body_text === null) return null;
  return (
    <Card
      title={t('latest')}
      aside={<span className="mono">{newest.event_type}</span>}
      actions={
        <>
          <StatusTag of={newest} />
          <Time at={attempt.started_at} />
        </>
      }
    >
      <div className="inbox-stack">
        {!isKnown && <UnknownSecret webhookId={webhookId} />}
        <AttemptCheck attempt={attempt} body={delivery.data.body_text} webhookId={webhookId} />
      </div>
    </Card>
  );
}

function UnknownSecret({ webhookId }: { webhookId: string }) {
  const trpc = useTRPC();
  const mayWrite = useCan()('webhooks:write');
  const rotate = useMutation(trpc.webhooks.rotate_secret.mutationOptions({ gcTime: 0 }));
  const send = async () => {
    try {
      const { secret } = await rotate.mutateAsync({ webhook_id: webhookId, overlap_seconds: 0 });
      // The response holds the secret, which must not stay in the mutation cache.
      rotate.reset();
      rememberInboxSecret(webhookId, secret);
      await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    } catch (error) {
      toastError(error, t('secretNotRotated'));
    }
  };
  return (
    <div className="inbox-line">
      <span>{t('pasteOrRotate')}</span>
      {mayWrite && (
        <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => void send()}>
          {t('rotateSecret')}
        </Button>
      )}
    </div>
  );
}
