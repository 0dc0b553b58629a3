import { useMutation, type InfiniteData } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { useSendOnce } from '../../../ui/form/use-send-once';
import type { Head } from '../../../ui/live/merge';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Delivery } from './labels';
import { t } from './texts';
import { replaceRow } from './update-rows';

/** Shows what an action made of deliveries in every list that holds them. */
export function useUpdateDeliveries() {
  const trpc = useTRPC();
  return (rows: readonly Delivery[]) => {
    queryClient.setQueriesData<InfiniteData<Head<Delivery>> | Head<Delivery>>(
      { queryKey: trpc.webhooks.deliveries.list.pathKey() },
      (old) =>
        old && 'pages' in old
          ? rows.reduce<InfiniteData<Head<Delivery>>>((list, row) => replaceRow(list, row), old)
          : old,
    );
    void queryClient.invalidateQueries({ queryKey: trpc.webhooks.deliveries.get.pathKey() });
  };
}

export function useDeliveryActions(onOpen?: (id: string) => void) {
  const trpc = useTRPC();
  const show = useUpdateDeliveries();
  const once = useSendOnce();
  const { retry, resend, cancel } = trpc.webhooks.deliveries;
  return {
    retry: useMutation(
      retry.mutationOptions({
        onSuccess: (row) => {
          show([row]);
          toast(t('retryDue'));
        },
        onError: (error) => toastError(error, t('notRetried')),
      }),
    ),
    resend: useMutation(
      resend.mutationOptions({
        trpc: { context: once.context },
        onSuccess: (row) => {
          once.renew();
          toast(t('resent'));
          void queryClient.invalidateQueries({ queryKey: trpc.webhooks.deliveries.list.pathKey() });
          onOpen?.(row.id);
        },
        onError: (error) => toastError(error, t('notResent')),
      }),
    ),
    cancel: useMutation(
      cancel.mutationOptions({
        onSuccess: (row) => {
          show([row]);
          toast(t('canceledDone'));
        },
        onError: (error) => toastError(error, t('notCanceled')),
      }),
    ),
  };
}
