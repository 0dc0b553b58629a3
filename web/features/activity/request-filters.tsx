import type { ReactNode } from 'react';

import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { SURFACE_NAMES, type Surface } from '../../../shared/surfaces';
import { useOperations } from '../../ui/code/operations';
import { Filters, FilterSelect, SearchField } from '../../ui/table/filters';
import { MoreFilters } from './more-filters';
import { TimeFilter, type TimeSearch } from './time-filter';

export interface RequestsSearch extends TimeSearch {
  status?: '2xx' | '3xx' | '4xx' | '5xx';
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  route?: string;
  surface?: Surface;
  code?: string;
  key?: string;
  q?: string;
}

const optionsOf = <T extends string>(values: readonly T[]) => values.map((value) => ({ value, label: value }));
const CLASSES = [
  { value: '2xx', label: '2xx succeeded' },
  { value: '3xx', label: '3xx unchanged' },
  { value: '4xx', label: '4xx refused' },
  { value: '5xx', label: '5xx failed' },
] as const;
const METHODS = optionsOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const);
const SURFACES = SURFACE_NAMES.map((value) => ({
  value,
  label: value[0]?.toUpperCase() + value.slice(1).replace('-', ' '),
}));
const CODES = optionsOf(Object.keys(ERRORS) as ErrorCode[]);

interface RequestFiltersProps {
  search: RequestsSearch;
  onChange: (next: { [K in keyof RequestsSearch]: RequestsSearch[K] | undefined }) => void;
  keys: ReadonlyMap<string, string>;
  children: ReactNode;
}

export function RequestFilters({ search, onChange, keys, children }: RequestFiltersProps) {
  const { status, method, surface, code, key, route, q } = search;
  const operations = Object.entries(useOperations() ?? {}).map(([value, operation]) => ({
    value,
    label: `${operation.method} ${operation.path}`,
  }));
  const rest = [method, route, surface, code, key].filter((value) => value !== undefined).length;
  return (
    <Filters>
      <SearchField label="Request id or path" value={q} onChange={(next) => onChange({ q: next })} />
      <FilterSelect label="Status" value={status} options={CLASSES} onChange={(next) => onChange({ status: next })} />
      <TimeFilter search={search} onChange={onChange} />
      <MoreFilters active={rest}>
        <FilterSelect
          label="Method"
          width={110}
          value={method}
          options={METHODS}
          onChange={(next) => onChange({ method: next })}
        />
        <FilterSelect label="Route" value={route} options={operations} onChange={(next) => onChange({ route: next })} />
        <FilterSelect
          label="Surface"
          width={130}
          value={surface}
          options={SURFACES}
          onChange={(next) => onChange({ surface: next })}
        />
        <FilterSelect
          label="Error code"
          value={code as ErrorCode | undefined}
          options={CODES}
          onChange={(next) => onChange({ code: next })}
        />
        {keys.size > 0 && (
          <FilterSelect
            label="Key"
            width={130}
            value={key}
            options={[...keys].map(([value, label]) => ({ value, label }))}
            onChange={(next) => onChange({ key: next })}
          />
        )}
      </MoreFilters>
      {children}
    </Filters>
  );
}
