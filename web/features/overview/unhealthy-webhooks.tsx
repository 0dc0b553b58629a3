import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { DAY_MS } from '../../../shared/durations';
import { useTRPC } from '../../trpc';
import { formatCount } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { Time, useNow } from '../../ui/time';
import { DISABLED_LABELS, nameOf, type Webhook } from '../webhooks/labels';

const LIMIT = 3;
const WEEK_MS = 7 * DAY_MS;

export function UnhealthyWebhooks() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.webhooks.list.queryOptions({ status: ['active', 'disabled'], limit: 100 }));
  const unhealthy = (data?.data ?? []).filter(
    ({ status, health, disabled_reason: reason }) =>
      (status === 'active' && health.status === 'degraded') ||
      (status === 'disabled' && reason !== 'user' && reason !== 'expired'),
  );
  return (
    <>
      {unhealthy.slice(0, LIMIT).map((webhook) => (
        <Note key={webhook.id} tone="error">
          The webhook “{nameOf(webhook)}” <What of={webhook} />{' '}
          <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: webhook.id }}>
            {webhook.status === 'disabled' ? 'Look at it and enable it' : 'See why'}
          </Link>
        </Note>
      ))}
      {unhealthy.length > LIMIT && (
        <Note tone="error">
          {formatCount(unhealthy.length - LIMIT, 'more webhook')} of this kind.{' '}
          <Link to="/w/$ws/webhooks" params={{ ws }}>
            All webhooks
          </Link>
        </Note>
      )}
      {(data?.data.length ?? 0) > 0 && <DeadLetters />}
    </>
  );
}

function What({ of }: { of: Webhook }) {
  if (of.status === 'active') {
    return (
      <>
        keeps failing, since <Time at={of.health.failing_since_at} />.
      </>
    );
  }
  return (
    <>
      was disabled <Time at={of.disabled_at} />: {of.disabled_reason && DISABLED_LABELS[of.disabled_reason]}.
    </>
  );
}

function DeadLetters() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.webhooks.deliveries.list.queryOptions({ status: ['exhausted'], trigger: ['event', 'replay'], limit: 100 }),
  );
  const now = useNow();
  const recent = (data?.data ?? []).filter(({ created_at: at }) => now - Date.parse(at) < WEEK_MS);
  if (recent.length === 0) return null;
  return (
    <Note tone="warning">
      {data?.has_more ? 'More than 100 deliveries' : formatCount(recent.length, 'delivery', 'deliveries')} failed for
      good within 7 days.{' '}
      <Link to="/w/$ws/webhooks/dead-letters" params={{ ws }}>
        Dead letters
      </Link>
    </Note>
  );
}
