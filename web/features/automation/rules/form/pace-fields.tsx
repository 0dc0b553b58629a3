import { NativeSelect, NumberInput, TextInput } from '@mantine/core';

import type { RuleForm } from './rule-form';
import { TemplateField } from './template-field';
import { t } from './texts';

const ON_ERROR = ['stop', 'continue'] as const;
const ON_MISSING = ['reject', 'empty'] as const;
const EACH_CHAT = '{{ event.data.chat_id }}';

/** How often the rule runs, and what happens when a step cannot be done. */
export function PaceFields({ form }: { form: RuleForm }) {
  const key = (name: 'debounce_key' | 'throttle_key') => ({
    ...(form.getInputProps(name) as object),
    value: form.values[name],
    onInsert: (next: string) => form.setFieldValue(name, next),
    placeholder: EACH_CHAT,
    maxLength: 500,
    step: 0,
  });
  const number = { allowDecimal: false };
  return (
    <>
      <div className="endpoint-row">
        <NativeSelect
          label={t('onError')}
          data={ON_ERROR.map((value) => ({ value, label: t(`onError_${value}`) }))}
          {...form.getInputProps('on_error')}
        />
        <NativeSelect
          label={t('onMissing')}
          data={ON_MISSING.map((value) => ({ value, label: t(`onMissing_${value}`) }))}
          {...form.getInputProps('on_missing')}
        />
      </div>
      <NumberInput
        label={t('debounce')}
        description={t('debounceHelp')}
        min={0}
        max={3600}
        {...number}
        {...form.getInputProps('debounce_seconds')}
      />
      {form.values.debounce_seconds > 0 && <TemplateField label={t('debounceKey')} {...key('debounce_key')} />}
      <div className="endpoint-row">
        <NumberInput
          label={t('throttle')}
          description={t('throttleHelp')}
          min={0}
          max={1000}
          {...number}
          {...form.getInputProps('throttle_max')}
        />
        <NumberInput
          label={t('throttleSeconds')}
          min={1}
          max={86_400}
          {...number}
          {...form.getInputProps('throttle_seconds')}
        />
      </div>
      {form.values.throttle_max > 0 && <TemplateField label={t('throttleKey')} {...key('throttle_key')} />}
      <TextInput label={t('description')} maxLength={500} {...form.getInputProps('description')} />
    </>
  );
}
