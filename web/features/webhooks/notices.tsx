import { Link } from '@tanstack/react-router';

import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { Time, useNow } from '../../ui/time';
import { failureWords } from './failure';
import { LeftOut } from './left-out';
import { ReceiveToo } from './receive-too';
import { breakerWords, DISABLED_WORDS, RECEIVER_WARNINGS, type Webhook } from './words';

/** What is wrong with it, and what to do. */
export function WebhookNotices({ of }: { of: Webhook }) {
  const { id: ws } = useWorkspace();
  const { status, health, disabled_reason: reason, disabled_at: at, receiver } = of;
  const now = useNow();
  const breaker = status === 'active' ? breakerWords(health, now) : undefined;
  const isAiling = status === 'active' && health.state !== 'healthy';
  return (
    <>
      {status === 'disabled' && (
        <Note tone={reason === 'user' ? 'neutral' : 'error'}>
          Disabled <Time at={at} />
          {reason !== null && `, ${reason === 'user' ? '' : 'because '}${DISABLED_WORDS[reason]}`}. Events are logged
          and not delivered; after enabling, a replay sends those that were missed.
        </Note>
      )}
      {status === 'paused' && (
        <Note tone="neutral">Paused: deliveries are made and wait until the webhook is enabled.</Note>
      )}
      {isAiling && (
        <Note tone={health.state === 'degraded' ? 'error' : 'warning'}>
          Failing <Time at={health.failing_since_at} />
          {health.last_failure !== null && <>: {failureWords(health.last_failure)}</>} {breaker}{' '}
          <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: of.id }} search={{ tab: 'deliveries' }}>
            See the deliveries
          </Link>
        </Note>
      )}
      {!isAiling && breaker && <Note tone="warning">{breaker}</Note>}
      <LeftOut of={of} what="webhook">
        <ReceiveToo of={of} />
      </LeftOut>
      {receiver.warnings.map((warning) => (
        <Note key={warning} tone="warning">
          {RECEIVER_WARNINGS[warning]}
        </Note>
      ))}
    </>
  );
}
