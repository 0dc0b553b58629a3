import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useTRPC, type Outputs } from '../../trpc';
import type { ChartTone } from '../../ui/chart/scale';
import { Sparkline } from '../../ui/chart/sparkline';
import { Change } from '../../ui/figure/figure';
import { formatNumber } from '../../ui/format';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { useInstances } from '../whatsapp/use-instances';
import type { Overview } from './progress';
import { bothPeriods, split, sum, type Range } from './requests';
import { t } from './texts';

import './overview.css';

const COUNTED_EVERY_MS = 10_000;

interface ChannelsProps {
  of: Overview;
  range: Range;
  usage: Outputs['usage']['get'] | undefined;
}

/** A card for each channel in use. */
export function Channels({ of, range, usage }: ChannelsProps) {
  const can = useCan();
  const requestsOf = (surface: 'whatsapp' | 'automation') =>
    usage && split(usage, range, (point) => (point.surface === surface ? point.requests : 0));
  return (
    <div className="overview-tiles">
      {can('whatsapp.instances:read') && <WhatsApp counts={requestsOf('whatsapp')} />}
      {can('links.analytics:read') && <ShortLinks range={range} />}
      {can('automation.publications:read') && <Automation of={of.automation} counts={requestsOf('automation')} />}
    </div>
  );
}

type Counts = Pick<ReturnType<typeof split>, 'now' | 'before'> | undefined;

function WhatsApp({ counts }: { counts: Counts }) {
  const { id: ws } = useWorkspace();
  const instances = useInstances();
  if (instances.length === 0) return null;
  const connected = instances.filter(({ status }) => status === 'connected').length;
  const queued = instances.reduce((all, { health }) => all + health.queued, 0);
  return (
    <Channel
      title="WhatsApp"
      label={t('apiRequests')}
      tone="wa"
      counts={counts}
      link={{ to: '/w/$ws/whatsapp', params: { ws } }}
    >
      {t('connected', { connected, count: instances.length })} ·{' '}
      {queued === 0 ? t('queueEmpty') : t('queued', { count: queued })}
    </Channel>
  );
}

function ShortLinks({ range }: { range: Range }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const links = useQuery(trpc.links.count.queryOptions({}));
  const total = links.data?.total ?? 0;
  const period = bothPeriods(range);
  const clicks = useQuery(
    trpc.links.analytics.query.queryOptions(
      { group_by: 'time', ...period },
      { enabled: total > 0, refetchInterval: COUNTED_EVERY_MS },
    ),
  );
  if (total === 0) return null;
  const points = clicks.data?.rows.map(({ key, clicks: count }) => ({ starts_at: key, count })) ?? [];
  return (
    <Channel
      title={t('shortLinks')}
      label={t('clicks')}
      tone="link"
      counts={clicks.data && split({ from: period.from, data: points }, range, ({ count }) => count)}
      link={{ to: '/w/$ws/links', params: { ws } }}
    >
      {t('linkCount', { count: total })}
    </Channel>
  );
}

function Automation({ of, counts }: { of: Overview['automation']; counts: Counts }) {
  const { id: ws } = useWorkspace();
  const { publications_24h: count, publications_waiting: waiting } = of;
  if (count + waiting + sum(counts?.now ?? []) === 0) return null;
  return (
    <Channel
      title={t('automation')}
      label={t('apiRequests')}
      tone="auto"
      counts={counts}
      link={{ to: '/w/$ws/automation/publications', params: { ws } }}
    >
      {t('publications', { count, waiting })}
    </Channel>
  );
}

interface ChannelProps {
  title: string;
  label: string;
  tone: ChartTone;
  counts: Counts;
  link: LinkProps;
  children: ReactNode;
}

function Channel({ title, label, tone, counts, link, children }: ChannelProps) {
  return (
    <section className="card overview-tile">
      <h2>
        <Link {...link}>{title}</Link>
      </h2>
      <div className="dimmed">{label}</div>
      <div className="overview-value">
        <span className="figure-value">{counts ? formatNumber(sum(counts.now)) : '–'}</span>
        <span className="figure-note">{counts && <Change now={sum(counts.now)} before={sum(counts.before)} />}</span>
        {counts && (
          <Sparkline values={counts.now} label={t('trendOf', { name: label })} tone={tone} width={120} height={32} />
        )}
      </div>
      <div className="dimmed">{children}</div>
    </section>
  );
}
