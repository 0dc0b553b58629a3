import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';

import { Marks } from './marks';
import { labelledPoints, stack, sumOf, ticksUpTo } from './scale';
import { t } from './texts';
import type { TimeChartProps } from './time-chart-props';
import { Tooltip } from './tooltip';
import { useWidth } from './use-width';

const TOP = 8;
const BOTTOM = 22;
const LABEL_WIDTH = 76;
const CHARACTER = 7;

export interface PlotProps extends TimeChartProps {
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  nameOf: (index: number, length: 'short' | 'long') => string;
}

export function Plot(props: PlotProps) {
  const {
    label,
    times,
    kind = 'line',
    series,
    before,
    format,
    formatAxis,
    nameOf,
    isFractional = false,
    height = 220,
  } = props;
  const [box, width] = useWidth();
  const [at, setAt] = useState<number>();
  const hint = useId();
  const count = times.length;
  const stacked = kind === 'bars' ? stack(series) : undefined;
  const tops = stacked ? times.map((_, index) => sumOf(series.map(({ values }) => values[index] ?? 0))) : [];
  const max = Math.max(0, ...tops, ...(stacked ? [] : series.flatMap(({ values }) => values)), ...(before ?? []));
  const ticks = ticksUpTo(max, !isFractional);
  const end = ticks.at(-1) || 1;
  const left = Math.max(...ticks.map((tick) => formatAxis(tick).length)) * CHARACTER + 12;
  const plot = { width: Math.max(0, width - left), height: height - TOP - BOTTOM };
  const slot = count > 0 ? plot.width / count : 0;
  const xOf = (index: number) => {
    if (kind === 'bars') return left + slot * (index + 0.5);
    return left + (count > 1 ? (index / (count - 1)) * plot.width : plot.width / 2);
  };
  const yOf = (value: number) => TOP + plot.height - (value / end) * plot.height;

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    const index = kind === 'bars' ? Math.floor(x / slot) : Math.round((x / plot.width) * (count - 1));
    setAt(Math.min(count - 1, Math.max(0, index)));
  };
  const onKey = (event: KeyboardEvent) => {
    const from = at ?? count - 1;
    const next = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === 'Escape') setAt(undefined);
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(count - 1, Math.max(0, next)));
  };
  const spoken = (index: number) =>
    [nameOf(index, 'long'), ...series.map(({ name, values }) => `${name} ${format(values[index] ?? 0)}`)].join(', ');
  const current = at ?? Math.max(0, count - 1);

  return (
    <div
      ref={box}
      className="chart-plot"
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={hint}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, count - 1)}
      aria-valuenow={current}
      aria-valuetext={count > 0 ? spoken(current) : t('noData')}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setAt(undefined)}
      onFocus={() => setAt(at ?? current)}
      onBlur={() => setAt(undefined)}
      onKeyDown={onKey}
    >
      <span id={hint} className="visually-hidden">
        {t('chartHint')}
      </span>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="chart-grid" x1={left} x2={width} y1={yOf(tick)} y2={yOf(tick)} />
              <text className="chart-tick" x={left - 8} y={yOf(tick) + 4} textAnchor="end">
                {formatAxis(tick)}
              </text>
            </g>
          ))}
          {labelledPoints(count, Math.floor(plot.width / LABEL_WIDTH)).map((index) => (
            <text
              key={index}
              className="chart-tick"
              x={Math.min(xOf(index), width - 2)}
              y={height - 4}
              textAnchor={
                xOf(index) > width - LABEL_WIDTH / 2 ? 'end' : xOf(index) < left + LABEL_WIDTH / 2 ? 'start' : 'middle'
              }
            >
              {nameOf(index, 'short')}
            </text>
          ))}
          <Marks series={series} stacked={stacked} before={before} at={at} {...{ xOf, yOf, slot, count }} />
        </svg>
      )}
      {at !== undefined && count > 0 && (
        <Tooltip x={xOf(at)} width={width} title={nameOf(at, 'long')} {...{ series, before, at, format }} />
      )}
    </div>
  );
}
