import { SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { FilterBar, RangePicker } from '../../../ui/filter/filter-bar';
import { useDomains, useTags } from '../domains-and-tags';
import { labelOf } from './breakdown-card';
import {
  FILTER_NAMES,
  FILTERS,
  intervals,
  toggled,
  valuesOf,
  type AnalyticsSearch,
  type Change,
  type FilterName,
} from './query';
import { t } from './texts';

import './analytics.css';

interface FiltersProps {
  search: AnalyticsSearch;
  onChange: Change;
}

export function AnalyticsFilters({ search, onChange }: FiltersProps) {
  const domains = useDomains();
  const tags = useTags();
  const isUnset = (name: FilterName) => search[name] === undefined;
  // Those that are set stand below, with those that rows were clicked for.
  const filters = [
    ...(domains.length > 1 && isUnset('domain')
      ? [
          {
            name: 'domain',
            label: t('domain'),
            options: domains.map(({ id, hostname }) => ({ value: id, label: hostname })),
          },
        ]
      : []),
    ...(tags.length > 0 && isUnset('tag')
      ? [{ name: 'tag', label: t('tag'), options: tags.map(({ name }) => ({ value: name, label: name })) }]
      : []),
  ];
  return (
    <>
      <FilterBar
        filters={filters}
        values={{}}
        onChange={(next) => onChange({ domain: next['domain'] ?? search.domain, tag: next['tag'] ?? search.tag })}
      >
        <PeriodAndBots search={search} onChange={onChange} />
      </FilterBar>
      <ActiveFilters search={search} onChange={onChange} />
    </>
  );
}

/** The period, and whose clicks are counted. */
export function PeriodAndBots({ search, onChange }: FiltersProps) {
  const { time = '30d', after, before } = search;
  return (
    <>
      <RangePicker ranges={intervals()} values={{ time, after, before }} onChange={onChange} />
      <SegmentedControl
        size="xs"
        aria-label={t('visitors')}
        data={[
          { value: 'people', label: t('humans') },
          { value: 'include', label: t('all') },
          { value: 'only', label: t('botsOnly') },
        ]}
        value={search.bots ?? 'people'}
        onChange={(bots) => onChange({ bots: bots === 'people' ? undefined : bots })}
      />
    </>
  );
}

export function ActiveFilters({ search, onChange }: FiltersProps) {
  const domains = useDomains();
  const trpc = useTRPC();
  const active = FILTER_NAMES.flatMap((name) => valuesOf(search[name]).map((value) => ({ name, value })));
  const linkId = active.find(({ name }) => name === 'link')?.value ?? '';
  const link = useQuery(trpc.links.get.queryOptions({ link_id: linkId }, { enabled: linkId !== '', retry: false }));
  if (active.length === 0) return null;
  const words = (name: FilterName, value: string): string => {
    if (name === 'domain') return domains.find(({ id }) => id === value)?.hostname ?? value;
    if (name === 'link') return value === linkId && link.data ? link.data.short_url.replace(/^https?:\/\//, '') : value;
    return labelOf(name, { key: value, label: value });
  };
  return (
    <div className="chips links-chips">
      {active.map(({ name, value }) => (
        <button
          key={`${name} ${value}`}
          type="button"
          className="bare chip"
          aria-label={t('removeFilter', { filter: FILTERS[name](), value: words(name, value) })}
          onClick={() => onChange({ [name]: toggled(search[name], value) })}
        >
          <span className="dimmed">{FILTERS[name]()}</span> {words(name, value)}
          <IconX size={13} aria-hidden />
        </button>
      ))}
      <button
        type="button"
        className="copy-button"
        onClick={() => onChange(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
      >
        {t('clearFilters')}
      </button>
    </div>
  );
}
