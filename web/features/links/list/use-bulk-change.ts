import { useMutation } from '@tanstack/react-query';

import { issueText } from '../../../i18n/labels';
import { queryClient, useTRPC, useTRPCClient, type Inputs } from '../../../trpc';
import { toast, toastError } from '../../../ui/toast/toast';
import { t } from '../texts';

type Change = Extract<Inputs['links']['bulk']['update'], { ids: unknown }>['set'];

/** Changes many links in one call, and says how many it could not change. */
export function useBulkChange(ids: string[], onDone: () => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useMutation({
    mutationFn: (set: Change) => client.links.bulk.update.mutate({ ids, set }),
    onSuccess: ({ updated, failed, results }) => {
      toast(t('linksChanged', { count: updated }), faultsOf(failed, results));
      onDone();
    },
    onError: (error) => toastError(error, t('linksNotChanged')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() }),
  });
}

export function faultsOf(
  failed: number,
  results: readonly { error?: { detail: string } | undefined }[],
): { tone?: 'warning'; text?: string } {
  if (failed === 0) return {};
  const first = issueText(results.find(({ error }) => error)?.error?.detail ?? '');
  return { tone: 'warning', text: t('someFailed', { count: failed, reason: first }) };
}
