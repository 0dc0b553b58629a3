import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import { isFinished, type Batch } from './labels';
import { t } from './texts';

const RetryFailed = lazyWhenIdle(async () => (await import('./retry-failed')).RetryFailed);

type Turn = 'paused' | 'running' | 'canceled';

export function BatchActions({ of }: { of: Batch }) {
  const trpc = useTRPC();
  const maySend = useCan()('whatsapp.messages:send');
  const [asked, setAsked] = useState<'cancel' | 'retry'>();
  const base = { instance_id: of.instance_id, batch_id: of.id };
  const turn = useMutation(
    trpc.whatsapp.batches.update.mutationOptions({
      onSuccess: (after, { status }) => {
        queryClient.setQueryData(trpc.whatsapp.batches.get.queryKey(base), after);
        toast(t(status));
      },
      onError: (error) => toastError(error, t('notChanged')),
      onSettled: () => {
        setAsked(undefined);
        return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.batches.pathKey() });
      },
    }),
  );
  const get = <CopyAsCode operation="whatsapp_batches_get" input={base} />;
  if (!maySend) return <div className="message-buttons">{get}</div>;

  const isPaused = of.status === 'paused';
  const next: Turn = isPaused ? 'running' : 'paused';
  const { queued, failed } = of.counts;
  return (
    <div className="message-buttons">
      {!isFinished(of) && (
        <>
          <Button
            size="compact-sm"
            variant={isPaused ? 'filled' : 'default'}
            disabled={turn.isPending}
            onClick={() => turn.mutate({ ...base, status: next })}
          >
            {isPaused ? t('resume') : t('pause')}
          </Button>
          <Button
            size="compact-sm"
            variant="outline"
            color="red"
            disabled={turn.isPending}
            onClick={() => setAsked('cancel')}
          >
            {t('stop')}
          </Button>
        </>
      )}
      {failed > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => setAsked('retry')}>
          {t('retryFailed')}
        </Button>
      )}
      {isFinished(of) ? get : <CopyAsCode operation="whatsapp_batches_update" input={{ ...base, status: next }} />}
      {asked === 'cancel' && (
        <Confirm
          title={t('stopTitle')}
          action={t('stop')}
          isPending={turn.isPending}
          onConfirm={() => turn.mutate({ ...base, status: 'canceled' })}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('stopHelp', { count: queued })}</p>
          <CopyAsCode operation="whatsapp_batches_update" input={{ ...base, status: 'canceled' }} />
        </Confirm>
      )}
      {asked === 'retry' && <RetryFailed of={of} onClose={() => setAsked(undefined)} />}
    </div>
  );
}
