import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { HOUR_MS } from '../../../../../shared/durations';
import { queryClient, useTRPC } from '../../../../trpc';
import { formatPercent } from '../../../../ui/format';
import { useLiveReload } from '../../../../ui/live/use-live-reload';
import { useCan } from '../../../../ui/shell/workspace';
import { Tag } from '../../../../ui/tag';
import { Time, useNow } from '../../../../ui/time';
import { toastError } from '../../../../ui/toast/toast';
import { progressOf, replayStatus, type Replay } from './draft';
import { t } from './texts';

const POLL_MS = 1000;
/** A finished replay stays visible for this long. */
const REPORTED_MS = HOUR_MS;

const isOpen = ({ status }: Replay): boolean => status === 'queued' || status === 'running' || status === 'paused';

export function ReplayProgress({ webhookId }: { webhookId: string }) {
  const trpc = useTRPC();
  const now = useNow();
  const mayWrite = useCan()('webhooks:write');
  const list = trpc.webhooks.replays.list;
  const query = useQuery(
    list.queryOptions(
      { webhook_id: webhookId, limit: 1 },
      // Progress comes in steps of the server, most of which no signal announces.
      { refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? POLL_MS : false) },
    ),
  );
  const last = query.data?.data[0];
  useLiveReload({ after: 'webhook_delivery', queryKeys: last ? [list.pathKey()] : [] });
  const cancel = useMutation(
    trpc.webhooks.replays.cancel.mutationOptions({
      onError: (error) => toastError(error, t('replayNotCanceled')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: list.pathKey() }),
    }),
  );
  if (!last || last.id === null || last.status === null) return null;
  const {
    id,
    status,
    completed_at: end,
    matched_count: matched,
    created_count: created,
    succeeded_count: succeeded,
    exhausted_count: exhausted,
  } = last;
  if (!isOpen(last) && (end === null || now - Date.parse(end) > REPORTED_MS)) return null;

  const done = progressOf(last);
  return (
    <section className="card deliveries-replay" aria-label={t('replay')}>
      <div className="deliveries-replay-head">
        <strong>{t('replay')}</strong>
        <Tag tone={isOpen(last) ? 'info' : status === 'completed' ? 'success' : 'neutral'}>{replayStatus(status)}</Tag>
        <span className="numbers">
          {t('replayCounts', { matched, created, succeeded })}
          {exhausted > 0 && t('replayFailed', { count: exhausted })}
        </span>
        <span className="dimmed">
          <Time at={end ?? last.created_at} />
        </span>
        {mayWrite && isOpen(last) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ replay_id: id })}
          >
            {t('cancelReplay')}
          </Button>
        )}
      </div>
      {isOpen(last) && (
        <Progress value={done * 100} aria-label={t('replayProgress', { percent: formatPercent(done) })} size="sm" />
      )}
    </section>
  );
}
