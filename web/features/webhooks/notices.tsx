import { Link } from '@tanstack/react-router';

import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { Time, useNow } from '../../ui/time';
import { failureText } from './failure';
import { breakerLabel, DISABLED_LABELS, RECEIVER_WARNINGS, type Webhook } from './labels';
import { LeftOut } from './left-out';
import { ReceiveLeftOut } from './receive-left-out';

export function WebhookNotices({ of }: { of: Webhook }) {
  const { id: ws } = useWorkspace();
  const { status, health, disabled_reason: reason, disabled_at: at, receiver } = of;
  const now = useNow();
  const breaker = status === 'active' ? breakerLabel(health, now) : undefined;
  const isUnhealthy = status === 'active' && health.status !== 'healthy';
  return (
    <>
      {status === 'disabled' && (
        <Note tone={reason === 'user' ? 'neutral' : 'error'}>
          Disabled <Time at={at} />
          {reason !== null && `, ${reason === 'user' ? '' : 'because '}${DISABLED_LABELS[reason]}`}. Events are logged
          and not delivered; after enabling, a replay sends those that were missed.
        </Note>
      )}
      {status === 'paused' && (
        <Note tone="neutral">Paused: deliveries are made and wait until the webhook is enabled.</Note>
      )}
      {isUnhealthy && (
        <Note tone={health.status === 'degraded' ? 'error' : 'warning'}>
          Failing <Time at={health.failing_since_at} />
          {health.last_failure !== null && <>: {failureText(health.last_failure)}</>} {breaker}{' '}
          <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: of.id }} search={{ tab: 'deliveries' }}>
            See the deliveries
          </Link>
        </Note>
      )}
      {!isUnhealthy && breaker && <Note tone="warning">{breaker}</Note>}
      <LeftOut of={of} what="webhook">
        <ReceiveLeftOut of={of} />
      </LeftOut>
      {receiver.warnings.map((warning) => (
        <Note key={warning} tone="warning">
          {RECEIVER_WARNINGS[warning]}
        </Note>
      ))}
    </>
  );
}
