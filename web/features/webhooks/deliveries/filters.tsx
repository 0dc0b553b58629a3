import type { ReactNode } from 'react';

import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { TimeFilter } from '../../activity/time-filter';
import { STATUSES, TRIGGERS, type DeliveryStatus, type DeliveryTrigger } from './labels';
import type { DeliverySearch } from './search';

const STATUS_OPTIONS = Object.entries(STATUSES).map(([value, { label }]) => ({
  value: value as DeliveryStatus,
  label,
}));
const TRIGGER_OPTIONS = Object.entries(TRIGGERS).map(([value, label]) => ({ value: value as DeliveryTrigger, label }));

interface DeliveryFiltersProps {
  search: DeliverySearch;
  onChange: (next: { [K in keyof DeliverySearch]: DeliverySearch[K] | undefined }) => void;
  hasStatus: boolean;
  webhooks?: ReadonlyMap<string, string>;
  children?: ReactNode;
}

export function DeliveryFilters({ search, onChange, hasStatus, webhooks, children }: DeliveryFiltersProps) {
  const { status, trigger, type, webhook } = search;
  return (
    <Filters>
      <SearchField label="Type, such as api_key.*" value={type} onChange={(next) => onChange({ type: next })} />
      {hasStatus && (
        <FilterSelect
          label="Status"
          width={120}
          value={status}
          options={STATUS_OPTIONS}
          onChange={(next) => onChange({ status: next })}
        />
      )}
      <FilterSelect
        label="Trigger"
        width={110}
        value={trigger}
        options={TRIGGER_OPTIONS}
        onChange={(next) => onChange({ trigger: next })}
      />
      {webhooks && webhooks.size > 1 && (
        <FilterSelect
          label="Webhook"
          value={webhook}
          options={[...webhooks].map(([value, label]) => ({ value, label }))}
          onChange={(next) => onChange({ webhook: next })}
        />
      )}
      <TimeFilter search={search} onChange={onChange} />
      {children}
    </Filters>
  );
}
