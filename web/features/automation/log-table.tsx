import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { DataTable, type Column } from '../../ui/table/data-table';
import { Time } from '../../ui/time';
import { StateTag, type StateLabels } from './state-tag';
import { t } from './texts';

interface Logged {
  id: string;
  created_at: string;
}

export interface LogTableProps<T> {
  rows: readonly T[];
  openId?: string | undefined;
  bare?: boolean;
  footer?: ReactNode;
}

interface LogTableOf<T> extends LogTableProps<T> {
  label: string;
  open: (id: string) => object;
  stateOf: (row: T) => StateLabels;
  columns: readonly Column<T>[];
}

export function LogTable<T extends Logged>(props: LogTableOf<T>) {
  const { label, rows, openId, bare = false, footer, open, stateOf, columns } = props;
  const all: Column<T>[] = [
    {
      title: t('time'),
      fit: true,
      main: true,
      cell: ({ id, created_at: at }) => (
        <Link
          className="row-link"
          to="."
          search={((old: object) => ({ ...old, ...open(id) })) as never}
          resetScroll={false}
        >
          <Time at={at} />
        </Link>
      ),
    },
    { title: t('status'), fit: true, cell: (row) => <StateTag of={stateOf(row)} /> },
    ...columns,
  ];
  return (
    <DataTable
      label={label}
      columns={all}
      rows={rows}
      rowKey={({ id }) => id}
      isCurrent={({ id }) => id === openId}
      bare={bare}
      footer={footer ?? null}
    />
  );
}
