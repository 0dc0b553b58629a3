import { Checkbox } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type DefinedInput, type Inputs, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { errorText } from '../../../ui/problem';
import { Note } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import { t } from './texts';

type Filters = Pick<DefinedInput<Inputs['automation']['publication_deliveries']['retry_many']>, 'status' | 'channel'>;

/** Counts first what would be tried again, then does it, in as many calls as it takes. */
export function RetryManyDialog({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [retryUnconfirmed, setRetryUnconfirmed] = useState(false);
  const input = { ...filters, ...(retryUnconfirmed ? { retry_unconfirmed: true } : {}) };
  const { retry_many: retryMany } = client.automation.publication_deliveries;
  const dryRun = useQuery({
    queryKey: [...trpc.automation.publication_deliveries.retry_many.mutationKey(), 'dry', input],
    queryFn: () => retryMany.mutate({ ...input, dry_run: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const retry = useMutation({
    mutationFn: async () => {
      let queued = 0;
      let hasMore = true;
      while (hasMore) {
        const done = await retryMany.mutate(input);
        queued += done.queued_count;
        hasMore = done.has_more && done.queued_count > 0;
      }
      return queued;
    },
    onSuccess: (queued) => toast(t('retriedMany', { count: queued })),
    onError: (error) => toastError(error, t('notRetriedMany')),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: trpc.automation.publication_deliveries.pathKey() });
    },
  });
  const matched = dryRun.data?.matched_count;
  return (
    <Confirm
      title={t('retryManyQuestion')}
      action={matched === undefined ? t('retryAction') : t('retryCount', { count: matched })}
      isDangerous={false}
      isPending={retry.isPending}
      onConfirm={() => retry.mutate()}
      onClose={onClose}
      error={dryRun.error && <Note tone="error">{errorText(dryRun.error)}</Note>}
    >
      <p aria-live="polite">{matched === undefined ? t('counting') : t('retryManyHelp', { count: matched })}</p>
      <Checkbox
        label={t('alsoAllUnconfirmed')}
        description={t('mayArriveTwice')}
        checked={retryUnconfirmed}
        onChange={(event) => setRetryUnconfirmed(event.currentTarget.checked)}
      />
      <CopyAsCode operation="automation_publication_deliveries_retry_many" input={input} />
    </Confirm>
  );
}
