import type { ChartTone } from './scale';

import './chart.css';

interface SparklineProps {
  values: readonly number[];
  /** Says what the line shows: `12 clicks in 30 days`. */
  label: string;
  tone?: ChartTone;
  width?: number;
  height?: number;
}

/** A line of the size of a word, for rows and tiles. */
export function Sparkline({ values, label, tone = 'core', width = 72, height = 20 }: SparklineProps) {
  const max = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width;
    return `${x.toFixed(1)},${(height - 1.5 - (value / max) * (height - 3)).toFixed(1)}`;
  });
  return (
    <svg
      className="sparkline"
      data-tone={tone}
      data-flat={values.every((value) => value === 0) || undefined}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
