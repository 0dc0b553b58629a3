import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Confirm, Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { toast, toastError } from '../../../ui/toast/toast';
import { dollarsOf, formatUsd, microUsdIn } from '../money';
import { useKeyNames } from '../use-key-names';
import { type Budget, nameOfBudget, PERIODS } from './labels';

const PERIOD_NAMES = Object.keys(PERIODS) as Budget['period'][];
const DEFAULTS = { key_id: '', period: 'month' as Budget['period'], amount_micro_usd: '', warn_at_percent: '80' };
type Draft = typeof DEFAULTS;

const inputOf = (draft: Draft) => ({
  key_id: draft.key_id === '' ? null : draft.key_id,
  period: draft.period,
  amount_micro_usd: microUsdIn(draft.amount_micro_usd) ?? 0,
  warn_at_percent: Number(draft.warn_at_percent),
});

const checkDraft = {
  amount_micro_usd: (text: string) => (microUsdIn(text) === undefined ? 'Enter US dollars, such as 50 or 0.25.' : null),
  warn_at_percent: (text: string) => (/^(?:[1-9]\d?|100)$/.test(text.trim()) ? null : 'Enter a number from 1 to 100.'),
};

export function BudgetDialog({ of, onClose }: { of?: Budget; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { names, nameOf } = useKeyNames();
  const form = useForm<Draft>({
    initialValues: of
      ? {
          key_id: of.key_id ?? '',
          period: of.period,
          amount_micro_usd: dollarsOf(of.amount_micro_usd),
          warn_at_percent: String(of.warn_at_percent),
        }
      : DEFAULTS,
    validate: checkDraft,
  });
  const send = async (draft: Draft) => {
    await client.ai.budgets.set.mutate(inputOf(draft));
    await queryClient.invalidateQueries({ queryKey: trpc.ai.budgets.pathKey() });
    toast(of ? 'Budget changed' : 'Budget set');
    onClose();
  };
  return (
    <Dialog title={of ? `Change budget: ${nameOfBudget(of, nameOf)}` : 'Set a budget'} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={of ? 'Save changes' : 'Set budget'}
        actions={
          <>
            <CopyAsCode operation="ai_budgets_set" input={() => inputOf(form.getValues())} />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        {!of && (
          <>
            <NativeSelect
              label="Limits the calls of"
              data={[
                { value: '', label: 'The whole workspace' },
                ...[...names].map(([value, label]) => ({ value, label: `Key: ${label}` })),
              ]}
              {...form.getInputProps('key_id')}
            />
            <NativeSelect
              label="Period"
              description="Days, weeks and months begin at 0:00 UTC."
              data={PERIOD_NAMES.map((value) => ({ value, label: PERIODS[value].choice }))}
              {...form.getInputProps('period')}
            />
          </>
        )}
        <TextInput
          label={of ? `Amount ${PERIODS[of.period].label.toLowerCase()} (US dollars)` : 'Amount (US dollars)'}
          description="Models without a known price cost 0, so no budget limits them."
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('amount_micro_usd')}
        />
        <TextInput
          label="Warn at (percent)"
          description="The event ai.budget.warned is sent to webhooks at this percentage."
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          {...form.getInputProps('warn_at_percent')}
        />
      </Form>
    </Dialog>
  );
}

export function ResetBudget({ of, onClose }: { of: Budget; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { nameOf } = useKeyNames();
  const reset = useMutation({
    mutationFn: () => client.ai.budgets.reset.mutate({ budget_id: of.id }),
    onSuccess: () => toast('Budget reset'),
    onError: (error) => toastError(error, 'The budget was not reset'),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: trpc.ai.budgets.pathKey() });
    },
  });
  return (
    <Confirm
      title={`Reset budget: ${nameOfBudget(of, nameOf)}?`}
      action="Reset budget"
      isPending={reset.isPending}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      <p>
        The {formatUsd(of.spent_micro_usd)} that were spent no longer count, so {formatUsd(of.amount_micro_usd)} can be
        spent again. The usage stays the same.
      </p>
      <CopyAsCode operation="ai_budgets_reset" input={{ budget_id: of.id }} />
    </Confirm>
  );
}

export function DeleteBudget({ of, onClose }: { of: Budget; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { nameOf } = useKeyNames();
  const input = { budget_id: of.id };
  return (
    <DeleteDialog
      name={`${nameOfBudget(of, nameOf)}, ${PERIODS[of.period].label.toLowerCase()}`}
      what="budget"
      operation="ai_budgets_delete"
      input={input}
      remove={() => client.ai.budgets.delete.mutate(input)}
      stale={trpc.ai.budgets.pathKey()}
      onClose={onClose}
    >
      <p>It no longer limits any call. The usage stays the same.</p>
    </DeleteDialog>
  );
}
