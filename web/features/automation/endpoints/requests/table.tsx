import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useWorkspace } from '../../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../../ui/table/data-table';
import { Tag } from '../../../../ui/tag';
import { Time } from '../../../../ui/time';
import { REASONS, REQUEST_STATUSES, type InboundRequestRow } from '../words';

interface RequestTableProps {
  rows: InboundRequestRow[];
  endpointId: string;
  openId?: string | undefined;
  bare?: boolean;
  footer?: ReactNode;
}

export function RequestStatus({ of }: { of: Pick<InboundRequestRow, 'status'> }) {
  const { tone, label } = REQUEST_STATUSES[of.status];
  return (
    <Tag tone={tone} dot>
      {label}
    </Tag>
  );
}

/** What came in, newest first; each opens beside the list. */
export function RequestTable({ rows, endpointId, openId, bare = false, footer }: RequestTableProps) {
  const { id: ws } = useWorkspace();
  const columns: Column<InboundRequestRow>[] = [
    {
      title: 'Time',
      fit: true,
      main: true,
      cell: ({ id, created_at: at }) => (
        <Link
          className="row-link"
          to="/w/$ws/automation/endpoints/$endpoint"
          params={{ ws, endpoint: endpointId }}
          search={((old: object) => ({ ...old, tab: 'requests', request: id })) as never}
          resetScroll={false}
        >
          <Time at={at} />
        </Link>
      ),
    },
    { title: 'Status', fit: true, cell: (request) => <RequestStatus of={request} /> },
    {
      title: 'What came of it',
      cell: ({ reason, publications }) => (
        <span className="automation-small">{reason === null ? outcome(publications.length) : REASONS[reason]}</span>
      ),
    },
    {
      title: 'From',
      fit: true,
      wide: true,
      cell: ({ ip, replay_of: replayed }) => (
        <span className="dimmed automation-small">{replayed === null ? ip : 'Replay'}</span>
      ),
    },
  ];
  return (
    <DataTable
      label="Inbound requests"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isCurrent={({ id }) => id === openId}
      bare={bare}
      footer={footer ?? null}
    />
  );
}

const outcome = (count: number): string =>
  count === 0 ? 'Recorded' : count === 1 ? '1 publication' : `${count} publications`;
