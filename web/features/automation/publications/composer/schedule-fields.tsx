import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';

import type { ScheduleMode } from '../../../../../shared/automation/schedule';
import { faultAt, propsOf, type ComposerForm } from './field-props';
import { DELAY_UNITS, slotLines } from './schedule-draft';

const MODES = [
  { value: 'now', label: 'Now' },
  { value: 'at', label: 'At a time' },
  { value: 'delay', label: 'After a while' },
  { value: 'next_slot', label: 'In the next free slot' },
] as const satisfies readonly { value: ScheduleMode; label: string }[];

const USUAL_SLOTS = [
  { line: '0 9 * * 1-5', label: 'Weekdays 9:00' },
  { line: '0 12 * * *', label: 'Every day 12:00' },
  { line: '0 17 * * 5', label: 'Fridays 17:00' },
];

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function ScheduleFields(composing: ComposerForm) {
  const { form } = composing;
  const { mode, quiet_hours: quiet } = form.values.schedule;
  const isZoned = mode === 'at' || mode === 'next_slot' || quiet.isSet;
  return (
    <fieldset className="pub-part">
      <legend>When</legend>
      <div className="pub-options">
        {MODES.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="schedule-mode"
              checked={mode === value}
              onChange={() => form.setFieldValue('schedule.mode', value)}
            />
            {label}
          </label>
        ))}
      </div>
      {faultAt(composing, 'schedule') && <div className="pub-fault">{faultAt(composing, 'schedule')}</div>}
      {mode === 'delay' && <DelayFields {...composing} />}
      {mode === 'next_slot' && <SlotFields {...composing} />}
      <div className="pub-row">
        {mode === 'at' && <TextInput label="Time" type="datetime-local" {...propsOf(composing, 'schedule.at')} />}
        {isZoned && (
          <NativeSelect
            label="Time zone"
            data={zonesWith(form.values.schedule.timezone)}
            {...propsOf(composing, 'schedule.timezone')}
          />
        )}
      </div>
      <Checkbox
        label="Keep quiet hours"
        description="What is due then waits until they end."
        {...form.getInputProps('schedule.quiet_hours.isSet', { type: 'checkbox' })}
      />
      {quiet.isSet && <QuietFields {...composing} />}
    </fieldset>
  );
}

function DelayFields(composing: ComposerForm) {
  const { form } = composing;
  return (
    <div className="pub-row">
      <NumberInput
        label="After"
        min={1}
        max={525_600}
        hideControls
        {...form.getInputProps('schedule.delay_seconds.amount')}
        error={faultAt(composing, 'schedule.delay_seconds')}
      />
      <NativeSelect
        label="Unit"
        data={DELAY_UNITS.map((unit) => ({ ...unit }))}
        {...form.getInputProps('schedule.delay_seconds.unit')}
      />
    </div>
  );
}

function SlotFields(composing: ComposerForm) {
  const { form } = composing;
  const { slots } = form.values.schedule;
  const lines = slotLines(slots);
  return (
    <>
      <Textarea
        label="Slots"
        description="Lines of cron: minute, hour, day, month, weekday. Each takes one publication."
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        maxLength={2500}
        {...propsOf(composing, 'schedule.slots')}
      />
      <div className="pub-options">
        {USUAL_SLOTS.filter(({ line }) => !lines.includes(line)).map(({ line, label }) => (
          <button
            key={line}
            type="button"
            className="copy-button"
            onClick={() => form.setFieldValue('schedule.slots', [...lines, line].join('\n'))}
          >
            Add {label}
          </button>
        ))}
      </div>
      <TextInput
        label="Group"
        description="Publications of one group take turns. Empty for the usual one."
        placeholder="default"
        maxLength={64}
        autoComplete="off"
        {...propsOf(composing, 'schedule.slot_group')}
      />
    </>
  );
}

function QuietFields(composing: ComposerForm) {
  const { form } = composing;
  const { days } = form.values.schedule.quiet_hours;
  const toggle = (day: number) =>
    form.setFieldValue(
      'schedule.quiet_hours.days',
      days.includes(day) ? days.filter((one) => one !== day) : [...days, day],
    );
  const fault = faultAt(composing, 'schedule.quiet_hours');
  return (
    <>
      <div className="pub-row">
        <TextInput label="From" type="time" {...propsOf(composing, 'schedule.quiet_hours.from')} />
        <TextInput label="Until" type="time" {...propsOf(composing, 'schedule.quiet_hours.to')} />
      </div>
      <div className="pub-options" role="group" aria-label="Days on which they begin">
        {WEEKDAYS.map((name, index) => (
          <label key={name}>
            <input type="checkbox" checked={days.includes(index + 1)} onChange={() => toggle(index + 1)} />
            {name}
          </label>
        ))}
      </div>
      {fault && <div className="pub-fault">{fault}</div>}
    </>
  );
}

/** Every zone that the browser knows, and the chosen one. */
const zonesWith = (chosen: string): string[] => [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])];
