import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Confirm } from '../../../ui/dialog/dialog';
import { toast, toastError } from '../../../ui/toast/toast';
import { formatUsd } from '../money';
import { useKeyNames } from '../use-key-names';
import { type Budget, fullNameOf, nameOfBudget } from './labels';
import { t } from './texts';

interface BudgetProps {
  of: Budget;
  onClose: () => void;
}

export function ResetBudget({ of, onClose }: BudgetProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { nameOf } = useKeyNames();
  const reset = useMutation({
    mutationFn: () => client.ai.budgets.reset.mutate({ budget_id: of.id }),
    onSuccess: () => toast(t('budgetReset')),
    onError: (error) => toastError(error, t('notReset')),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: trpc.ai.budgets.pathKey() });
    },
  });
  return (
    <Confirm
      title={t('resetTitle', { name: nameOfBudget(of, nameOf) })}
      action={t('resetBudget')}
      isPending={reset.isPending}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      <p>{t('resetHelp', { spent: formatUsd(of.spent_micro_usd), amount: formatUsd(of.amount_micro_usd) })}</p>
      <CopyAsCode operation="ai_budgets_reset" input={{ budget_id: of.id }} />
    </Confirm>
  );
}

export function DeleteBudget({ of, onClose }: BudgetProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { nameOf } = useKeyNames();
  const input = { budget_id: of.id };
  return (
    <DeleteDialog
      name={fullNameOf(of, nameOf)}
      what={t('budgetWord')}
      operation="ai_budgets_delete"
      input={input}
      remove={() => client.ai.budgets.delete.mutate(input)}
      stale={trpc.ai.budgets.pathKey()}
      onClose={onClose}
    >
      <p>{t('deleteHelp')}</p>
    </DeleteDialog>
  );
}
