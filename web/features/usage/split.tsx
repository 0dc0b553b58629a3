import type { ReactNode } from 'react';

import { formatDuration, formatNumber } from '../../ui/format';
import { DataTable, type Column } from '../../ui/table/data-table';
import type { Summary } from './sums';
import { t } from './texts';

import './usage.css';

interface SplitTableProps {
  label: string;
  title: string;
  rows: readonly Summary[];
  nameOf: (name: string) => ReactNode;
  /** Beside something else: without what is the least asked for. */
  isNarrow?: boolean;
}

export function SplitTable({ label, title, rows, nameOf, isNarrow = false }: SplitTableProps) {
  const max = Math.max(1, ...rows.map(({ requests }) => requests));
  const columns: Column<Summary>[] = [
    { title, cell: ({ name }) => <span className="truncate usage-name">{nameOf(name)}</span> },
    ...(isNarrow
      ? []
      : [{ title: '', label: t('share'), priority: 2 as const, cell: (row: Summary) => <Share of={row} max={max} /> }]),
    { title: t('requests'), align: 'right', named: true, cell: ({ requests }) => formatNumber(requests) },
    { title: t('refused'), align: 'right', named: true, cell: ({ refused }) => formatNumber(refused) },
    { title: t('failed'), align: 'right', named: true, cell: ({ failed }) => formatNumber(failed) },
    { title: t('limited'), align: 'right', cell: ({ limited }) => formatNumber(limited), priority: 2 },
    { title: t('mean'), align: 'right', cell: ({ mean }) => formatDuration(mean), priority: 2 },
    ...(isNarrow
      ? []
      : [
          {
            title: t('slowest'),
            align: 'right' as const,
            priority: 2 as const,
            cell: ({ slowest }: Summary) => formatDuration(slowest),
          },
        ]),
  ];
  return <DataTable bare label={label} columns={columns} rows={rows} rowKey={({ name }) => name} />;
}

function Share({ of: { requests, refused, failed }, max }: { of: Summary; max: number }) {
  const parts = [
    [requests - refused - failed, '--primary'],
    [refused, '--ink-auto'],
    [failed, '--danger-filled'],
  ] as const;
  return (
    <span className="usage-share" aria-hidden>
      {parts.map(([count, color]) => (
        <i key={color} style={{ width: `${(count / max) * 100}%`, background: `var(${color})` }} />
      ))}
    </span>
  );
}
