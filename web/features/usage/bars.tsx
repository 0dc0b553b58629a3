import { useId, useState } from 'react';

import { formatCount, formatNumber } from '../../ui/format';
import { DataTable, type Column } from '../../ui/table/data-table';
import { heightOf, type Bar, type BarPart, type Series } from './series';

import './usage.css';

const HEIGHT = 100;

interface UsageBarsProps {
  series: Series;
  unit: string;
}

export function UsageBars({ series: { parts, bars }, unit }: UsageBarsProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const max = Math.max(1, ...bars.map(heightOf));
  const total = bars.reduce((sum, bar) => sum + heightOf(bar), 0);
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return null;
  // A part that never occurred needs no entry in the legend.
  const occurring = parts.filter((_, index) => index === 0 || bars.some(({ values }) => (values[index] ?? 0) > 0));

  return (
    <>
      <p className="usage-sentence dimmed numbers" id={id}>
        {formatCount(total, 'request')}, {first.label} to {last.label}; at most {formatNumber(max)} in one {unit}
        {unit === 'day' && ' of UTC'}.
      </p>
      {isTable ? <BarTable parts={parts} bars={bars} /> : <Chart parts={parts} bars={bars} max={max} labelledBy={id} />}
      <div className="usage-legend">
        {!isTable &&
          occurring.map(({ label, fill }) => (
            <span key={label}>
              <i className="usage-swatch" style={{ background: fill }} />
              {label}
            </span>
          ))}
        <button type="button" className="copy-button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
    </>
  );
}

function Chart({ parts, bars, max, labelledBy }: Series & { max: number; labelledBy: string }) {
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
          <title>{titleOf(bar, parts)}</title>
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

function titleOf(bar: Bar, parts: readonly BarPart[]): string {
  const details = parts
    .map(({ label }, index) => ({ label, value: bar.values[index] ?? 0 }))
    .filter(({ value }) => value > 0)
    .map(({ label, value }) => `${label.toLowerCase()} ${formatNumber(value)}`);
  return [`${bar.label}: ${formatCount(heightOf(bar), 'request')}`, ...details].join(', ');
}

function BarTable({ parts, bars }: Series) {
  const columns: Column<Bar>[] = [
    { title: 'Time', cell: ({ label }) => <span className="numbers">{label}</span> },
    { title: 'Requests', align: 'right', named: true, cell: (bar) => formatNumber(heightOf(bar)) },
    ...parts.map(({ label }, index) => ({
      title: label,
      align: 'right' as const,
      named: true,
      cell: ({ values }: Bar) => formatNumber(values[index] ?? 0),
    })),
  ];
  return (
    <div className="usage-table" role="region" aria-label="Requests over time" tabIndex={0}>
      <DataTable
        bare
        label="Requests over time"
        columns={columns}
        rows={bars.toReversed()}
        rowKey={({ at }) => String(at)}
      />
    </div>
  );
}
