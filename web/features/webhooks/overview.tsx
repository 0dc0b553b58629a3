import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { DetailList } from '../../ui/detail/detail-list';
import { formatNumber } from '../../ui/format';
import { preload } from '../../ui/lazy-parts';
import { Card } from '../../ui/page';
import { useCan } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Time } from '../../ui/time';
import { pendingLabel, rateLabel, type Health, type Webhook } from './labels';
import { WebhookSettingsList } from './settings';

import './webhooks.css';

const TestPanel = preload(async () => (await import('./test-panel')).TestPanel, <Loading shape="form" rows={1} />);

export function WebhookOverview({ of }: { of: Webhook }) {
  const mayWrite = useCan()('webhooks:write');
  return (
    <div className="webhooks-columns">
      <div className="webhooks-stack">
        <HealthCard webhookId={of.id} isActive={of.status === 'active'} />
        {mayWrite && <TestPanel of={of} />}
      </div>
      <Card title="Sends">
        <WebhookSettingsList of={of} isShort />
      </Card>
    </div>
  );
}

function HealthCard({ webhookId, isActive }: { webhookId: string; isActive: boolean }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.webhooks.get_health.queryOptions({ webhook_id: webhookId }));
  return (
    <Card title="Health" actions={<CopyAsCode operation="webhooks_get_health" input={{ webhook_id: webhookId }} />}>
      <Content query={query} what="webhook" loading={<Loading rows={2} />}>
        {(health) => <HealthFacts of={health} isActive={isActive} />}
      </Content>
    </Card>
  );
}

const BREAKERS = {
  closed: 'Closed: deliveries go out',
  open: 'Open: nothing is sent for the moment',
  half_open: 'Half open: one delivery is tried',
} satisfies Record<Health['circuit_breaker'], string>;

function HealthFacts({ of, isActive }: { of: Health; isActive: boolean }) {
  return (
    <>
      <div className="webhooks-figures">
        <Figure label="Success, 24 h" value={rateLabel(of)} />
        <Figure label="Pending" value={pendingLabel(of)} />
        <Figure label="In flight" value={formatNumber(of.in_flight)} />
        <Figure label="Failures in a row" value={formatNumber(of.consecutive_failures)} />
      </div>
      <DetailList>
        <dt>Last success</dt>
        <dd>
          <Time at={of.last_success_at} />
        </dd>
        <dt>Last failure</dt>
        <dd>
          <Time at={of.last_failure_at} />{' '}
          {of.last_failure && (
            <span className="mono dimmed">
              {of.last_failure.code} {of.last_failure.http_status}
            </span>
          )}
        </dd>
        <dt>Next attempt</dt>
        <dd>
          {isActive || of.next_attempt_at === null ? (
            <Time at={of.next_attempt_at} never="Nothing waits" />
          ) : (
            'When the webhook is enabled'
          )}
        </dd>
        {isActive && (
          <>
            <dt>Breaker</dt>
            <dd>{BREAKERS[of.circuit_breaker]}</dd>
          </>
        )}
      </DetailList>
    </>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <div className="dimmed">{label}</div>
      <div className="webhooks-figure numbers">{value}</div>
    </div>
  );
}
