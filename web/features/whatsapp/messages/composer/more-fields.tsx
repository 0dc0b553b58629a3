import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { RecipientsField } from '../../recipients/recipients-field';
import { useUnsupportedReason } from '../../use-instance';
import type { Draft } from './draft';
import { t } from './texts';

const lasting = () => [
  { value: '600', label: t('minutes10') },
  { value: '3600', label: t('hour') },
  { value: '', label: t('day') },
  { value: '604800', label: t('week') },
];
const typing = () => [
  { value: '', label: t('no') },
  { value: '3000', label: t('seconds', { count: 3 }) },
  { value: '10000', label: t('seconds', { count: 10 }) },
];

const MAX_NAMED = 256;

export function MoreFields({ form }: { form: UseFormReturnType<Draft> }) {
  const lacks = useUnsupportedReason();
  const lack = lacks('message.typing');
  const noMentions = lacks('message.mentions');
  const { mentions, everyone } = form.values;
  return (
    <>
      <div className="composer-pair">
        <TextInput
          label={t('clientReference')}
          placeholder="order-42"
          maxLength={512}
          {...form.getInputProps('client_reference')}
        />
        <TextInput label={t('sendAt')} type="datetime-local" {...form.getInputProps('schedule_at')} />
        <NativeSelect label={t('expires')} data={lasting()} {...form.getInputProps('expires_after_seconds')} />
        <NativeSelect
          label={t('typingFirst')}
          description={lack}
          disabled={lack !== undefined}
          data={typing()}
          {...form.getInputProps('simulate_typing_ms')}
        />
      </div>
      <RecipientsField
        label={t('mention')}
        description={noMentions ?? t('mentionHelp')}
        kind="people"
        max={MAX_NAMED}
        value={mentions}
        error={form.errors['mentions']}
        disabled={noMentions !== undefined || everyone}
        onChange={(next) => {
          form.setFieldValue('mentions', next);
          form.clearFieldError('mentions');
        }}
      />
      <Checkbox
        size="xs"
        label={t('mentionAll')}
        disabled={noMentions !== undefined}
        {...form.getInputProps('everyone', { type: 'checkbox' })}
      />
    </>
  );
}
