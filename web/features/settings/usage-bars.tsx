import { useState } from 'react';

import type { Outputs } from '../../trpc';
import { formatCount, formatNumber } from '../../ui/format';
import { DataTable, type Column } from '../../ui/table/data-table';
import { barsOf, type Bar } from './usage-sums';

const HEIGHT = 100;
const FILL = { good: 'var(--primary)', bad: 'var(--danger-filled)' };

/** Requests over time; the part that was refused or failed is red. The same as numbers on demand. */
export function UsageBars({ usage }: { usage: Outputs['usage']['get'] }) {
  const [isTable, setIsTable] = useState(false);
  const bars = barsOf(usage);
  const most = Math.max(1, ...bars.map(({ requests }) => requests));
  const total = bars.reduce((sum, { requests }) => sum + requests, 0);
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return null;
  const range = `${first.label} to ${last.label}`;

  return (
    <>
      {isTable ? (
        <BarTable bars={bars} />
      ) : (
        <Chart bars={bars} most={most} label={`${formatCount(total, 'request')}, ${range}`} />
      )}
      <div className="settings-legend">
        {!isTable && (
          <>
            <span>
              <span className="settings-swatch" style={{ background: FILL.good }} />
              Answered
            </span>
            <span>
              <span className="settings-swatch" style={{ background: FILL.bad }} />
              Refused or failed
            </span>
            <span className="dimmed numbers">
              {range}, at most {formatNumber(most)} in one {usage.granularity}
              {usage.granularity === 'day' && ' (days of UTC)'}
            </span>
          </>
        )}
        <button type="button" className="copy-button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
    </>
  );
}

function Chart({ bars, most, label }: { bars: readonly Bar[]; most: number; label: string }) {
  const tall = (requests: number) => (requests / most) * (HEIGHT - 2);
  const width = bars.length * 10;
  return (
    <svg
      className="settings-bars"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      {bars.map(({ at, label: time, requests, bad }, index) => (
        <g key={at}>
          <title>
            {time}: {formatCount(requests, 'request')}, {formatNumber(bad)} refused or failed
          </title>
          <rect x={index * 10} width={10} y={0} height={HEIGHT} fill="transparent" />
          <rect
            x={index * 10 + 1}
            width={8}
            y={HEIGHT - tall(requests)}
            height={tall(requests - bad)}
            fill={FILL.good}
          />
          <rect x={index * 10 + 1} width={8} y={HEIGHT - tall(bad)} height={tall(bad)} fill={FILL.bad} />
        </g>
      ))}
    </svg>
  );
}

const COLUMNS: Column<Bar>[] = [
  { title: 'Time', cell: ({ label }) => <span className="numbers">{label}</span> },
  { title: 'Requests', align: 'right', named: true, cell: ({ requests }) => formatNumber(requests) },
  { title: 'Refused or failed', align: 'right', named: true, cell: ({ bad }) => formatNumber(bad) },
];

function BarTable({ bars }: { bars: readonly Bar[] }) {
  return <DataTable bare label="Requests over time" columns={COLUMNS} rows={bars} rowKey={({ at }) => String(at)} />;
}
