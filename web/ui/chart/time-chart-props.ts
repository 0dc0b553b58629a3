import type { ReactNode } from 'react';

import type { Series } from './scale';
import type { Step } from './time-label';

export interface TimeChartProps {
  /** What is counted, such as `Clicks over time`. */
  label: string;
  /** The start of each step, as the API returns it. */
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
  /** In place of the chart when each value is 0. */
  none?: string;
  height?: number;
  /** At the end of the legend. */
  children?: ReactNode;
}
