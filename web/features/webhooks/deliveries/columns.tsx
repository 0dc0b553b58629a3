import { Link } from '@tanstack/react-router';

import { Breakable } from '../../../ui/breakable';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import type { Column } from '../../../ui/table/data-table';
import { Tag } from '../../../ui/tag';
import { Time, useNow } from '../../../ui/time';
import { nextAttemptLabel, resultLabel, STATUSES, TRIGGERS, type Delivery } from './labels';

import './deliveries.css';

export function StatusTag({ of }: { of: Delivery }) {
  const { tone, label } = STATUSES[of.status];
  return (
    <Tag tone={tone} dot>
      {label}
    </Tag>
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

export const attemptLabel = ({ attempt_count: count, max_attempts: max }: Delivery): string => `${count} of ${max}`;

export function deliveryColumns(nameOf?: (webhookId: string) => string | undefined): Column<Delivery>[] {
  return [
    { title: 'Time', fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
    { title: 'Status', fit: true, cell: (row) => <StatusTag of={row} /> },
    {
      title: 'Type',
      main: true,
      cell: ({ id, event_type: type }) => (
        <Link
          to="."
          search={((old: object) => ({ ...old, delivery: id })) as never}
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
            title: 'Webhook',
            cell: ({ webhook_id: id }: Delivery) => (
              <span className="deliveries-webhook truncate">{nameOf(id) ?? 'Removed webhook'}</span>
            ),
          },
        ]
      : []),
    { title: 'Result', fit: true, cell: (row) => <Result of={row} /> },
    { title: 'Attempt', fit: true, named: true, priority: 2, cell: attemptLabel },
    { title: 'Next attempt', fit: true, cell: (row) => <NextAttempt of={row} /> },
    { title: 'Trigger', fit: true, priority: 3, cell: ({ trigger }) => TRIGGERS[trigger] },
    {
      title: '',
      label: 'Copy as code',
      fit: true,
      priority: 2,
      cell: ({ id }) => <CopyAsCode operation="webhooks_deliveries_get" input={{ delivery_id: id }} isSmall />,
    },
  ];
}
