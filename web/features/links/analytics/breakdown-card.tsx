import { useId } from 'react';

import { formatNumber } from '../../../ui/format';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import {
  percentOf,
  toggled,
  valuesOf,
  rankOf,
  type Analytics,
  type AnalyticsSearch,
  type Change,
  type FilterName,
  type Group,
  type AnalyticsQuery,
  type Row,
} from './query';
import { useAnalytics } from './use-analytics';

import './analytics.css';

export interface Breakdown {
  title: string;
  groups: readonly { group: Group & FilterName; label: string; none?: string; hint?: string }[];
}

interface BoardProps {
  of: Breakdown;
  question: AnalyticsQuery;
  search: AnalyticsSearch;
  onChange: Change;
}

const LIMIT = 10;
const CODES = new Set(['trigger', 'device']);

export function BreakdownCard({ of, question, search, onChange }: BoardProps) {
  const id = useId();
  const chosen = valuesOf(search.by);
  const shown = of.groups.find(({ group }) => chosen.includes(group)) ?? of.groups[0];
  const query = useAnalytics({ ...question, group_by: shown?.group ?? 'total', limit: LIMIT }, shown !== undefined);
  if (!shown) return null;
  const others = chosen.filter((group) => !of.groups.some((one) => one.group === group));

  return (
    <section className="card links-board" aria-labelledby={id}>
      <div className="links-board-head">
        <h2 id={id}>{of.groups.length > 1 ? of.title : shown.label}</h2>
        {of.groups.length > 1 && (
          <div className="links-board-tabs" role="group" aria-label={`${of.title} by`}>
            {of.groups.map(({ group, label }, at) => (
              <button
                key={group}
                type="button"
                className="bare"
                aria-pressed={group === shown.group}
                onClick={() => onChange({ by: [...others, ...(at === 0 ? [] : [group])].join(',') || undefined })}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      <Content query={query} loading={<Loading shape="text" rows={4} />}>
        {(data) => (
          <Rows
            data={data}
            group={shown.group}
            label={shown.label}
            none={shown.none}
            hint={shown.hint}
            search={search}
            onToggle={(row) => {
              // Tags are filtered by name, as links name them.
              const value = shown.group === 'tag' ? row.label : row.key;
              onChange({ [shown.group]: toggled(search[shown.group], value) });
            }}
          />
        )}
      </Content>
    </section>
  );
}

interface RowsProps {
  data: Analytics;
  group: FilterName;
  label: string;
  none: string | undefined;
  hint: string | undefined;
  search: AnalyticsSearch;
  onToggle: (row: Row) => void;
}

function Rows({ data, group, label, none, hint, search, onToggle }: RowsProps) {
  const { bots } = search;
  const mode = group === 'bot_reason' ? 'only' : bots;
  const whole = rankOf(data.totals, mode);
  const rows = data.rows.filter((row) => rankOf(row, mode) > 0);
  if (whole === 0) return <p className="dimmed links-none">Nothing in this time.</p>;
  // A click has one country but may have many tags.
  const isManifold = group === 'tag' || group === 'bot_reason';
  if (rows.length === 0 && isManifold) return <p className="dimmed links-none">{none}</p>;
  const filtered = valuesOf(search[group]);
  const max = rankOf(rows[0] ?? data.totals, mode);
  const rest = data.other ? rankOf(data.other, mode) : 0;
  const shown = rows.reduce((sum, row) => sum + rankOf(row, mode), rest);
  const untold = isManifold ? 0 : whole - shown;
  const [first] = rows;

  return (
    <>
      {first && (
        <p className="visually-hidden">
          {label}: {labelOf(group, first)} leads with {formatNumber(rankOf(first, mode))} of {formatNumber(whole)},{' '}
          {percentOf(first.share)}.
        </p>
      )}
      <ol className="links-ranks">
        {rows.map((row) => {
          const weight = rankOf(row, mode);
          const name = labelOf(group, row);
          const isOn = filtered.includes(group === 'tag' ? row.label : row.key);
          return (
            <li key={row.key}>
              <button
                type="button"
                className="bare links-rank"
                aria-pressed={isOn}
                title={isOn ? `Remove the filter ${name}` : `Only ${name}`}
                onClick={() => onToggle(row)}
              >
                <i aria-hidden style={{ inlineSize: `${(weight / Math.max(1, max)) * 100}%` }} />
                <span className="truncate">{name}</span>
                <span className="numbers">{formatNumber(weight)}</span>
                <span className="numbers dimmed">{percentOf(row.share)}</span>
              </button>
            </li>
          );
        })}
        {rest > 0 && <Silent name="All others" weight={rest} whole={whole} />}
        {untold > 0 && <Silent name={none ?? 'Unknown'} weight={untold} whole={whole} />}
      </ol>
      {rows.length === 0 && hint && <p className="dimmed links-hint">{hint}</p>}
    </>
  );
}

function Silent({ name, weight, whole }: { name: string; weight: number; whole: number }) {
  return (
    <li className="links-rank dimmed">
      <span className="truncate">{name}</span>
      <span className="numbers">{formatNumber(weight)}</span>
      <span className="numbers">{percentOf(weight / Math.max(1, whole))}</span>
    </li>
  );
}

export function labelOf(group: FilterName, { key, label }: Pick<Row, 'key' | 'label'>): string {
  if (key === '~other') return 'Rare ones together';
  if (group === 'link') return label.replace(/^https?:\/\//, '');
  if (group === 'trigger') return key === 'qr' ? 'QR code' : 'Link';
  return CODES.has(group) || label === 'other' ? label.charAt(0).toUpperCase() + label.slice(1) : label;
}
