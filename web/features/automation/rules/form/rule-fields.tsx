import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';

import { EventPicker } from '../../../webhooks/form/event-picker';
import { SelectorFields } from '../../../webhooks/form/selector-fields';
import { TRIGGERS } from '../labels';
import { ChatFields } from './chat-fields';
import { startsFromMessages } from './draft';
import type { RuleForm } from './rule-form';
import { StepsFields } from './steps-fields';

import '../../endpoints/endpoints.css';
import '../rules.css';

const WHENS = Object.entries(TRIGGERS).map(([value, label]) => ({ value, label }));
const ON_ERROR = [
  { value: 'stop', label: 'End the run' },
  { value: 'continue', label: 'Go on with the next step' },
];
const ON_MISSING = [
  { value: 'reject', label: 'The step fails' },
  { value: 'empty', label: 'Leave it empty' },
];
const CATCH_UP = [
  { value: 'one', label: 'Run once for what was missed' },
  { value: 'none', label: 'Leave out what was missed' },
];
const PRESETS = [
  ['Every hour', '@hourly'],
  ['Daily at 9', '0 9 * * *'],
  ['Weekdays at 9', '0 9 * * 1-5'],
  ['Mondays at 9', '0 9 * * 1'],
  ['First of the month', '0 9 1 * *'],
] as const;

export function RuleFields({ form }: { form: RuleForm }) {
  const { trigger, events, selectors } = form.values;
  return (
    <>
      <TextInput label="Name" placeholder="Greeting" maxLength={100} {...form.getInputProps('name')} />
      <fieldset className="endpoint-part">
        <legend>
          <h2>When</h2>
        </legend>
        <NativeSelect aria-label="When" data={WHENS} {...form.getInputProps('trigger')} />
        {trigger === 'event' && (
          <EventPicker
            value={events}
            onChange={(next) => form.setFieldValue('events', next)}
            error={form.errors['events']}
          />
        )}
        {trigger === 'event' && (
          <SelectorFields
            events={events}
            selectors={selectors}
            errorOf={(name) => form.errors[`selectors.${name}`]}
            onChange={(name, lines) => {
              form.setFieldValue(`selectors.${name}`, lines);
              form.clearFieldError(`selectors.${name}`);
            }}
          />
        )}
        {trigger === 'schedule' && <ScheduleFields form={form} />}
        {trigger === 'manual' && (
          <div className="dimmed">
            <span className="mono">POST …/rules/&#123;id&#125;/run</span> starts it, with an input that the steps read
            as <span className="mono">input</span>.
          </div>
        )}
      </fieldset>
      {trigger !== 'manual' && (
        <Textarea
          label="Only if"
          description="Conditions, one a line; all must hold. Empty for always."
          placeholder={trigger === 'event' ? "event.data.content.text contains 'price'" : ''}
          className="mono-input"
          autosize
          minRows={1}
          maxRows={10}
          spellCheck={false}
          {...form.getInputProps('filter')}
        />
      )}
      <StepsFields form={form} />
      {startsFromMessages(form.values) && <ChatFields form={form} />}
      <details className="rule-more">
        <summary>Pace and errors</summary>
        <PaceFields form={form} />
      </details>
    </>
  );
}

function ScheduleFields({ form }: { form: RuleForm }) {
  return (
    <>
      <div className="rule-add" role="group" aria-label="Common times">
        {PRESETS.map(([label, cron]) => (
          <button
            key={cron}
            type="button"
            className="copy-button"
            aria-pressed={form.values.cron === cron}
            onClick={() => form.setFieldValue('cron', cron)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="endpoint-row">
        <TextInput
          label="Times"
          description="Five fields of cron: minute, hour, day, month, day of the week."
          className="mono-input"
          maxLength={100}
          spellCheck={false}
          {...form.getInputProps('cron')}
        />
        <TextInput
          label="Time zone"
          description="Of the IANA list."
          maxLength={64}
          spellCheck={false}
          {...form.getInputProps('timezone')}
        />
      </div>
      <NativeSelect label="After a stop of the server" data={CATCH_UP} {...form.getInputProps('catch_up')} />
      <NumberInput
        label="Later by up to, in seconds"
        min={0}
        max={3600}
        allowDecimal={false}
        {...form.getInputProps('jitter_seconds')}
      />
    </>
  );
}

function PaceFields({ form }: { form: RuleForm }) {
  return (
    <div className="endpoint-part">
      <NativeSelect label="When a step fails" data={ON_ERROR} {...form.getInputProps('on_error')} />
      <NativeSelect
        label="When a value is missing"
        description={'For values in templates that are missing or null. Add | default: "" where a value is optional.'}
        data={ON_MISSING}
        {...form.getInputProps('on_missing')}
      />
      <NumberInput
        label="Wait until quiet for, in seconds"
        description="0 for at once: a newer event takes the place of one that waits."
        min={0}
        max={3600}
        allowDecimal={false}
        {...form.getInputProps('debounce_seconds')}
      />
      <TextInput
        label="Quiet by itself for each"
        placeholder="{{ event.data.chat_id }}"
        className="mono-input"
        maxLength={500}
        {...form.getInputProps('debounce_key')}
      />
      <div className="endpoint-row">
        <NumberInput
          label="Most runs"
          description="0 for any number; rules that reply then have ten in ten minutes a chat."
          min={0}
          max={1000}
          allowDecimal={false}
          {...form.getInputProps('throttle_max')}
        />
        <NumberInput
          label="In so many seconds"
          min={1}
          max={86_400}
          allowDecimal={false}
          {...form.getInputProps('throttle_seconds')}
        />
      </div>
      <TextInput
        label="Counted apart for each"
        placeholder="{{ event.data.chat_id }}"
        className="mono-input"
        maxLength={500}
        {...form.getInputProps('throttle_key')}
      />
      <TextInput label="Description" maxLength={500} {...form.getInputProps('description')} />
    </div>
  );
}
