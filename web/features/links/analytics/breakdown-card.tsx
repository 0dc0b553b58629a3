import { useId, useState } from 'react';

import { formatNumber, formatPercent } from '../../../ui/format';
import { BrandIcon } from '../../../ui/icons/brand-icon';
import { DeviceIcon } from '../../../ui/icons/device-icon';
import { Country, countryName } from '../../../ui/icons/flag';
import { hostIn } from '../../../ui/icons/host';
import { HostIcon } from '../../../ui/icons/host-icon';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { CountryMap } from './country-map';
import {
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
import { t } from './texts';
import { useAnalytics } from './use-analytics';

import './analytics.css';

export interface Breakdown {
  title: string;
  hasMap?: boolean;
  groups: readonly { group: Group & FilterName; label: string; none?: string; hint?: string }[];
}

interface BoardProps {
  of: Breakdown;
  question: AnalyticsQuery;
  search: AnalyticsSearch;
  onChange: Change;
  /** Of the map, for the board that has one. */
  countries: readonly Row[];
}

const LIMIT = 10;
/** The key of rare values, which are counted together. */
const OTHERS = '~other';
const NAMES: Readonly<Record<string, () => string>> = {
  desktop: () => t('desktop'),
  mobile: () => t('mobile'),
  tablet: () => t('tablet'),
  tv: () => t('tv'),
  other: () => t('other'),
};

export function BreakdownCard({ of, question, search, onChange, countries }: BoardProps) {
  const id = useId();
  const chosen = valuesOf(search.by);
  const shown = of.groups.find(({ group }) => chosen.includes(group)) ?? of.groups[0];
  const query = useAnalytics({ ...question, group_by: shown?.group ?? 'total', limit: LIMIT }, shown !== undefined);
  const [pointed, setPointed] = useState<string>();
  if (!shown) return null;
  const others = chosen.filter((group) => !of.groups.some((one) => one.group === group));

  return (
    <section className="card links-board" aria-labelledby={id}>
      <div className="links-board-head">
        <h2 id={id}>{of.groups.length > 1 ? of.title : shown.label}</h2>
        {of.groups.length > 1 && (
          <div className="links-board-tabs" role="group" aria-label={t('boardBy', { title: of.title })}>
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
      <div className="links-board-body">
        {of.hasMap && <CountryMap countries={countries} search={search} onChange={onChange} pointed={pointed} />}
        <div>
          <Content query={query} loading={<Loading shape="text" rows={4} />}>
            {(data) => (
              <Rows
                data={data}
                group={shown.group}
                label={shown.label}
                none={shown.none}
                hint={shown.hint}
                search={search}
                onPoint={(row) => setPointed(shown.group === 'country' ? row?.key : undefined)}
                onToggle={(row) => {
                  // Tags are filtered by name, as links name them.
                  const value = shown.group === 'tag' ? row.label : row.key;
                  onChange({ [shown.group]: toggled(search[shown.group], value) });
                }}
              />
            )}
          </Content>
        </div>
      </div>
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
  /** The row under the pointer or in focus. */
  onPoint: (row: Row | undefined) => void;
  onToggle: (row: Row) => void;
}

function Rows({ data, group, label, none, hint, search, onPoint, onToggle }: RowsProps) {
  const { bots } = search;
  const mode = group === 'bot_reason' ? 'only' : bots;
  const whole = rankOf(data.totals, mode);
  const rows = data.rows.filter((row) => rankOf(row, mode) > 0);
  if (whole === 0) return <p className="dimmed links-none">{t('noClicksInRange')}</p>;
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
          {t('leads', {
            group: label,
            name: labelOf(group, first),
            count: rankOf(first, mode),
            total: whole,
            share: shareOf(first.share),
          })}
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
                title={t(isOn ? 'removeRow' : 'onlyRow', { name })}
                onClick={() => onToggle(row)}
                onPointerEnter={() => onPoint(row)}
                onPointerLeave={() => onPoint(undefined)}
                onFocus={() => onPoint(row)}
                onBlur={() => onPoint(undefined)}
              >
                <i aria-hidden style={{ inlineSize: `${(weight / Math.max(1, max)) * 100}%` }} />
                <span className="links-rank-name truncate">
                  <RowName group={group} row={row} />
                </span>
                <span className="numbers">{formatNumber(weight)}</span>
                <span className="numbers dimmed">{shareOf(row.share)}</span>
              </button>
            </li>
          );
        })}
        {rest > 0 && <Silent name={t('allOthers')} weight={rest} whole={whole} />}
        {untold > 0 && <Silent name={none ?? t('unknown')} weight={untold} whole={whole} />}
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
      <span className="numbers">{shareOf(weight / Math.max(1, whole))}</span>
    </li>
  );
}

/** With the mark of what it is, where there is one. */
function RowName({ group, row }: { group: FilterName; row: Row }) {
  const name = labelOf(group, row);
  if (row.key === OTHERS) return name;
  if (group === 'country') return <Country code={row.key} />;
  const icon =
    group === 'device' ? (
      <DeviceIcon device={row.key} />
    ) : group === 'browser' || group === 'os' ? (
      <BrandIcon brand={row.key} />
    ) : group === 'referrer_host' ? (
      <HostIcon host={row.key} />
    ) : group === 'destination' ? (
      <HostIcon host={hostIn(row.key) ?? row.key} />
    ) : null;
  return icon === null ? (
    name
  ) : (
    <>
      {icon} {name}
    </>
  );
}

export function labelOf(group: FilterName, { key, label }: Pick<Row, 'key' | 'label'>): string {
  if (key === OTHERS) return t('rareOnes');
  if (group === 'link') return label.replace(/^https?:\/\//, '');
  if (group === 'trigger') return key === 'qr' ? t('qrCode') : t('link');
  if (group === 'country') return countryName(key);
  return (group === 'device' || label === 'other' ? NAMES[key]?.() : undefined) ?? label;
}

const shareOf = (share: number): string =>
  share > 0 && share < 0.01 ? `< ${formatPercent(0.01)}` : formatPercent(share);
