import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { RecipientsField } from '../../recipients/recipients-field';
import { useUnsupportedReason } from '../../use-instance';
import type { Draft } from './draft';

const LASTING = [
  { value: '600', label: '10 minutes' },
  { value: '3600', label: 'An hour' },
  { value: '', label: 'A day' },
  { value: '604800', label: 'A week' },
];
const TYPING = [
  { value: '', label: 'No' },
  { value: '3000', label: 'For 3 seconds' },
  { value: '10000', label: 'For 10 seconds' },
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
          label="Your own id"
          placeholder="order-42"
          maxLength={512}
          {...form.getInputProps('client_reference')}
        />
        <TextInput label="Send at" type="datetime-local" {...form.getInputProps('schedule_at')} />
        <NativeSelect
          label="Give up if not sent after"
          data={LASTING}
          {...form.getInputProps('expires_after_seconds')}
        />
        <NativeSelect
          label="Show “typing” first"
          description={lack}
          disabled={lack !== undefined}
          data={TYPING}
          {...form.getInputProps('simulate_typing_ms')}
        />
      </div>
      <RecipientsField
        label="Mention"
        description={noMentions ?? 'Their phones tell them. In the text they stand as @ with the number.'}
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
        label="Mention everybody of the group"
        disabled={noMentions !== undefined}
        {...form.getInputProps('everyone', { type: 'checkbox' })}
      />
    </>
  );
}
