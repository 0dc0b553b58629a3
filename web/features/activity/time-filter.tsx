import { useMemo, useState } from 'react';

import { MINUTE_MS } from '../../../shared/durations';
import { t } from '../../ui/filter/texts';
import { FilterSelect } from '../../ui/table/filters';

const TIMES = ['15m', '1h', '24h', '7d', 'between'] as const;
type Range = (typeof TIMES)[number];

const LENGTHS = { '15m': 15, '1h': 60, '24h': 1440, '7d': 10_080 } as const;
const options = (): { value: Range; label: string }[] => [
  { value: '15m', label: t('last15Minutes') },
  { value: '1h', label: t('lastHour') },
  { value: '24h', label: t('last24Hours') },
  { value: '7d', label: t('last7Days') },
  { value: 'between', label: t('between') },
];

export interface TimeSearch {
  time?: Range;
  after?: string;
  before?: string;
}

/** The time filter as the API takes it. A relative range counts back from when the list was opened. */
export function useTimeFilter({ time, after, before }: TimeSearch): {
  created_after?: string;
  created_before?: string;
} {
  const [opened] = useState(() => Date.now());
  return useMemo(() => {
    if (time === undefined) return {};
    if (time !== 'between') {
      return { created_after: new Date(opened - LENGTHS[time] * MINUTE_MS).toISOString() };
    }
    return { ...(after ? { created_after: after } : {}), ...(before ? { created_before: before } : {}) };
  }, [time, after, before, opened]);
}

export const labelOfTime = (time: Range | undefined): string =>
  options().find(({ value }) => value === time)?.label ?? '';

interface TimeFilterProps {
  search: TimeSearch;
  onChange: (next: { time: Range | undefined; after: string | undefined; before: string | undefined }) => void;
}

export function TimeFilter({ search, onChange }: TimeFilterProps) {
  const { time, after, before } = search;
  return (
    <>
      <FilterSelect
        label={t('time')}
        value={time}
        options={options()}
        onChange={(next) => onChange({ time: next, after: undefined, before: undefined })}
      />
      {time === 'between' && (
        <>
          <Moment label={t('from')} value={after} onChange={(next) => onChange({ time, after: next, before })} />
          <Moment label={t('until')} value={before} onChange={(next) => onChange({ time, after, before: next })} />
        </>
      )}
    </>
  );
}

interface MomentProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A date and time in the browser’s time zone; the address has it in UTC. */
function Moment({ label, value, onChange }: MomentProps) {
  return (
    <label className="activity-moment">
      {label}
      <input
        type="datetime-local"
        defaultValue={value ? localOf(value) : ''}
        onBlur={({ currentTarget: { value: typed } }) =>
          onChange(typed === '' ? undefined : new Date(typed).toISOString())
        }
      />
    </label>
  );
}

function localOf(time: string): string {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
