import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { formatClock } from '../../../ui/format';
import { reloadQueries } from '../../../ui/live/reload-queries';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Tag } from '../../../ui/tag';
import { DeliveryLines, useCausedDeliveries } from '../../activity/caused-deliveries';
import { STATUSES, summaryOf, type Message } from '../messages/labels';
import { MessageActions } from '../messages/message-actions';
import { RetryMessage } from '../messages/retry-message';
import { StatusHistory } from '../messages/status-history';
import { useInstanceUpdates } from '../messages/use-message-updates';
import type { Call } from './call';
import { CallAsCode } from './call-as-code';
import { CausingRequest } from './causing-request';
import { t } from './texts';

import '../../activity/activity.css';
import './tester.css';

interface RecentEventsProps {
  of: Message | undefined;
  /** The call that made it, or the last one from this page. */
  call: Call | undefined;
  onReply: (message: Message) => void;
  onCall: (operation: string, input: Record<string, unknown>) => void;
}

export function RecentEvents({ of, call, onReply, onCall }: RecentEventsProps) {
  const can = useCan();
  return (
    <Card
      title={t('timeline')}
      actions={<CallAsCode call={call} />}
      aside={
        of && (
          <Tag tone={STATUSES[of.status].tone} dot>
            {STATUSES[of.status].label}
          </Tag>
        )
      }
    >
      {of ? (
        <div className="tester-stack">
          <div className="tester-lit">
            <span className="truncate">{summaryOf(of)}</span>
            <CopyId id={of.id} />
          </div>
          <RetryMessage of={of} />
          <MessageActions of={of} onReply={onReply} onCall={onCall} />
          {can('usage:read') && can('events:read') && <CausingRequest key={of.id} of={of} />}
          <section>
            <h3>{t('statuses')}</h3>
            {of.status_history.length > 0 ? (
              <StatusHistory of={of} />
            ) : (
              <div className="dimmed">{t('receivedAt', { time: formatClock(of.created_at) })}</div>
            )}
          </section>
          {can('events:read') && <OwnEvents of={of} />}
        </div>
      ) : (
        <div className="dimmed">{t('nothingYet')}</div>
      )}
    </Card>
  );
}

function OwnEvents({ of }: { of: Message }) {
  const trpc = useTRPC();
  const list = trpc.events.list.queryOptions({
    object_id: of.id,
    type: ['whatsapp.*', 'whatsapp.message.queued'],
    sort: 'created_at',
    limit: 50,
  });
  const { data } = useQuery(list);
  useInstanceUpdates(of.instance_id, async (changed) => {
    if (changed.size === 0 || changed.has(of.id)) await reloadQueries(list.queryKey);
  });
  return (
    <section>
      <h3>{t('events')}</h3>
      {data?.data.length === 0 && <div className="dimmed">{t('noEvents')}</div>}
      <ol className="tester-events" aria-label={t('eventsOf')}>
        {data?.data.map(({ id, type, created_at: at }) => (
          <li key={id}>
            <OneEvent id={id} type={type} at={at} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function OneEvent({ id, type, at }: { id: string; type: string; at: string }) {
  const { id: ws } = useWorkspace();
  const deliveries = useCausedDeliveries({ event_id: id });
  return (
    <>
      <div className="tester-line">
        <Link to="/w/$ws/activity/$id" params={{ ws, id }} className="mono">
          {type.replace('whatsapp.', '')}
        </Link>
        <time dateTime={at} className="mono dimmed">
          {formatClock(at)}
        </time>
      </div>
      <DeliveryLines rows={deliveries} />
    </>
  );
}
