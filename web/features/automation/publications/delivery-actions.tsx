import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { useCan } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import { mayRetry, type PublicationDelivery } from './labels';
import { t } from './texts';

export function DeliveryActions({ of, name }: { of: PublicationDelivery; name: string }) {
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
      onSuccess: () => toast(t('deliveryRetried')),
      onError: (error) => toastError(error, t('deliveryNotRetried')),
      onSettled: () => {
        setIsAsking(false);
        return refresh();
      },
    }),
  );
  const resolve = useMutation(
    trpc.automation.publication_deliveries.resolve.mutationOptions({
      onSuccess: () => toast(t('marked')),
      onError: (error) => toastError(error, t('notMarked')),
      onSettled: refresh,
    }),
  );
  if (!mayWrite || !mayRetry(of)) {
    return <CopyAsCode operation="automation_publication_deliveries_get" input={{ delivery_id: of.id }} />;
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
            {t('markDelivered')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={resolve.isPending}
            onClick={() => resolve.mutate({ delivery_id: of.id, outcome: 'failed' })}
          >
            {t('markFailed')}
          </Button>
        </>
      )}
      <Button
        size="xs"
        variant={isUncertain ? 'default' : 'filled'}
        loading={retry.isPending}
        onClick={() => (isUncertain ? setIsAsking(true) : retry.mutate(input))}
      >
        {t('retryDelivery')}
      </Button>
      <CopyAsCode operation="automation_publication_deliveries_retry" input={input} />
      {isAsking && (
        <Confirm
          title={t('retryDeliveryQuestion')}
          action={t('retryDelivery')}
          isDangerous={false}
          isPending={retry.isPending}
          onConfirm={() => retry.mutate(input)}
          onClose={() => setIsAsking(false)}
        >
          {t('retryDeliveryHelp', { name })}
        </Confirm>
      )}
    </div>
  );
}
