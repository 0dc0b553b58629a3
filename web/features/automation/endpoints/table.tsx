import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatNumber } from '../../../ui/format';
import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time } from '../../../ui/time';
import { StateTag } from '../state-tag';
import { PRESET_NAMES, STATUSES, type Endpoint } from './labels';

import '../automation.css';

export function EndpointTable({ rows, footer }: { rows: Endpoint[]; footer?: ReactNode }) {
  const { id: ws } = useWorkspace();
  const columns: Column<Endpoint>[] = [
    {
      title: 'Endpoint',
      main: true,
      cell: (endpoint) => (
        <NameCell
          name={
            <Link
              className="row-link"
              to="/w/$ws/automation/endpoints/$endpoint"
              params={{ ws, endpoint: endpoint.id }}
            >
              {endpoint.name}
            </Link>
          }
        >
          <span className="dimmed automation-small truncate">{PRESET_NAMES[endpoint.preset]}</span>
        </NameCell>
      ),
    },
    { title: 'Status', fit: true, cell: (endpoint) => <StateTag of={STATUSES[endpoint.status]} /> },
    {
      title: 'Taken 24 h',
      align: 'right',
      fit: true,
      named: true,
      cell: ({ stats }) => <span className="numbers">{formatNumber(stats.accepted_24h)}</span>,
    },
    {
      title: 'Refused 24 h',
      align: 'right',
      fit: true,
      named: true,
      cell: ({ stats }) => (
        <span className={stats.rejected_24h > 0 ? 'numbers automation-bad' : 'numbers'}>
          {formatNumber(stats.rejected_24h)}
        </span>
      ),
    },
    { title: 'Last request', fit: true, named: true, cell: ({ stats }) => <Time at={stats.last_request_at} /> },
  ];
  return (
    <DataTable
      label="Inbound endpoints"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      footer={footer ?? null}
    />
  );
}
