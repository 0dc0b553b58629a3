import { Link } from '@tanstack/react-router';

import { Breakable } from '../../../ui/breakable';
import type { Column } from '../../../ui/table/data-table';
import { Status } from '../../../ui/tag';
import { Time, useNow } from '../../../ui/time';
import { nextAttemptLabel, resultLabel, statusLabel, STATUS_TONES, triggerLabel, type Delivery } from './labels';
import { t } from './texts';

import './deliveries.css';

export function StatusTag({ of }: { of: Delivery }) {
  return (
    <Status tone={STATUS_TONES[of.status]} isUsual={of.status === 'succeeded'}>
      {statusLabel(of.status)}
    </Status>
  );
}

export function NextAttempt({ of }: { of: Delivery }) {
  const words = nextAttemptLabel(of, useNow());
  return words === undefined ? null : <span className="deliveries-next">{words}</span>;
}

export function Result({ of }: { of: Delivery }) {
  const { last_attempt: last } = of;
  if (last === null) return null;
  return (
    <span className="mono deliveries-result" data-failed={last.code !== 'ok' || undefined}>
      {resultLabel(last)}
    </span>
  );
}

export const attemptLabel = ({ attempt_count: count, max_attempts: max }: Delivery): string =>
  t('attemptOf', { count, max });

export function deliveryColumns(nameOf?: (webhookId: string) => string | undefined): Column<Delivery>[] {
  return [
    { title: t('time'), fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: t('type'),
      main: true,
      cell: ({ id, event_type: type }) => (
        <Link
          to="."
          search={((old: object) => ({ ...old, delivery: id })) as never}
          // Closed, the drawer goes back to the list.
          state={((old: object) => ({ ...old, overlay: 'delivery' })) as never}
          resetScroll={false}
          className="row-link mono deliveries-type"
        >
          <Breakable text={type} />
        </Link>
      ),
    },
    ...(nameOf
      ? [
          {
            title: t('webhook'),
            priority: 2,
            isMerged: true,
            cell: ({ webhook_id: id }: Delivery) => (
              <span className="deliveries-webhook truncate">{nameOf(id) ?? t('deletedWebhook')}</span>
            ),
          } satisfies Column<Delivery>,
        ]
      : []),
    {
      title: t('status'),
      cell: (row) => (
        <span className="deliveries-status">
          <StatusTag of={row} />
          <NextAttempt of={row} />
        </span>
      ),
    },
    { title: t('response'), fit: true, cell: (row) => <Result of={row} /> },
    { title: t('attempt'), fit: true, named: true, priority: 2, cell: attemptLabel },
    { title: t('trigger'), fit: true, priority: 3, cell: ({ trigger }) => triggerLabel(trigger) },
  ];
}
