import { ERRORS } from '../../../shared/errors';
import { SURFACE_NAMES, type Surface } from '../../../shared/surfaces';
import { useOperations } from '../../ui/code/operations';
import { timeFilter, type Filter } from '../../ui/filter/filter';
import { surfaceName } from '../../ui/tag';
import { t } from './texts';
import type { TimeSearch } from './time-filter';

export interface RequestsSearch extends TimeSearch {
  status?: '2xx' | '3xx' | '4xx' | '5xx';
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  route?: string;
  surface?: Surface;
  code?: string;
  key?: string;
  q?: string;
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** `keys`: names by id; without any, there is no filter for them. */
export function useRequestFilters(keys: ReadonlyMap<string, string>): Filter[] {
  const operations = Object.entries(useOperations() ?? {}).map(([value, operation]) => ({
    value,
    label: `${operation.method} ${operation.path}`,
  }));
  const names = [...keys].map(([value, label]) => ({ value, label }));
  return [
    {
      name: 'status',
      label: t('status'),
      options: [
        { value: '2xx', label: t('class2xx') },
        { value: '3xx', label: t('class3xx') },
        { value: '4xx', label: t('class4xx') },
        { value: '5xx', label: t('class5xx') },
      ],
    },
    timeFilter(),
    { name: 'method', label: t('method'), options: optionsOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) },
    { name: 'route', label: t('operation'), options: operations },
    {
      name: 'surface',
      label: t('surface'),
      options: SURFACE_NAMES.map((value) => ({ value, label: surfaceName(value) })),
    },
    { name: 'code', label: t('errorCode'), options: optionsOf(Object.keys(ERRORS)) },
    ...(names.length > 0 ? [{ name: 'key', label: t('key'), options: names }] : []),
  ];
}
