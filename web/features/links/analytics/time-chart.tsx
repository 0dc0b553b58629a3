import { TimeChart as Chart } from '../../../ui/chart/time-chart';
import { rankOf, type Analytics, type AnalyticsSearch, type Row } from './query';
import { t } from './texts';
import { STEPS, timeLabel } from './times';

import './analytics.css';

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
        label={t('clicksOverTime')}
        times={rows.map(({ key }) => key)}
        step={STEPS[range.granularity]}
        timeZone={range.timezone}
        series={[{ name: t('clicks'), tone: 'link', values: now }]}
        before={then}
        tableOnly={[
          { name: t('unique'), values: rows.map(({ unique_clicks: unique }) => unique) },
          { name: t('bots'), values: rows.map(({ bot_clicks: bot }) => bot) },
        ]}
      />
    </>
  );
}

function summaryOf({ rows, range }: Analytics, now: readonly number[]): string {
  const count = now.reduce((all, clicks) => all + clicks, 0);
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return t('noTime');
  const span = { from: timeLabel(first.key, range), to: timeLabel(last.key, range) };
  if (count === 0) return t('noClicksFrom', span);
  const peak = Math.max(...now);
  const best = rows[now.indexOf(peak)] ?? first;
  return t('clicksFrom', { count, ...span, peak, at: timeLabel(best.key, range) });
}
