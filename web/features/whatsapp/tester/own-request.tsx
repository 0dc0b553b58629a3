import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { formatDuration } from '../../../ui/format';
import { useLive } from '../../../ui/live/live';
import { useWorkspace } from '../../../ui/shell/workspace';
import type { Message } from '../messages/words';

import './tester.css';

/** An answer that waited comes after so long; clocks of several servers differ a little. */
const BEFORE_MS = 2000;
const AFTER_MS = 35_000;
const MOST = 10;

/** The call that made a message: of those of its time, the one that caused its first event. */
export function OwnRequest({ of }: { of: Message }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const made = Date.parse(of.created_at);
  const isApi = of.direction === 'outbound' && of.origin === 'api';
  const list = trpc.request_logs.list.queryOptions(
    {
      operation_id: 'whatsapp_messages_send',
      status_class: ['2xx'],
      q: of.instance_id,
      created_after: new Date(made - BEFORE_MS).toISOString(),
      created_before: new Date(made + AFTER_MS).toISOString(),
      limit: 100,
    },
    { enabled: isApi },
  );
  const { data } = useQuery(list);
  const near = data?.data.slice(-MOST) ?? [];
  const caused = useQueries({
    queries: near.map(({ id }) =>
      trpc.events.list.queryOptions({ request_id: id, type: ['whatsapp.message.queued'], limit: MOST }),
    ),
  });
  const request = near.find((_, index) => caused[index]?.data?.data.some((event) => event.data['id'] === of.id));
  useLive((news) => {
    // The log is written a moment after the answer.
    if (news.kind !== 'signal' || news.topic !== 'request' || request) return;
    void queryClient.invalidateQueries({ queryKey: list.queryKey });
  });
  if (!isApi) return null;

  const isLooking = !data || caused.some(({ isPending }) => isPending);
  const isBusy = (data?.data.length ?? 0) > MOST;
  return (
    <section>
      <h3>Request</h3>
      {request ? (
        <div className="tester-line">
          <Link to="/w/$ws/activity/$id" params={{ ws, id: request.id }} className="mono">
            {request.method} {request.path}
          </Link>
          <span className="mono numbers">{request.status}</span>
          <span className="dimmed numbers">{formatDuration(request.duration_ms)}</span>
        </div>
      ) : (
        <div className="dimmed">
          {isLooking
            ? 'Looking for it'
            : isBusy
              ? 'Too many calls at that moment to tell which.'
              : 'Sent from the console, without a key.'}
        </div>
      )}
    </section>
  );
}
