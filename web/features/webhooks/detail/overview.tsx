import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatNumber } from '../../../ui/format';
import { preload } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Time, useNow } from '../../../ui/time';
import { failureTitle } from '../attempts/failure';
import { nextAttemptText } from '../health/health-texts';
import type { Health, Webhook } from '../labels';
import { t } from './texts';

import '../webhooks.css';

const WebhookStats = preload(
  async () => (await import('./stats/webhook-stats')).WebhookStats,
  <Loading shape="cards" rows={1} />,
);
const RecentDeliveries = preload(
  async () => (await import('./stats/recent-deliveries')).RecentDeliveries,
  <Loading rows={4} />,
);

const route = getRouteApi('/w/$ws/webhooks/$webhook');

export function WebhookOverview({ of }: { of: Webhook }) {
  const { range = '24h' } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/webhooks/$webhook' });
  return (
    <>
      <WebhookStats
        webhookId={of.id}
        health={of.health}
        range={range}
        onRange={(next) => void navigate({ search: (old) => compact({ ...old, range: next }), replace: true })}
      />
      <div className="webhooks-columns">
        <RecentDeliveries webhookId={of.id} />
        <Card title={t('health')}>
          <HealthFacts of={of.health} isActive={of.status === 'active'} />
        </Card>
      </div>
    </>
  );
}

const BREAKERS = {
  closed: 'breakerClosedLabel',
  open: 'breakerOpenLabel',
  half_open: 'breakerHalfOpenLabel',
} as const satisfies Record<Health['circuit_breaker'], string>;

function HealthFacts({ of, isActive }: { of: Health; isActive: boolean }) {
  const now = useNow();
  return (
    <DetailList>
      {isActive && <Detail name={t('sending')}>{t(BREAKERS[of.circuit_breaker])}</Detail>}
      <Detail name={t('nextAttempt')}>{nextAttemptText(of, isActive, now)}</Detail>
      <Detail name={t('failuresInARow')}>{formatNumber(of.consecutive_failures)}</Detail>
      <Detail name={t('lastSuccess')}>
        <Time at={of.last_success_at} />
      </Detail>
      <Detail name={t('lastFailure')}>
        <Time at={of.last_failure_at} />{' '}
        {of.last_failure && <span className="dimmed">{failureTitle(of.last_failure)}</span>}
      </Detail>
    </DetailList>
  );
}
