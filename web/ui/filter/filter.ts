import type { Search } from '../../search';
import { formatDay } from '../format';
import type { ActiveFilter } from '../table/list-body';
import { t } from './texts';

interface Named {
  /** The search parameter that it stands in. */
  name: string;
  /** A noun, such as `Status`. */
  label: string;
}

/** One of some values. */
export interface ChoiceFilter extends Named {
  options: readonly { value: string; label: string }[];
}

/** A text that people type, such as the beginning of a path. */
export interface TextFilter extends Named {
  placeholder: string;
}

/** A time: ranges to choose from, and days to type. Takes the parameters `time`, `after` and `before`. */
export interface TimeRangeFilter {
  name: 'time';
  label: string;
  ranges: readonly { value: string; label: string }[];
}

export type Filter = ChoiceFilter | TextFilter | TimeRangeFilter;
export type FilterValues = Readonly<Record<string, unknown>>;
export type FilterChange = Record<string, string | undefined>;

/** The value of a filter as people read it; undefined when it is not set. */
export function shownValue(filter: Filter, values: FilterValues): string | undefined {
  const value = values[filter.name];
  if (typeof value !== 'string' || value === '') return undefined;
  if ('ranges' in filter && value === BETWEEN) return shownDays(values);
  const options = 'options' in filter ? filter.options : 'ranges' in filter ? filter.ranges : [];
  return options.find((option) => option.value === value)?.label ?? value;
}

/** The value of `time` while `after` and `before` tell the range. */
export const BETWEEN = 'between';

function shownDays({ after, before }: FilterValues): string {
  const from = typeof after === 'string' ? formatDay(after) : undefined;
  // The end is the start of the day after.
  const until = typeof before === 'string' ? formatDay(new Date(Date.parse(before) - 1)) : undefined;
  if (from !== undefined && until !== undefined) return `${from} – ${until}`;
  if (from !== undefined) return t('since', { day: from });
  return until === undefined ? t('between') : t('upTo', { day: until });
}

/** The filter of a list whose rows have a time. */
export const timeFilter = (): TimeRangeFilter => ({
  name: 'time',
  label: t('time'),
  ranges: [
    { value: '15m', label: t('last15Minutes') },
    { value: '1h', label: t('lastHour') },
    { value: '24h', label: t('last24Hours') },
    { value: '7d', label: t('last7Days') },
    { value: BETWEEN, label: t('between') },
  ],
});

/** Everything that a filter takes, emptied. */
export const clearing = ({ name }: { name: string }): FilterChange =>
  name === 'time' ? { time: undefined, after: undefined, before: undefined } : { [name]: undefined };

interface Active {
  active: readonly ActiveFilter[];
  onClear: () => void;
}

/** For `ListBody`, which says so when nothing fits: `{...activeOf(filters, search, change)}`. */
export function activeOf(
  filters: readonly Filter[],
  values: Search,
  change: (change: FilterChange) => void,
  searchName = 'q',
): Active {
  const q = values[searchName];
  const search = typeof q === 'string' ? [{ label: `“${q}”`, remove: () => change({ [searchName]: undefined }) }] : [];
  const set = filters.flatMap((filter) => {
    const shown = shownValue(filter, values);
    return shown === undefined ? [] : [{ label: `${filter.label}: ${shown}`, remove: () => change(clearing(filter)) }];
  });
  const all = Object.assign({}, { [searchName]: undefined }, ...filters.map(clearing)) as FilterChange;
  return { active: [...search, ...set], onClear: () => change(all) };
}
