import { useId, useState } from 'react';

import { formatCount, formatNumber } from '../../../ui/format';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { rankOf, type Analytics, type AnalyticsSearch, type Row } from './query';
import { STEP_LABELS, timeLabel } from './times';

import './analytics.css';

const WIDTH = 1000;
const HEIGHT = 180;
const TOP = 6;

interface TimeChartProps {
  series: Analytics;
  before: readonly Row[];
  bots: AnalyticsSearch['bots'];
}

export function TimeChart({ series, before, bots }: TimeChartProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const [at, setAt] = useState<number>();
  const { rows, range } = series;
  const now = rows.map((row) => rankOf(row, bots));
  const then = before.slice(0, rows.length).map((row) => rankOf(row, bots));
  const max = Math.max(...now, ...then, 1);
  const sentence = summaryOf(series, now);
  const first = rows[0];
  const last = rows.at(-1);
  const shown = at === undefined ? undefined : rows[at];

  return (
    <>
      <p className="links-sentence" id={id}>
        {sentence}
      </p>
      {isTable ? (
        <TimeTable series={series} then={then} />
      ) : (
        <div className="links-chart">
          <span className="links-chart-most numbers dimmed" aria-hidden>
            {formatNumber(max)}
          </span>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-labelledby={id}
            onPointerMove={(event) => {
              const { left, width } = event.currentTarget.getBoundingClientRect();
              const place = Math.round(((event.clientX - left) / width) * (rows.length - 1));
              setAt(Math.min(rows.length - 1, Math.max(0, place)));
            }}
            onPointerLeave={() => setAt(undefined)}
          >
            {[0, 0.5, 1].map((part) => (
              <line
                key={part}
                className="links-grid"
                x1="0"
                x2={WIDTH}
                y1={yOf(part * max, max)}
                y2={yOf(part * max, max)}
              />
            ))}
            <path className="links-area" d={`${lineOf(now, max)}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
            {then.some((clicks) => clicks > 0) && <path className="links-then" d={lineOf(then, max)} />}
            <path className="links-now" d={lineOf(now, max)} />
            {at !== undefined && (
              <line className="links-at" x1={xOf(at, now.length)} x2={xOf(at, now.length)} y1="0" y2={HEIGHT} />
            )}
          </svg>
          <div className="links-chart-ends dimmed numbers" aria-hidden>
            <span>{first && timeLabel(first.key, range)}</span>
            <span>{last && timeLabel(last.key, range)}</span>
          </div>
        </div>
      )}
      <div className="links-legend">
        {!isTable && (
          <>
            <span>
              <i className="links-swatch" /> {shown && at !== undefined ? timeLabel(shown.key, range) : 'This period'}
              {at !== undefined && <strong className="numbers">{formatNumber(now[at] ?? 0)}</strong>}
            </span>
            {then.length > 0 && (
              <span>
                <i className="links-swatch" data-then /> The period before
                {at !== undefined && <strong className="numbers">{formatNumber(then[at] ?? 0)}</strong>}
              </span>
            )}
          </>
        )}
        <button type="button" className="copy-button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
    </>
  );
}

const xOf = (at: number, count: number): number => (count > 1 ? (at / (count - 1)) * WIDTH : WIDTH / 2);
const yOf = (value: number, max: number): number => HEIGHT - (value / max) * (HEIGHT - TOP) - 1;

/** A polyline of the values; a single value is drawn across. */
function lineOf(values: readonly number[], max: number): string {
  const only = values.length === 1 ? [values[0] ?? 0, values[0] ?? 0] : values;
  return only
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${xOf(at, only.length).toFixed(1)} ${yOf(value, max).toFixed(1)}`)
    .join('');
}

function summaryOf({ rows, range }: Analytics, now: readonly number[]): string {
  const sum = now.reduce((all, clicks) => all + clicks, 0);
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return 'No time to count in.';
  const span = `from ${timeLabel(first.key, range)} to ${timeLabel(last.key, range)}`;
  if (sum === 0) return `No clicks ${span}.`;
  const max = Math.max(...now);
  const best = rows[now.indexOf(max)];
  return `${formatCount(sum, 'click')} ${span}; most in one ${STEP_LABELS[range.granularity]}: ${formatNumber(max)}${
    best ? `, on ${timeLabel(best.key, range)}` : ''
  }.`;
}

interface TimeTableProps {
  series: Analytics;
  then: readonly number[];
}

function TimeTable({ series: { rows, range }, then }: TimeTableProps) {
  const lines = rows.map((row, at) => ({ ...row, before: then[at] }));
  const columns: Column<(typeof lines)[number]>[] = [
    { title: 'Time', cell: ({ key }) => <span className="numbers">{timeLabel(key, range)}</span> },
    { title: 'Clicks', align: 'right', named: true, cell: ({ clicks }) => formatNumber(clicks) },
    { title: 'Unique', align: 'right', named: true, cell: ({ unique_clicks: unique }) => formatNumber(unique) },
    { title: 'Bots', align: 'right', named: true, cell: ({ bot_clicks: bots }) => formatNumber(bots) },
    ...(then.length > 0
      ? [
          {
            title: 'Before',
            align: 'right' as const,
            named: true,
            cell: ({ before }: (typeof lines)[number]) => (before === undefined ? '–' : formatNumber(before)),
          },
        ]
      : []),
  ];
  return (
    <div className="links-table-box" role="region" aria-label="Clicks over time" tabIndex={0}>
      <DataTable bare label="Clicks over time" columns={columns} rows={lines.toReversed()} rowKey={({ key }) => key} />
    </div>
  );
}
