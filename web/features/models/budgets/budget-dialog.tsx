import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { toast } from '../../../ui/toast/toast';
import { dollarsOf, microUsdIn } from '../money';
import { useKeyNames } from '../use-key-names';
import { type Budget, nameOfBudget, periods } from './labels';
import { t } from './texts';

const DEFAULTS = { key_id: '', period: 'month' as Budget['period'], amount_micro_usd: '', warn_at_percent: '80' };
type Draft = typeof DEFAULTS;

const draftOf = (of: Budget): Draft => ({
  key_id: of.key_id ?? '',
  period: of.period,
  amount_micro_usd: dollarsOf(of.amount_micro_usd),
  warn_at_percent: String(of.warn_at_percent),
});

const inputOf = (draft: Draft) => ({
  key_id: draft.key_id === '' ? null : draft.key_id,
  period: draft.period,
  amount_micro_usd: microUsdIn(draft.amount_micro_usd) ?? 0,
  warn_at_percent: Number(draft.warn_at_percent),
});

const checkDraft = {
  amount_micro_usd: (text: string) => (microUsdIn(text) === undefined ? t('amountWrong') : null),
  warn_at_percent: (text: string) => (/^(?:[1-9]\d?|100)$/.test(text.trim()) ? null : t('warnWrong')),
};

export function BudgetDialog({ of, onClose }: { of?: Budget; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { names, nameOf } = useKeyNames();
  const form = useForm<Draft>({ initialValues: of ? draftOf(of) : DEFAULTS, validate: checkDraft });
  const send = async (draft: Draft) => {
    await client.ai.budgets.set.mutate(inputOf(draft));
    await queryClient.invalidateQueries({ queryKey: trpc.ai.budgets.pathKey() });
    toast(t(of ? 'budgetChanged' : 'budgetSet'));
    onClose();
  };
  return (
    <Dialog title={of ? t('editTitle', { name: nameOfBudget(of, nameOf) }) : t('setTitle')} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={t(of ? 'saveChanges' : 'setBudget')}
        actions={
          <>
            <CopyAsCode operation="ai_budgets_set" input={() => inputOf(form.getValues())} />
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        {!of && (
          <>
            <NativeSelect
              label={t('appliesTo')}
              data={[
                { value: '', label: t('wholeWorkspace') },
                ...[...names].map(([value, name]) => ({ value, label: t('keyNamed', { name }) })),
              ]}
              {...form.getInputProps('key_id')}
            />
            <NativeSelect
              label={t('period')}
              description={t('periodHelp')}
              data={Object.entries(periods()).map(([value, { choice }]) => ({ value, label: choice }))}
              {...form.getInputProps('period')}
            />
          </>
        )}
        <TextInput
          label={of ? periods()[of.period].amount : t('amount')}
          description={t('amountHelp')}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('amount_micro_usd')}
        />
        <TextInput
          label={t('warnAt')}
          description={t('warnHelp')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          {...form.getInputProps('warn_at_percent')}
        />
      </Form>
    </Dialog>
  );
}
