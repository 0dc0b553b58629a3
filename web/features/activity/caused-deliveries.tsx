import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { useLiveReload } from '../../ui/live/use-live-reload';
import { Card } from '../../ui/page';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { attemptLabel, NextAttempt, Result, StatusTag } from '../webhooks/deliveries/columns';
import type { Delivery } from '../webhooks/deliveries/labels';
import { acceptsDeliveries, useWebhookNames } from '../webhooks/deliveries/webhook-names';
import { t } from './texts';

/**
 * Deliveries of the events of one request, or of one event, oldest first; live. Empty for members who may not read
 * them.
 */
export function useCausedDeliveries(of: { request_id: string } | { event_id: string }): readonly Delivery[] {
  const trpc = useTRPC();
  const mayRead = useCan()('webhooks:read');
  const list = trpc.webhooks.deliveries.list.queryOptions({ ...of, limit: 100 }, { enabled: mayRead });
  const { data } = useQuery(list);
  useLiveReload({ after: acceptsDeliveries, queryKeys: [list.queryKey] });
  return data?.data.toReversed() ?? [];
}

export function DeliveryLines({ rows }: { rows: readonly Delivery[] }) {
  const { id: ws } = useWorkspace();
  const names = useWebhookNames(rows.length > 0);
  if (rows.length === 0) return null;
  return (
    <ul className="activity-deliveries" aria-label={t('deliveries')}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to="/w/$ws/activity/$id" params={{ ws, id: row.id }}>
            {names.get(row.webhook_id) ?? t('webhook')}
          </Link>
          <StatusTag of={row} />
          <Result of={row} />
          <span className="dimmed">{t('attempt', { number: attemptLabel(row) })}</span>
          <NextAttempt of={row} />
        </li>
      ))}
    </ul>
  );
}

export function EventDeliveries({ id }: { id: string }) {
  const rows = useCausedDeliveries({ event_id: id });
  return (
    <Card title={t('deliveries')}>
      {rows.length === 0 ? <div className="dimmed">{t('noWebhook')}</div> : <DeliveryLines rows={rows} />}
    </Card>
  );
}
