import { t } from './texts';
import type { TimeChartProps } from './time-chart-props';

interface ChartTableProps extends TimeChartProps {
  format: (value: number) => string;
  nameOf: (index: number) => string;
}

const NONE: NonNullable<TimeChartProps['tableOnly']> = [];

/** The newest first. */
export function ChartTable({
  label,
  times,
  series,
  tableOnly = NONE,
  before,
  format,
  nameOf,
  height = 220,
}: ChartTableProps) {
  const columns = [...series, ...tableOnly];
  const rows = times.map((time, index) => ({ time, index })).toReversed();
  return (
    <div className="chart-table" role="region" aria-label={label} tabIndex={0} style={{ maxHeight: height + 60 }}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {before && <th scope="col">{t('periodBefore')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, index }) => (
            <tr key={time}>
              <th scope="row">{nameOf(index)}</th>
              {columns.map(({ name, values }) => (
                <td key={name}>{format(values[index] ?? 0)}</td>
              ))}
              {before && <td>{before[index] === undefined ? '–' : format(before[index])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
