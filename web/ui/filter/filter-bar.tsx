import { IconCalendar, IconFilter, IconX } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';

import { lazyPart, loadedAhead } from '../lazy-parts';
import { SearchField } from '../table/filters';
import { t as ui } from '../texts';
import { clearing, shownValue, type Filter, type FilterChange, type FilterValues } from './filter';
import { t } from './texts';

import '../menu/menu.css';
import './filter.css';

const load = async () => (await import('./filter-menu')).FilterMenu;
const FilterMenu = lazyPart(load);

interface FilterBarProps {
  filters: readonly Filter[];
  /** The search parameters of the page. */
  values: FilterValues;
  /** Writes them: `(change) => void navigate({ search: (old) => compact({ ...old, ...change }), replace: true })`. */
  onChange: (change: FilterChange) => void;
  /** What the search field finds; without one there is none. Its parameter is `q`. */
  search?: string;
  /** A list without rows that no filter has emptied: there is nothing to filter. */
  isEmpty?: boolean;
  /** At the end of the line, such as the order of the list. */
  children?: ReactNode;
}

/** “+ Filter”, and a chip for each filter that is set. */
export function FilterBar({ filters, values, onChange, search, isEmpty = false, children }: FilterBarProps) {
  const shown = filters.map((filter) => ({ filter, value: shownValue(filter, values) }));
  const set = shown.filter(({ value }) => value !== undefined);
  const unset = shown.filter(({ value }) => value === undefined).map(({ filter }) => filter);
  const q = values['q'];
  if (isEmpty && set.length === 0 && q === undefined) return null;

  return (
    <div className="filters" role="search">
      {search !== undefined && (
        <SearchField
          label={search}
          value={typeof q === 'string' ? q : undefined}
          onChange={(next) => onChange({ q: next })}
        />
      )}
      {set.map(({ filter, value }) => (
        <span key={filter.name} className="filter-chip">
          <FilterButton filters={[filter]} values={values} onChange={onChange} className="bare filter-chip-value">
            <span className="dimmed">{filter.label}:</span> <span className="truncate">{value}</span>
          </FilterButton>
          <button
            type="button"
            className="bare filter-chip-remove"
            aria-label={ui('removeFilter', { filter: filter.label })}
            onClick={() => onChange(clearing(filter))}
          >
            <IconX size={13} aria-hidden />
          </button>
        </span>
      ))}
      {unset.length > 0 && (
        <FilterButton filters={unset} values={values} onChange={onChange} className="filter-add" title={t('addFilter')}>
          <IconFilter size={14} aria-hidden />
          {t('filter')}
        </FilterButton>
      )}
      {children}
    </div>
  );
}

interface RangePickerProps {
  /** Such as `{ value: '7d', label: t('last7Days') }`; `between` adds the days of one’s own. */
  ranges: readonly { value: string; label: string }[];
  /** With the parameters `time`, `after` and `before`. */
  values: FilterValues;
  onChange: (change: FilterChange) => void;
}

/** The time that a chart or a sum is about: one button that says it. */
export function RangePicker({ ranges, values, onChange }: RangePickerProps) {
  const filter = { name: 'time', label: t('time'), ranges } as const;
  return (
    <FilterButton filters={[filter]} values={values} onChange={onChange} className="filter-add filter-range">
      <IconCalendar size={14} aria-hidden />
      {shownValue(filter, values) ?? t('time')}
    </FilterButton>
  );
}

interface FilterButtonProps {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (change: FilterChange) => void;
  className: string;
  title?: string;
  children: ReactNode;
}

function FilterButton({ filters, values, onChange, className, title, children }: FilterButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  // The menu comes when somebody reaches for it.
  const button = (
    <button
      type="button"
      className={className}
      title={title}
      aria-haspopup="dialog"
      aria-expanded={false}
      {...loadedAhead(load)}
      onClick={() => setIsWanted(true)}
    >
      {children}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <FilterMenu
        filters={filters}
        values={values}
        onChange={onChange}
        className={className}
        onClose={() => setIsWanted(false)}
      >
        {children}
      </FilterMenu>
    </Suspense>
  );
}
