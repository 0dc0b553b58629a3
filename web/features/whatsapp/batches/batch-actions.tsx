import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { formatCount } from '../../../ui/format';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import { isFinished, type Batch } from './labels';

const RetryFailed = lazyWhenIdle(async () => (await import('./retry-failed')).RetryFailed);

const DONE = { paused: 'Paused', running: 'Goes on', canceled: 'Stopped: what waited is canceled' } as const;
type Turn = keyof typeof DONE;

export function BatchActions({ of }: { of: Batch }) {
  const trpc = useTRPC();
  const maySend = useCan()('whatsapp.messages:send');
  const [asked, setAsked] = useState<'cancel' | 'retry'>();
  const base = { instance_id: of.instance_id, batch_id: of.id };
  const turn = useMutation(
    trpc.whatsapp.batches.update.mutationOptions({
      onSuccess: (after, { status }) => {
        queryClient.setQueryData(trpc.whatsapp.batches.get.queryKey(base), after);
        toast(DONE[status]);
      },
      onError: (error) => toastError(error, 'The batch was not changed'),
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
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            size="compact-sm"
            variant="outline"
            color="red"
            disabled={turn.isPending}
            onClick={() => setAsked('cancel')}
          >
            Stop batch
          </Button>
        </>
      )}
      {failed > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => setAsked('retry')}>
          Retry failed
        </Button>
      )}
      {isFinished(of) ? get : <CopyAsCode operation="whatsapp_batches_update" input={{ ...base, status: next }} />}
      {asked === 'cancel' && (
        <Confirm
          title="Stop this batch?"
          action="Stop batch"
          isPending={turn.isPending}
          onConfirm={() => turn.mutate({ ...base, status: 'canceled' })}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {formatCount(queued, 'message that waits is', 'messages that wait are')} not sent. What the network has
            already goes its way. This cannot be undone.
          </p>
          <CopyAsCode operation="whatsapp_batches_update" input={{ ...base, status: 'canceled' }} />
        </Confirm>
      )}
      {asked === 'retry' && <RetryFailed of={of} onClose={() => setAsked(undefined)} />}
    </div>
  );
}
