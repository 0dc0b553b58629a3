import { sumOf, type Series } from './scale';
import { t } from './texts';

interface TooltipProps {
  x: number;
  width: number;
  title: string;
  series: readonly Series[];
  before: readonly number[] | undefined;
  at: number;
  format: (value: number) => string;
}

/** Beside the pointer, on the side that has room. What it says, the chart’s own name says to screen readers. */
export function Tooltip({ x, width, title, series, before, at, format }: TooltipProps) {
  const isLeft = x > width / 2;
  const values = series.map(({ name, tone, values: all }) => ({ name, tone, value: all[at] ?? 0 }));
  const then = before?.[at];
  return (
    <div className="chart-tooltip" aria-hidden style={isLeft ? { right: width - x + 10 } : { left: x + 10 }}>
      <strong>{title}</strong>
      {values.map(({ name, tone, value }) => (
        <div key={name}>
          <i className="chart-swatch" data-tone={tone} /> {name} <span className="numbers">{format(value)}</span>
        </div>
      ))}
      {series.length > 1 && (
        <div>
          <i className="chart-swatch" data-none /> {t('total')}{' '}
          <span className="numbers">{format(sumOf(values.map(({ value }) => value)))}</span>
        </div>
      )}
      {then !== undefined && (
        <div>
          <i className="chart-swatch" data-before /> {t('periodBefore')} <span className="numbers">{format(then)}</span>
        </div>
      )}
    </div>
  );
}
