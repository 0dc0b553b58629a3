import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { useCan } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import { mayRetry, recipientName, type PublicationDelivery } from './labels';

export function DeliveryActions({ of }: { of: PublicationDelivery }) {
  const trpc = useTRPC();
  const mayWrite = useCan()('automation.publications:write');
  const [isAsking, setIsAsking] = useState(false);
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.automation.publication_deliveries.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() }),
    ]);
  const retry = useMutation(
    trpc.automation.publication_deliveries.retry.mutationOptions({
      onSuccess: () => toast('It is tried again'),
      onError: (error) => toastError(error, 'It is not tried again'),
      onSettled: () => {
        setIsAsking(false);
        return refresh();
      },
    }),
  );
  const resolve = useMutation(
    trpc.automation.publication_deliveries.resolve.mutationOptions({
      onSuccess: () => toast('Settled'),
      onError: (error) => toastError(error, 'It was not settled'),
      onSettled: refresh,
    }),
  );
  if (!mayWrite || !mayRetry(of)) {
    return (
      <div className="page-actions">
        <CopyAsCode operation="automation_publication_deliveries_get" input={{ delivery_id: of.id }} />
      </div>
    );
  }
  const isUncertain = of.status === 'unconfirmed';
  const input = { delivery_id: of.id, ...(isUncertain ? { retry_unconfirmed: true } : {}) };
  return (
    <div className="page-actions">
      {isUncertain && (
        <>
          <Button
            size="xs"
            loading={resolve.isPending}
            onClick={() => resolve.mutate({ delivery_id: of.id, outcome: 'sent' })}
          >
            It arrived
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={resolve.isPending}
            onClick={() => resolve.mutate({ delivery_id: of.id, outcome: 'failed' })}
          >
            It did not
          </Button>
        </>
      )}
      <Button
        size="xs"
        variant={isUncertain ? 'default' : 'filled'}
        loading={retry.isPending}
        onClick={() => (isUncertain ? setIsAsking(true) : retry.mutate(input))}
      >
        Send again
      </Button>
      <CopyAsCode operation="automation_publication_deliveries_retry" input={input} />
      {isAsking && (
        <Confirm
          title="Send it again?"
          action="Send again"
          isDangerous={false}
          isPending={retry.isPending}
          onConfirm={() => retry.mutate(input)}
          onClose={() => setIsAsking(false)}
        >
          An earlier try may have reached {recipientName(of)}. Then the message arrives twice.
        </Confirm>
      )}
    </div>
  );
}
