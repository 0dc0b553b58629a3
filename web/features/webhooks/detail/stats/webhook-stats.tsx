import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useTRPC, type Outputs } from '../../../../trpc';
import { TimeChart } from '../../../../ui/chart/time-chart';
import { Figure, Figures } from '../../../../ui/figure/figure';
import { formatDuration } from '../../../../ui/format';
import { Card } from '../../../../ui/page';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { RangeSwitch } from '../../../overview/range-switch';
import { bothPeriods, split, stepOf, sum, type Range } from '../../../overview/requests';
import { pendingLabel, percentLabel, type Health } from '../../labels';
import { t } from './texts';

import '../../../overview/overview.css';

type Stats = Outputs['webhooks']['get_stats'];

interface WebhookStatsProps {
  webhookId: string;
  health: Health;
  range: Range;
  onRange: (range: Range) => void;
}

/** Attempts and response times over time, against the period before. */
export function WebhookStats({ webhookId, health, range, onRange }: WebhookStatsProps) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.webhooks.get_stats.queryOptions(
      { webhook_id: webhookId, ...bothPeriods(range) },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <Content query={query} loading={<Loading shape="cards" rows={1} />}>
      {(stats) => (
        <>
          <StatsFigures of={stats} health={health} range={range} />
          <Card title={t('attempts')} actions={<RangeSwitch range={range} onRange={onRange} />}>
            <Charts of={stats} range={range} />
          </Card>
        </>
      )}
    </Content>
  );
}

function StatsFigures({ of, health, range }: { of: Stats; health: Health; range: Range }) {
  const { succeeded, failed, duration } = countsIn(of, range);
  const [good, bad] = [sum(succeeded.now), sum(failed.now)];
  const rate = good + bad === 0 ? null : good / (good + bad);
  return (
    <Figures>
      <Figure label={t('successRate')} value={percentLabel(rate)} />
      <Figure label={t('succeeded')} value={good} before={sum(succeeded.before)} />
      <Figure label={t('failed')} value={bad} before={sum(failed.before)} isLessBetter />
      <Figure
        label={t('responseTime')}
        value={good + bad === 0 ? '–' : formatDuration(sum(duration.now) / (good + bad))}
      />
      <Figure
        label={t('pending')}
        value={pendingLabel(health)}
        note={health.in_flight > 0 ? t('inFlight', { count: health.in_flight }) : undefined}
      />
    </Figures>
  );
}

function Charts({ of, range }: { of: Stats; range: Range }) {
  const { succeeded, failed, duration } = countsIn(of, range);
  if (sum(succeeded.now) + sum(failed.now) === 0) return <div className="dimmed">{t('noAttempts')}</div>;
  const axis = {
    times: succeeded.times,
    step: stepOf(range),
    ...(stepOf(range) === 'day' ? { timeZone: 'UTC' } : {}),
  };
  const averages = duration.now.map((ms, index) => {
    const count = (succeeded.now[index] ?? 0) + (failed.now[index] ?? 0);
    return count === 0 ? 0 : ms / count;
  });
  return (
    <div className="webhooks-charts">
      <TimeChart
        {...axis}
        label={t('attemptsOverTime')}
        kind="bars"
        series={[
          { name: t('succeeded'), tone: 'success', values: succeeded.now },
          { name: t('failed'), tone: 'error', values: failed.now },
        ]}
      />
      <div>
        <h3>{t('responseTimeOverTime')}</h3>
        <TimeChart
          {...axis}
          label={t('responseTimeOverTime')}
          series={[{ name: t('responseTime'), tone: 'core', values: averages }]}
          format={formatDuration}
          formatAxis={(ms) => (ms === 0 ? '0' : formatDuration(ms))}
          isFractional
          height={120}
        />
      </div>
    </div>
  );
}

const countsIn = (stats: Stats, range: Range) => ({
  succeeded: split(stats, range, (point) => point.succeeded),
  failed: split(stats, range, (point) => point.failed),
  duration: split(stats, range, (point) => point.duration_ms_sum),
});
