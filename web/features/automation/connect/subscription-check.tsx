import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { type DefinedInput, type Inputs, useTRPC } from '../../../trpc';
import { preload } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Note, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { RECEIVER_WARNINGS } from '../../webhooks/health/receivers';
import { lastDeliveryOf, nameOf } from '../../webhooks/labels';
import { LeftOut } from '../../webhooks/left-out';
import { ReceiveLeftOut } from '../../webhooks/receive-left-out';
import { useHealthUpdates } from '../../webhooks/use-health-updates';
import { t } from './texts';

const TestPanel = preload(
  async () => (await import('../../webhooks/detail/test/test-panel')).TestPanel,
  <Loading shape="form" rows={1} />,
);

interface SubscriptionCheckProps {
  tool: string;
  source: NonNullable<DefinedInput<Inputs['webhooks']['list']>['source']>;
}

export function SubscriptionCheck({ tool, source }: SubscriptionCheckProps) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const can = useCan();
  const query = useQuery(trpc.webhooks.list.queryOptions({ source, limit: 1 }, { enabled: can('webhooks:read') }));
  useHealthUpdates();
  const webhook = query.data?.data[0];
  if (!webhook) {
    return (
      <div aria-live="polite" className="connect-wait">
        <Tag dot>{t('waitingForTool', { tool })}</Tag>
      </div>
    );
  }
  const last = lastDeliveryOf(webhook.health);
  return (
    <div className="connect-step">
      <div aria-live="polite" className="connect-wait">
        <Note tone="success">
          {t.rich('isSubscribed', {
            webhook: () => (
              <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: webhook.id }}>
                {nameOf(webhook)}
              </Link>
            ),
            events: () => <span className="mono">{webhook.events.join(', ')}</span>,
          })}{' '}
          {last === null ? t('noDelivery') : t.rich('lastDelivery', { time: () => <Time at={last} /> })}
        </Note>
      </div>
      <LeftOut of={webhook} what="webhook">
        <ReceiveLeftOut of={webhook} />
      </LeftOut>
      {webhook.receiver.warnings.map((warning) => (
        <Note key={warning} tone="warning">
          {RECEIVER_WARNINGS[warning]}
        </Note>
      ))}
      {can('webhooks:write') && <TestPanel key={webhook.id} of={webhook} />}
    </div>
  );
}
