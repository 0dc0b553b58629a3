import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatNumber } from '../../../ui/format';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time, useNow } from '../../../ui/time';
import { StateTag } from '../state-tag';
import { useChannelName } from '../use-channels';
import { useRecipientNames } from '../use-recipient-names';
import { deliveryState, reasonOf, type PublicationDelivery } from './labels';
import { t } from './texts';

import '../automation.css';

interface DeliveryTableProps {
  rows: PublicationDelivery[];
  currentId: string | undefined;
  footer: ReactNode;
  bare?: boolean;
  /** Names publications by their ID, where the list has deliveries of several. */
  publicationName?: (id: string) => string | undefined;
}

const link = (id: string, name: ReactNode) => (
  <Link
    className="row-link"
    to="."
    search={(old: object) => ({ ...old, delivery: id })}
    // As `useOverlay` opens it, so that Back closes the drawer.
    state={(old) => ({ ...old, overlay: 'delivery' })}
    resetScroll={false}
  >
    {name}
  </Link>
);

export function DeliveryTable({ rows, currentId, footer, bare = false, publicationName }: DeliveryTableProps) {
  const channelName = useChannelName();
  const nameOf = useRecipientNames(rows);
  const recipient = (of: PublicationDelivery, name: ReactNode) => (
    <NameCell name={name}>
      <span className="dimmed automation-small truncate">
        {channelName(of.channel)}
        {/* The ID of a contact says nothing. */}
        {of.to.startsWith('+') && nameOf(of) !== of.to && ` · ${of.to}`}
      </span>
    </NameCell>
  );
  const first: Column<PublicationDelivery>[] = publicationName
    ? [
        {
          title: t('aPublication'),
          main: true,
          cell: ({ id, publication_id: publication }) => link(id, publicationName(publication) ?? publication),
        },
        { title: t('recipient'), cell: (of) => <div className="pub-recipient">{recipient(of, nameOf(of))}</div> },
      ]
    : [{ title: t('recipient'), main: true, cell: (of) => recipient(of, link(of.id, nameOf(of))) }];
  const columns: Column<PublicationDelivery>[] = [
    ...first,
    { title: t('status'), cell: (delivery) => <DeliveryState of={delivery} /> },
    { title: t('parts'), align: 'right', fit: true, priority: 3, cell: ({ parts }) => formatNumber(parts.length) },
    { title: t('updated'), fit: true, named: true, cell: ({ updated_at: at }) => <Time at={at} /> },
  ];
  return (
    <DataTable
      bare={bare}
      label={t('deliveries')}
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
      <StateTag of={deliveryState(of)} />
      {reason !== undefined && <span className="dimmed automation-small">{reason}</span>}
    </span>
  );
}
