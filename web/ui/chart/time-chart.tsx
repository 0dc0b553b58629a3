import { useId, useState } from 'react';

import { formatNumber, formatShort } from '../format';
import { ChartTable } from './chart-table';
import { Plot } from './plot';
import { sumOf } from './scale';
import { t } from './texts';
import type { TimeChartProps } from './time-chart-props';
import { stepLabel } from './time-label';

import './chart.css';

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
    none,
    children,
  } = props;
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const nameOf = (index: number, length: 'short' | 'long') => stepLabel(times[index] ?? '', step, length, timeZone);
  const hasBefore = before !== undefined && sumOf(before) > 0;
  if (none !== undefined && !hasBefore && series.every(({ values }) => sumOf(values) === 0)) {
    return <div className="chart-none dimmed">{none}</div>;
  }

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
