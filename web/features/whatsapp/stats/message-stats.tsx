import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useTRPC, type Outputs } from '../../../trpc';
import { TimeChart } from '../../../ui/chart/time-chart';
import { Figure, Figures } from '../../../ui/figure/figure';
import { formatPercent } from '../../../ui/format';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Time } from '../../../ui/time';
import { RangeSwitch } from '../../overview/range-switch';
import { bothPeriods, split, stepOf, sum, type Range } from '../../overview/requests';
import { t } from './texts';

import '../../overview/overview.css';

type Stats = Outputs['whatsapp']['messages']['get_stats'];

interface MessageStatsProps {
  instanceId: string;
  range: Range;
  onRange: (range: Range) => void;
}

/** Messages of a number over time, against the period before. */
export function MessageStats({ instanceId, range, onRange }: MessageStatsProps) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.whatsapp.messages.get_stats.queryOptions(
      { instance_id: instanceId, ...bothPeriods(range) },
      { placeholderData: keepPreviousData },
    ),
  );
  useLiveReload({
    after: /^whatsapp\.message\./,
    queryKeys: [trpc.whatsapp.messages.get_stats.pathKey()],
    everyMs: 10_000,
  });
  const head = { title: t('messages'), actions: <RangeSwitch range={range} onRange={onRange} /> };
  return (
    <Content query={query} loading={<Loading shape="cards" rows={1} />}>
      {(stats) => {
        const counts = countsIn(stats, range);
        const { sentInAll, failed, received } = counts;
        if (sum([...sentInAll.now, ...failed.now, ...received.now]) === 0)
          return (
            <Card {...head}>
              <p className="wa-text dimmed">{t('none')}</p>
            </Card>
          );
        return (
          <>
            <StatsFigures of={counts} isComplete={stats.counted_from === stats.from} />
            <Card {...head}>
              <Charts
                of={counts}
                range={range}
                begins={stats.counted_from === stats.from ? null : stats.counted_from}
              />
            </Card>
          </>
        );
      }}
    </Content>
  );
}

type Counts = ReturnType<typeof countsIn>;

/** Compared with the period before, if that was counted too. */
function StatsFigures({ of, isComplete }: { of: Counts; isComplete: boolean }) {
  const total = sum(of.sentInAll.now);
  const read = sum(of.read.now);
  const rate = (count: number) => (total === 0 ? '–' : formatPercent(count / total));
  const before = (values: readonly number[]) => (isComplete ? { before: sum(values) } : {});
  return (
    <Figures>
      <Figure label={t('sentInAll')} value={total} {...before(of.sentInAll.before)} />
      <Figure label={t('deliveredRate')} value={rate(sum(of.delivered.now) + read)} />
      <Figure label={t('readRate')} value={rate(read)} />
      <Figure label={t('failed')} value={sum(of.failed.now)} {...before(of.failed.before)} isLessBetter />
      <Figure label={t('received')} value={sum(of.received.now)} {...before(of.received.before)} />
    </Figures>
  );
}

function Charts({ of, range, begins }: { of: Counts; range: Range; begins: string | null }) {
  const { sent, delivered, read, failed, received } = of;
  const axis = {
    times: sent.times,
    step: stepOf(range),
    ...(stepOf(range) === 'day' ? { timeZone: 'UTC' } : {}),
  };
  return (
    <div className="wa-stack">
      {begins !== null && (
        <p className="wa-text dimmed">{t.rich('newestOnly', { time: () => <Time at={begins} /> })}</p>
      )}
      <TimeChart
        {...axis}
        label={t('sentOverTime')}
        kind="bars"
        series={[
          { name: t('read'), tone: 'link', values: read.now },
          { name: t('delivered'), tone: 'success', values: delivered.now },
          { name: t('sent'), tone: 'neutral', values: sent.now },
          { name: t('failed'), tone: 'error', values: failed.now },
        ]}
      />
      <div>
        <h3 className="wa-stats-title">{t('receivedMessages')}</h3>
        <TimeChart
          {...axis}
          label={t('receivedOverTime')}
          kind="bars"
          series={[{ name: t('received'), tone: 'core', values: received.now }]}
          height={120}
        />
      </div>
    </div>
  );
}

function countsIn(stats: Stats, range: Range) {
  const of = (field: 'sent' | 'delivered' | 'read' | 'failed' | 'received') =>
    split(stats, range, (point) => point[field]);
  return {
    sent: of('sent'),
    delivered: of('delivered'),
    read: of('read'),
    failed: of('failed'),
    received: of('received'),
    sentInAll: split(stats, range, ({ sent, delivered, read }) => sent + delivered + read),
  };
}
