import { Link } from '@tanstack/react-router';

import { Breakable } from '../../ui/breakable';
import { formatClock, formatDuration } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { DataTable, type Column } from '../../ui/table/data-table';
import { SurfaceTag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { type RequestRow, RequestAsCode } from './request-as-code';

import './activity.css';

const Status = ({ status }: { status: number }) => (
  <span className="mono activity-status" data-failed={status >= 400 || undefined}>
    {status}
  </span>
);

interface ColumnsOf {
  ws: string;
  /** Name of a key by its id. */
  nameOf: (keyId: string) => string | undefined;
}

const requestColumn = (ws: string): Column<RequestRow> => ({
  title: 'Request',
  main: true,
  cell: ({ id, method, path }) => (
    <Link className="row-link mono activity-path" to="/w/$ws/activity/$id" params={{ ws, id }} title={path}>
      {method} <Breakable text={path} />
    </Link>
  ),
});
const STATUS: Column<RequestRow> = { title: 'Status', fit: true, cell: ({ status }) => <Status status={status} /> };
const DURATION: Column<RequestRow> = {
  title: 'Duration',
  align: 'right',
  fit: true,
  cell: ({ duration_ms: ms }) => formatDuration(ms),
};
const SURFACE: Column<RequestRow> = {
  title: 'Surface',
  fit: true,
  cell: ({ surface }) => <SurfaceTag surface={surface} />,
};

export const requestColumns = ({ ws, nameOf }: ColumnsOf): Column<RequestRow>[] => [
  { title: 'Time', fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
  STATUS,
  requestColumn(ws),
  { title: 'Code', priority: 2, cell: ({ code }) => code && <span className="mono">{code}</span> },
  {
    title: 'Key',
    priority: 3,
    cell: ({ key_id: id }) => id && <span className="activity-object">{nameOf(id) ?? 'Removed key'}</span>,
  },
  DURATION,
  SURFACE,
  { title: '', label: 'Copy as code', fit: true, cell: (row) => <RequestAsCode of={row} isSmall /> },
];

interface LastRequestsProps {
  rows: readonly RequestRow[];
  isNew: (row: RequestRow) => boolean;
}

export function LastRequests({ rows, isNew }: LastRequestsProps) {
  const { id: ws } = useWorkspace();
  const columns: Column<RequestRow>[] = [
    {
      title: 'Time',
      fit: true,
      cell: ({ created_at: at }) => <span className="mono dimmed">{formatClock(at)}</span>,
    },
    STATUS,
    requestColumn(ws),
    DURATION,
    SURFACE,
  ];
  return <DataTable label="Requests" columns={columns} rows={rows} rowKey={({ id }) => id} isNew={isNew} bare />;
}
