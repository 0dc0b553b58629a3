import { TimeChart as Chart } from '../../../ui/chart/time-chart';
import type { Step } from '../../../ui/chart/time-label';
import { formatCount, formatNumber } from '../../../ui/format';
import { rankOf, type Analytics, type AnalyticsSearch, type Row } from './query';
import { STEP_LABELS, timeLabel } from './times';

import './analytics.css';

const STEPS: Record<Analytics['range']['granularity'], Step> = {
  '15m': 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
};

interface TimeChartProps {
  series: Analytics;
  before: readonly Row[];
  bots: AnalyticsSearch['bots'];
}

export function TimeChart({ series, before, bots }: TimeChartProps) {
  const { rows, range } = series;
  const now = rows.map((row) => rankOf(row, bots));
  const then = before.slice(0, rows.length).map((row) => rankOf(row, bots));
  return (
    <>
      <p className="links-sentence">{summaryOf(series, now)}</p>
      <Chart
        label="Clicks over time"
        times={rows.map(({ key }) => key)}
        step={STEPS[range.granularity]}
        timeZone={range.timezone}
        series={[{ name: 'Clicks', tone: 'link', values: now }]}
        before={then}
        tableOnly={[
          { name: 'Unique', values: rows.map(({ unique_clicks: unique }) => unique) },
          { name: 'Bots', values: rows.map(({ bot_clicks: bot }) => bot) },
        ]}
      />
    </>
  );
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
