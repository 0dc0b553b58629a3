import { NativeSelect, NumberInput, TextInput } from '@mantine/core';

import { Collapsible, CollapsibleGroup } from '../../../../ui/form/collapsible';
import { listProps } from '../../../../ui/form/list-props';
import { formatList } from '../../../../ui/format';
import { SelectorFields, selectorKinds } from '../../../webhooks/form/selector-fields';
import { TRIGGERS } from '../labels';
import { EventsField } from './events-field';
import type { RuleForm } from './rule-form';
import { useRuleSample } from './sample-context';
import { t } from './texts';

const TIMES = [
  ['hourly', '@hourly'],
  ['daily', '0 9 * * *'],
  ['weekdays', '0 9 * * 1-5'],
  ['mondays', '0 9 * * 1'],
  ['monthly', '0 9 1 * *'],
] as const;
const CATCH_UP = ['one', 'none'] as const;

export function TriggerFields({ form }: { form: RuleForm }) {
  const { trigger, events } = form.values;
  const { faults } = useRuleSample();
  return (
    <fieldset className="endpoint-part">
      <legend>
        <h2>{t('when')}</h2>
      </legend>
      <NativeSelect
        aria-label={t('trigger')}
        data={TRIGGERS.map((value) => ({ value, label: t(`trigger_${value}`) }))}
        {...form.getInputProps('trigger')}
      />
      {trigger === 'event' && (
        <>
          <EventsField
            value={events}
            onChange={(next) => {
              form.setFieldValue('events', next);
              form.clearFieldError('events');
            }}
            error={form.errors['events'] ?? faults['events']}
          />
          <Limits form={form} />
        </>
      )}
      {trigger === 'schedule' && <ScheduleFields form={form} />}
      {trigger === 'manual' && (
        <div className="dimmed">
          {t.rich('manualHelp', {
            path: () => <code>POST …/rules/&#123;id&#125;/run</code>,
            input: () => <code>input</code>,
          })}
        </div>
      )}
    </fieldset>
  );
}

/** Folded while nothing is limited: most rules are about everything. */
function Limits({ form }: { form: RuleForm }) {
  const { events, selectors } = form.values;
  const shown = selectorKinds(events, selectors);
  if (shown.length === 0) return null;
  return (
    <CollapsibleGroup>
      <Collapsible
        form={form}
        title={t('limit')}
        hint={formatList(shown.map(({ label }) => label()))}
        of={['selectors.']}
        isSet={shown.some(({ name }) => selectors[name].length > 0)}
      >
        <SelectorFields
          events={events}
          selectors={selectors}
          propsOf={(name) => listProps(form, `selectors.${name}`)}
        />
      </Collapsible>
    </CollapsibleGroup>
  );
}

function ScheduleFields({ form }: { form: RuleForm }) {
  const { faults } = useRuleSample();
  const field = (name: 'cron' | 'timezone') => ({
    ...(form.getInputProps(name) as object),
    error: form.errors[name] ?? faults[name],
  });
  return (
    <>
      <div className="rule-add" role="group" aria-label={t('commonTimes')}>
        {TIMES.map(([name, cron]) => (
          <button
            key={cron}
            type="button"
            className="copy-button"
            aria-pressed={form.values.cron === cron}
            onClick={() => form.setFieldValue('cron', cron)}
          >
            {t(`time_${name}`)}
          </button>
        ))}
      </div>
      <div className="endpoint-row">
        <TextInput
          label={t('cron')}
          description={t('cronHelp')}
          className="mono-input"
          maxLength={100}
          spellCheck={false}
          {...field('cron')}
        />
        <TextInput
          label={t('timezone')}
          description={t('timezoneHelp')}
          maxLength={64}
          spellCheck={false}
          {...field('timezone')}
        />
      </div>
      <div className="endpoint-row">
        <NativeSelect
          label={t('catchUp')}
          data={CATCH_UP.map((value) => ({ value, label: t(`catchUp_${value}`) }))}
          {...form.getInputProps('catch_up')}
        />
        <NumberInput
          label={t('jitter')}
          min={0}
          max={3600}
          allowDecimal={false}
          {...form.getInputProps('jitter_seconds')}
        />
      </div>
    </>
  );
}
