import { useId, useState } from 'react';

import { formatNumber } from '../../ui/format';
import { DataTable, type Column } from '../../ui/table/data-table';
import { heightOf, type Bar, type BarPart, type Series } from './series';
import { t } from './texts';

import './usage.css';

const HEIGHT = 100;

/** What the bars measure. */
export interface Measure {
  title: string;
  /** `2 requests`, `$1.20`. */
  count: (value: number) => string;
  format: (value: number) => string;
}

const requests = (): Measure => ({
  title: t('requests'),
  count: (value) => t('requestCount', { count: value }),
  format: formatNumber,
});

interface UsageBarsProps {
  series: Series;
  unit: string;
  measure?: Measure;
}

export function UsageBars({ series: { parts, bars }, unit, measure = requests() }: UsageBarsProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const most = Math.max(0, ...bars.map(heightOf));
  const max = Math.max(1, most);
  const total = bars.reduce((sum, bar) => sum + heightOf(bar), 0);
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return null;
  // A part that never occurred needs no entry in the legend.
  const occurring = parts.filter((_, index) => index === 0 || bars.some(({ values }) => (values[index] ?? 0) > 0));

  return (
    <>
      <p className="usage-sentence dimmed numbers" id={id}>
        {t('summary', {
          total: measure.count(total),
          first: first.label,
          last: last.label,
          most: measure.format(most),
          unit,
        })}
      </p>
      {isTable ? (
        <BarTable parts={parts} bars={bars} measure={measure} />
      ) : (
        <Chart parts={parts} bars={bars} measure={measure} max={max} labelledBy={id} />
      )}
      <div className="usage-legend">
        {!isTable &&
          occurring.map(({ label, fill }) => (
            <span key={label}>
              <i className="usage-swatch" style={{ background: fill }} />
              {label}
            </span>
          ))}
        <button type="button" className="copy-button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'showChart' : 'showTable')}
        </button>
      </div>
    </>
  );
}

function Chart(props: Series & { measure: Measure; max: number; labelledBy: string }) {
  const { parts, bars, measure, max, labelledBy } = props;
  const width = bars.length * 10;
  return (
    <svg
      className="usage-bars"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={labelledBy}
    >
      <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      {bars.map((bar, index) => (
        <g key={bar.at}>
          <title>{titleOf(bar, parts, measure)}</title>
          <rect className="usage-hover" x={index * 10} width={10} y={0} height={HEIGHT} />
          {stacked(bar, max).map(({ from, height }, part) => (
            <rect
              key={parts[part]?.label}
              x={index * 10 + 1}
              width={8}
              y={HEIGHT - from - height}
              height={height}
              fill={parts[part]?.fill}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

function stacked({ values }: Bar, max: number): { from: number; height: number }[] {
  let from = 0;
  return values.map((value) => {
    const height = (value / max) * (HEIGHT - 2);
    from += height;
    return { from: from - height, height };
  });
}

function titleOf(bar: Bar, parts: readonly BarPart[], { count, format }: Measure): string {
  const details = parts
    .map(({ label }, index) => ({ label, value: bar.values[index] ?? 0 }))
    .filter(({ value }) => value > 0)
    .map(({ label, value }) => `${label.toLowerCase()} ${format(value)}`);
  return [`${bar.label}: ${count(heightOf(bar))}`, ...details].join(', ');
}

function BarTable({ parts, bars, measure: { title, format } }: Series & { measure: Measure }) {
  const name = t('overTime', { title });
  const columns: Column<Bar>[] = [
    { title: t('time'), cell: ({ label }) => <span className="numbers">{label}</span> },
    { title, align: 'right', named: true, cell: (bar) => format(heightOf(bar)) },
    ...parts.map((part, index) => ({
      title: part.label,
      align: 'right' as const,
      named: true,
      cell: ({ values }: Bar) => format(values[index] ?? 0),
    })),
  ];
  return (
    <div className="usage-table" role="region" aria-label={name} tabIndex={0}>
      <DataTable bare label={name} columns={columns} rows={bars.toReversed()} rowKey={({ at }) => String(at)} />
    </div>
  );
}
