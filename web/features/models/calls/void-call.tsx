import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { toast, toastError } from '../../../ui/toast/toast';
import { formatUsd } from '../money';
import type { ModelCall } from './labels';
import { t } from './texts';

export function VoidCall({ of, onClose }: { of: ModelCall; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { request_id: of.id };
  const change = useMutation({
    mutationFn: () => client.ai.requests.void.mutate(input),
    onSuccess: () => toast(t('costVoided')),
    onError: (error) => toastError(error, t('notVoided')),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: trpc.ai.pathKey() });
    },
  });
  return (
    <Confirm
      title={t('voidTitle')}
      action={t('voidCost')}
      isPending={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>{t('voidHelp', { cost: formatUsd(of.cost_micro_usd) })}</p>
      <CopyAsCode operation="ai_requests_void" input={input} />
    </Confirm>
  );
}
