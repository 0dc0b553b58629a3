import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Outputs } from '../../trpc';
import { formatClock, formatDuration } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { DataTable, type Column } from '../../ui/table/data-table';
import { SurfaceTag } from '../../ui/tag';
import { Time } from '../../ui/time';

import './activity.css';

export type RequestRow = Outputs['request_logs']['list']['data'][number];

export const Status = ({ status }: { status: number }) => (
  <span className="mono activity-status" data-failed={status >= 400 || undefined}>
    {status}
  </span>
);

interface RequestRowsProps {
  rows: readonly RequestRow[];
  isNew?: (row: RequestRow) => boolean;
  /** Without time, code and key: for the overview. */
  short?: boolean;
  /** Name of a key by its id. */
  nameOf?: (keyId: string) => string | undefined;
  footer?: ReactNode;
}

/** Requests, one a row. */
export function RequestRows({ rows, isNew, short = false, nameOf, footer }: RequestRowsProps) {
  const { id: ws } = useWorkspace();
  const columns: Column<RequestRow>[] = [
    {
      title: 'Time',
      fit: true,
      cell: ({ created_at: at }) => (short ? <span className="mono dimmed">{formatClock(at)}</span> : <Time at={at} />),
    },
    { title: 'Status', fit: true, cell: ({ status }) => <Status status={status} /> },
    {
      title: 'Request',
      main: true,
      cell: ({ id, method, path }) => (
        <Link className="row-link mono activity-path" to="/w/$ws/activity/$id" params={{ ws, id }}>
          {method} {path}
        </Link>
      ),
    },
    ...(short
      ? []
      : [
          { title: 'Code', cell: ({ code }: RequestRow) => code && <span className="mono">{code}</span> },
          {
            title: 'Key',
            wide: true,
            cell: ({ key_id: id }: RequestRow) =>
              id && <span className="truncate">{nameOf?.(id) ?? 'Removed key'}</span>,
          },
        ]),
    { title: 'Duration', align: 'right', fit: true, cell: ({ duration_ms: ms }) => formatDuration(ms) },
    { title: 'Surface', fit: true, cell: ({ surface }) => <SurfaceTag surface={surface} /> },
  ];
  return (
    <DataTable
      label="Requests"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      bare={short}
      {...(isNew ? { isNew } : {})}
      footer={footer}
    />
  );
}
