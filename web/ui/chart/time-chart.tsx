import { useId, useState, type ReactNode } from 'react';

import { formatNumber, formatShort } from '../format';
import { ChartTable } from './chart-table';
import { Plot } from './plot';
import { sumOf, type Series } from './scale';
import { t } from './texts';
import { stepLabel, type Step } from './time-label';

import './chart.css';

export interface TimeChartProps {
  /** What is counted, such as `Clicks over time`. */
  label: string;
  /** The start of each step, as the API tells it. */
  times: readonly string[];
  step: Step;
  /** Of the times, when they are not the person’s own. */
  timeZone?: string;
  /** `bars` are stacked; `line` fills the area below the first. */
  kind?: 'line' | 'bars';
  series: readonly Series[];
  /** Further values, which only the table has room for. */
  tableOnly?: readonly { name: string; values: readonly number[] }[];
  /** The sum of all series in the period before, step by step: a dashed line. */
  before?: readonly number[] | undefined;
  /** Of values, in the tooltip and the table; by default a number. */
  format?: (value: number) => string;
  /** Of the axis; by default a short number. */
  formatAxis?: (value: number) => string;
  /** Values are no counts: the axis may have fractions. */
  isFractional?: boolean;
  height?: number;
  /** At the end of the legend. */
  children?: ReactNode;
}

/** Values over time, with axes, a tooltip at the pointer and by arrow keys, and the same as a table. */
export function TimeChart(props: TimeChartProps) {
  const {
    label,
    times,
    step,
    timeZone,
    series,
    before,
    format = formatNumber,
    formatAxis = formatShort,
    children,
  } = props;
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const nameOf = (index: number, length: 'short' | 'long') => stepLabel(times[index] ?? '', step, length, timeZone);
  const hasBefore = before !== undefined && sumOf(before) > 0;

  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {label}
      </figcaption>
      {isTable ? (
        <ChartTable {...props} format={format} nameOf={(index) => nameOf(index, 'long')} />
      ) : (
        <Plot
          {...props}
          format={format}
          formatAxis={formatAxis}
          nameOf={nameOf}
          before={hasBefore ? before : undefined}
        />
      )}
      <div className="chart-legend">
        {series.length > 1 &&
          series.map(({ name, tone, values }) => (
            <span key={name}>
              <i className="chart-swatch" data-tone={tone} /> {name}{' '}
              <strong className="numbers">{format(sumOf(values))}</strong>
            </span>
          ))}
        {hasBefore && (
          <span>
            <i className="chart-swatch" data-before /> {t('periodBefore')}
          </span>
        )}
        {children}
        <button type="button" className="bare chart-switch" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'showChart' : 'showTable')}
        </button>
      </div>
    </figure>
  );
}
