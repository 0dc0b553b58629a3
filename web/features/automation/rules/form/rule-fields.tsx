import { TextInput } from '@mantine/core';

import { Collapsible, CollapsibleGroup } from '../../../../ui/form/collapsible';
import { ChatFields } from './chat-fields';
import { startsFromMessages } from './draft';
import { PaceFields } from './pace-fields';
import { RuleConditions } from './rule-conditions';
import type { RuleForm } from './rule-form';
import { StepsFields } from './steps-fields';
import { t } from './texts';
import { TriggerFields } from './trigger-fields';

import '../../endpoints/endpoints.css';
import '../rules.css';
import './builder.css';

const MAX_CONDITIONS = 10;
const PACE = ['on_error', 'on_missing', 'debounce', 'throttle', 'description'];

export function RuleFields({ form }: { form: RuleForm }) {
  const { values } = form;
  const hasPace =
    values.debounce_seconds > 0 ||
    values.throttle_max > 0 ||
    values.description !== '' ||
    values.on_error !== 'stop' ||
    values.on_missing !== 'reject';
  return (
    <>
      <TextInput label={t('name')} placeholder={t('namePlaceholder')} maxLength={100} {...form.getInputProps('name')} />
      <TriggerFields form={form} />
      {values.trigger !== 'manual' && (
        <RuleConditions
          isPart
          name="filter"
          help={t('onlyIfHelp')}
          max={MAX_CONDITIONS}
          value={values.filter}
          error={form.errors['filter']}
          onChange={(lines) => {
            form.setFieldValue('filter', lines);
            form.clearFieldError('filter');
          }}
        />
      )}
      <StepsFields form={form} />
      {startsFromMessages(values) && <ChatFields form={form} />}
      <CollapsibleGroup>
        <Collapsible form={form} title={t('limits')} hint={t('limitsHint')} of={PACE} isSet={hasPace}>
          <PaceFields form={form} />
        </Collapsible>
      </CollapsibleGroup>
    </>
  );
}
