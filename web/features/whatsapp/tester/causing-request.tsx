import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { formatDuration } from '../../../ui/format';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { useWorkspace } from '../../../ui/shell/workspace';
import type { Message } from '../messages/labels';
import { t } from './texts';

import './tester.css';

/** Clocks of several servers may differ by this much. */
const BEFORE_MS = 2000;
const AFTER_MS = 35_000;
const LIMIT = 10;

/** The request that created a message: of those around its time, the one with the message’s first event. */
export function CausingRequest({ of }: { of: Message }) {
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
  const near = data?.data.slice(-LIMIT) ?? [];
  const caused = useQueries({
    queries: near.map(({ id }) =>
      trpc.events.list.queryOptions({ request_id: id, type: ['whatsapp.message.queued'], limit: LIMIT }),
    ),
  });
  const request = near.find((_, index) => caused[index]?.data?.data.some((event) => event.data['id'] === of.id));
  // The request log is written shortly after the response.
  useLiveReload({ after: 'request', queryKeys: request ? [] : [list.queryKey] });
  if (!isApi) return null;

  const isLooking = !data || caused.some(({ isPending }) => isPending);
  const isBusy = (data?.data.length ?? 0) > LIMIT;
  return (
    <section>
      <h3>{t('request')}</h3>
      {request ? (
        <div className="tester-line">
          <Link to="/w/$ws/activity/$id" params={{ ws, id: request.id }} className="mono">
            {request.method} {request.path}
          </Link>
          <span className="mono numbers">{request.status}</span>
          <span className="dimmed numbers">{formatDuration(request.duration_ms)}</span>
        </div>
      ) : (
        <div className="dimmed">{isLooking ? t('looking') : isBusy ? t('tooMany') : t('fromConsole')}</div>
      )}
    </section>
  );
}
