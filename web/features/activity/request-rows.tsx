import { Link } from '@tanstack/react-router';

import { Breakable } from '../../ui/breakable';
import { formatClock, formatDuration } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { DataTable, type Column } from '../../ui/table/data-table';
import { SurfaceTag } from '../../ui/tag';
import { Time } from '../../ui/time';
import type { RequestRow } from './request-as-code';
import { t } from './texts';

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
  title: t('request'),
  main: true,
  cell: ({ id, method, path }) => (
    <Link className="row-link mono activity-path" to="/w/$ws/activity/$id" params={{ ws, id }} title={path}>
      {method} <Breakable text={path} />
    </Link>
  ),
});
const statusColumn = (): Column<RequestRow> => ({
  title: t('status'),
  fit: true,
  cell: ({ status }) => <Status status={status} />,
});
const durationColumn = (): Column<RequestRow> => ({
  title: t('duration'),
  align: 'right',
  fit: true,
  cell: ({ duration_ms: ms }) => formatDuration(ms),
});
const surfaceColumn = (): Column<RequestRow> => ({
  title: t('surface'),
  fit: true,
  cell: ({ surface, path }) => (
    <div className="activity-surface">
      <SurfaceTag surface={surface} path={path} />
    </div>
  ),
});

export const requestColumns = ({ ws, nameOf }: ColumnsOf): Column<RequestRow>[] => [
  { title: t('time'), fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
  statusColumn(),
  requestColumn(ws),
  { title: t('code'), priority: 2, cell: ({ code }) => code && <span className="mono">{code}</span> },
  {
    title: t('key'),
    priority: 3,
    cell: ({ key_id: id }) => id && <span className="activity-object">{nameOf(id) ?? t('deletedKey')}</span>,
  },
  durationColumn(),
  surfaceColumn(),
];

interface LastRequestsProps {
  label?: string;
  rows: readonly RequestRow[];
  isNew: (row: RequestRow) => boolean;
}

export function LastRequests({ label = t('requests'), rows, isNew }: LastRequestsProps) {
  const { id: ws } = useWorkspace();
  const columns: Column<RequestRow>[] = [
    {
      title: t('time'),
      fit: true,
      cell: ({ created_at: at }) => <span className="mono dimmed">{formatClock(at)}</span>,
    },
    statusColumn(),
    requestColumn(ws),
    durationColumn(),
    surfaceColumn(),
  ];
  return <DataTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} isNew={isNew} bare />;
}
