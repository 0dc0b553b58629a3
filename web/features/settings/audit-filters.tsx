import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';

import { DAY_MS, MINUTE_MS } from '../../../shared/durations';
import { compact } from '../../search';
import { byCursor, useTRPC, type Outputs } from '../../trpc';
import { shortId } from '../../ui/format';
import { Filters, FilterSelect, SearchField } from '../../ui/table/filters';
import { rowsOf } from '../../ui/table/load-more';

type Entry = Outputs['audit_entries']['list']['data'][number];

const route = getRouteApi('/w/$ws/settings/audit');

const RANGES = [
  { value: '24h', label: 'Last 24 hours', days: 1 },
  { value: '7d', label: 'Last 7 days', days: 7 },
  { value: '30d', label: 'Last 30 days', days: 30 },
  { value: 'days', label: 'From day to day', days: 0 },
] as const;

/** Frequent actions; others appear when the list has them. */
const ACTIONS = [
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.leaked',
  'api_key.rejected',
  'member.added',
  'member.updated',
  'member.removed',
  'invitation.created',
  'invitation.renewed',
  'invitation.revoked',
  'invitation.accepted',
  'workspace.created',
  'workspace.updated',
  'workspace.transferred',
  'models.settings_updated',
  'ai_budget.created',
  'ai_budget.updated',
  'ai_budget.reset',
  'ai_budget.deleted',
  'ai_request.voided',
];

type AuditFilter = 'action' | 'actor_id' | 'target_id' | 'range' | 'from' | 'until';

export function useAuditFilters() {
  const { action, actor_id, target_id, range, from, until } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/settings/audit' });
  const change = (values: Partial<Record<AuditFilter, string | undefined>>) =>
    void navigate({ search: (old) => compact({ ...old, entry: undefined, ...values }) as typeof old, replace: true });

  const [opened] = useState(() => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const times = useMemo(() => {
    const days = RANGES.find(({ value }) => value === range)?.days ?? 0;
    if (days > 0) return { created_after: new Date(opened - days * DAY_MS) };
    if (range !== 'days') return {};
    return {
      ...(from === undefined ? {} : { created_after: new Date(`${from}T00:00:00`) }),
      ...(until === undefined ? {} : { created_before: new Date(new Date(`${until}T00:00:00`).setHours(24)) }),
    };
  }, [range, from, until, opened]);
  const input = {
    ...compact({ action, actor_id, target_id }),
    ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time.toISOString()])),
  };

  const label = RANGES.find(({ value }) => value === range)?.label;
  const active = [
    ...(action ? [{ label: action, remove: () => change({ action: undefined }) }] : []),
    ...(actor_id ? [{ label: `By ${shortId(actor_id)}`, remove: () => change({ actor_id: undefined }) }] : []),
    ...(target_id ? [{ label: `Object ${target_id}`, remove: () => change({ target_id: undefined }) }] : []),
    ...(label ? [{ label, remove: () => change({ range: undefined, from: undefined, until: undefined }) }] : []),
  ];
  return { input, active, change };
}

interface AuditFiltersProps {
  rows: readonly Entry[];
  change: ReturnType<typeof useAuditFilters>['change'];
  children: ReactNode;
}

export function AuditFilters({ rows, change, children }: AuditFiltersProps) {
  const trpc = useTRPC();
  const { action, actor_id, target_id, range, from, until } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/settings/audit' });
  const members = useInfiniteQuery(trpc.members.list.infiniteQueryOptions({ limit: 100 }, byCursor));

  const actions = [...new Set([...ACTIONS, ...rows.map((row) => row.action), ...(action ? [action] : [])])];
  const actors = new Map<string, string>();
  for (const { user_id, name } of members.data ? rowsOf(members.data) : []) actors.set(user_id, name);
  for (const { actor } of rows) if (actor.id && !actors.has(actor.id)) actors.set(actor.id, actor.label);
  if (actor_id && !actors.has(actor_id)) actors.set(actor_id, shortId(actor_id));

  const search = (typed: string | undefined) => {
    if (typed?.startsWith('aud_')) {
      void navigate({ search: (old) => compact({ ...old, target_id: undefined, entry: typed }) });
    } else change({ target_id: typed });
  };

  return (
    <Filters>
      <SearchField label="Id of an object or entry" value={target_id} onChange={search} />
      <FilterSelect
        label="Action"
        value={action}
        width={190}
        options={actions.map((value) => ({ value, label: value }))}
        onChange={(value) => change({ action: value })}
      />
      <FilterSelect
        label="Actor"
        value={actor_id}
        options={[...actors].map(([value, label]) => ({ value, label: label || shortId(value) }))}
        onChange={(value) => change({ actor_id: value })}
      />
      <FilterSelect
        label="Any time"
        value={range}
        options={RANGES}
        onChange={(value) => change({ range: value, from: undefined, until: undefined })}
      />
      {range === 'days' && (
        <>
          <DayField label="From" value={from} onChange={(day) => change({ from: day })} />
          <DayField label="Until" value={until} onChange={(day) => change({ until: day })} />
        </>
      )}
      {children}
    </Filters>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

function DayField({ label, value = '', onChange }: DayFieldProps) {
  return (
    <label className="settings-day">
      {label}
      <input
        type="date"
        className="plain-input"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
      />
    </label>
  );
}
