import { SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { Filters, FilterSelect } from '../../../ui/table/filters';
import { useDomains, useTags } from '../domains-and-tags';
import { labelOf } from './breakdown-card';
import {
  BOTS,
  FILTER_NAMES,
  FILTERS,
  INTERVALS,
  toggled,
  valuesOf,
  type AnalyticsSearch,
  type Change,
  type FilterName,
  type Interval,
} from './query';

import './analytics.css';

export function AnalyticsFilters({ search, onChange }: { search: AnalyticsSearch; onChange: Change }) {
  const domains = useDomains();
  const tags = useTags();
  return (
    <>
      <Filters>
        <RangeControl value={search.interval} onChange={(interval) => onChange({ interval })} />
        <FilterSelect
          label="Without bots"
          width={130}
          value={search.bots}
          options={BOTS}
          onChange={(bots) => onChange({ bots })}
        />
        {/* Loads later than the rest, so it is last and nothing moves. */}
        {domains.length > 1 && (
          <FilterSelect
            label="Domain"
            value={search.domain}
            options={domains.map(({ id, hostname }) => ({ value: id, label: hostname }))}
            onChange={(domain) => onChange({ domain })}
          />
        )}
        {tags.length > 0 && (
          <FilterSelect
            label="Tag"
            width={120}
            value={search.tag}
            options={tags.map(({ name }) => ({ value: name, label: name }))}
            onChange={(tag) => onChange({ tag })}
          />
        )}
      </Filters>
      <ActiveFilters search={search} onChange={onChange} />
    </>
  );
}

export function RangeControl({ value, onChange }: { value: Interval | undefined; onChange: (next: Interval) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Range"
      className="links-range"
      data={[...INTERVALS]}
      value={value ?? '30d'}
      onChange={onChange}
    />
  );
}

export function ActiveFilters({ search, onChange }: { search: AnalyticsSearch; onChange: Change }) {
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
          aria-label={`Remove filter ${FILTERS[name]} ${words(name, value)}`}
          onClick={() => onChange({ [name]: toggled(search[name], value) })}
        >
          <span className="dimmed">{FILTERS[name]}</span> {words(name, value)}
          <IconX size={13} aria-hidden />
        </button>
      ))}
      <button
        type="button"
        className="copy-button"
        onClick={() => onChange(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
      >
        Clear filters
      </button>
    </div>
  );
}
