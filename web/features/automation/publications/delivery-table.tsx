import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatNumber } from '../../../ui/format';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time, useNow } from '../../../ui/time';
import { StateTag } from '../state-tag';
import { useChannelName } from '../use-channels';
import { DELIVERY_STATUSES, reasonOf, recipientName, type PublicationDelivery } from './labels';

import '../automation.css';

interface DeliveryTableProps {
  rows: PublicationDelivery[];
  currentId: string | undefined;
  footer: ReactNode;
  bare?: boolean;
}

export function DeliveryTable({ rows, currentId, footer, bare = false }: DeliveryTableProps) {
  const channelName = useChannelName();
  const columns: Column<PublicationDelivery>[] = [
    {
      title: 'Recipient',
      main: true,
      cell: ({ id, label, to, channel }) => (
        <NameCell
          name={
            <Link
              className="row-link"
              to="."
              search={(old: object) => ({ ...old, delivery: id })}
              replace
              resetScroll={false}
            >
              {recipientName({ label, to })}
            </Link>
          }
        >
          <span className="dimmed automation-small truncate">
            {channelName(channel)}
            {label !== null && label !== to && ` · ${to}`}
          </span>
        </NameCell>
      ),
    },
    { title: 'Status', cell: (delivery) => <DeliveryState of={delivery} /> },
    { title: 'Parts', align: 'right', fit: true, priority: 2, cell: ({ parts }) => formatNumber(parts.length) },
    {
      title: 'Changed',
      fit: true,
      named: true,
      cell: ({ updated_at: at }) => <Time at={at} />,
    },
  ];
  return (
    <DataTable
      bare={bare}
      label="Deliveries"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isCurrent={({ id }) => id === currentId}
      footer={footer}
    />
  );
}

export function DeliveryState({ of }: { of: PublicationDelivery }) {
  const reason = reasonOf(of, useNow());
  return (
    <span className="pub-state">
      <StateTag of={DELIVERY_STATUSES[of.status]} />
      {reason !== undefined && <span className="dimmed automation-small">{reason}</span>}
    </span>
  );
}
