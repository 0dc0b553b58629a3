import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';

import type { ScheduleMode } from '../../../../../shared/automation/schedule';
import { weekdayName } from '../calendar/days';
import { faultAt, propsOf, type ComposerForm } from './field-props';
import { delayUnits, nextFullHour } from './schedule-draft';
import { SlotFields } from './slot-fields';
import { t } from './texts';

const MODES = ['now', 'at', 'delay', 'next_slot'] as const satisfies readonly ScheduleMode[];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

export function ScheduleFields(composing: ComposerForm) {
  const { form } = composing;
  const { mode, at, timezone, quiet_hours: quiet } = form.values.schedule;
  const isZoned = mode === 'at' || mode === 'next_slot' || quiet.isSet;
  const choose = (next: ScheduleMode) => {
    form.setFieldValue('schedule.mode', next);
    if (next === 'at' && at === '') form.setFieldValue('schedule.at', nextFullHour(timezone));
  };
  return (
    <fieldset className="pub-part">
      <legend>{t('when')}</legend>
      <div className="pub-options">
        {MODES.map((value) => (
          <label key={value}>
            <input type="radio" name="schedule-mode" checked={mode === value} onChange={() => choose(value)} />
            {t(`mode_${value}`)}
          </label>
        ))}
      </div>
      {faultAt(composing, 'schedule') && <div className="pub-fault">{faultAt(composing, 'schedule')}</div>}
      {mode === 'delay' && <DelayFields {...composing} />}
      {mode === 'next_slot' && <SlotFields {...composing} />}
      <div className="pub-row">
        {mode === 'at' && (
          <TextInput label={t('dateAndTime')} type="datetime-local" {...propsOf(composing, 'schedule.at')} />
        )}
        {isZoned && (
          <NativeSelect label={t('timeZone')} data={zonesWith(timezone)} {...propsOf(composing, 'schedule.timezone')} />
        )}
      </div>
      <Checkbox
        label={t('quietHours')}
        description={t('quietHoursHelp')}
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
        label={t('delay')}
        min={1}
        max={525_600}
        hideControls
        {...form.getInputProps('schedule.delay_seconds.amount')}
        error={faultAt(composing, 'schedule.delay_seconds')}
      />
      <NativeSelect label={t('unit')} data={delayUnits()} {...form.getInputProps('schedule.delay_seconds.unit')} />
    </div>
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
        <TextInput label={t('from')} type="time" {...propsOf(composing, 'schedule.quiet_hours.from')} />
        <TextInput label={t('until')} type="time" {...propsOf(composing, 'schedule.quiet_hours.to')} />
      </div>
      <div className="pub-options" role="group" aria-label={t('quietDays')}>
        {WEEKDAYS.map((day) => (
          <label key={day}>
            <input type="checkbox" checked={days.includes(day)} onChange={() => toggle(day)} />
            {weekdayName(day, 'short')}
          </label>
        ))}
      </div>
      {fault && <div className="pub-fault">{fault}</div>}
    </>
  );
}

/** Every zone that the browser knows, and the chosen one. */
const zonesWith = (chosen: string): string[] => [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])];
