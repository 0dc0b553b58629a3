import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';

import { BETWEEN, type FilterChange, type FilterValues } from './filter';
import { t } from './texts';

interface TimeRangeProps {
  ranges: readonly { value: string; label: string }[];
  values: FilterValues;
  onSet: (change: FilterChange) => void;
}

/** Ranges up to now, and two days of one’s own. */
export function TimeRange({ ranges, values, onSet }: TimeRangeProps) {
  const { time, after, before } = values;
  const [from, setFrom] = useState(dayOf(after));
  // The end is the start of the day after.
  const [until, setUntil] = useState(dayOf(before, -1));
  const isBackward = from !== '' && until !== '' && from > until;

  return (
    <>
      {ranges
        .filter(({ value }) => value !== BETWEEN)
        .map(({ value, label }, index) => (
          <button
            key={value}
            type="button"
            className="bare filter-item"
            aria-pressed={value === time}
            data-first={index === 0 || undefined}
            onClick={() => onSet({ time: value === time ? undefined : value, after: undefined, before: undefined })}
          >
            {label}
            {value === time && <IconCheck size={14} aria-hidden />}
          </button>
        ))}
      <form
        className="filter-days"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBackward) return;
          onSet({ time: BETWEEN, after: startOf(from), before: startOf(until, 1) });
        }}
      >
        <label>
          {t('from')}
          <input type="date" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
        </label>
        <label>
          {t('until')}
          <input
            type="date"
            value={until}
            min={from}
            aria-invalid={isBackward || undefined}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </label>
        {isBackward && <span role="alert">{t('endsBeforeStart')}</span>}
        <Button type="submit" size="compact-sm" disabled={from === '' && until === ''}>
          {t('apply')}
        </Button>
      </form>
    </>
  );
}

/** The day of an instant where the person is, as date fields write it. */
function dayOf(instant: unknown, shiftMs = 0): string {
  if (typeof instant !== 'string') return '';
  const at = new Date(Date.parse(instant) + shiftMs);
  return Number.isNaN(at.getTime())
    ? ''
    : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

function startOf(day: string, days = 0): string | undefined {
  if (day === '') return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // By the calendar: a day may have 23 hours.
  return new Date(year, month - 1, date + days).toISOString();
}
