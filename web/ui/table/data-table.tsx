import type { ReactNode } from 'react';

import './table.css';

export interface Column<T> {
  /** Heading; empty for a column of buttons, then give `label`. */
  title: string;
  label?: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** As narrow as its content. */
  fit?: boolean;
  /** On phones, the line of its own above the others; by default the first column. */
  main?: boolean;
  /** Left out on phones. */
  wide?: boolean;
}

interface DataTableProps<T> {
  /** What is listed, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Rows that just came: they flash. */
  isNew?: (row: T) => boolean;
  /** The row that is open beside the table. */
  isCurrent?: (row: T) => boolean;
  /** Below the rows: `<LoadMore query={…} />`. */
  footer?: ReactNode;
  /** Inside a card, which has the border. */
  bare?: boolean;
}

/**
 * A list. The first cell holds `<Link className="row-link" …>`, which covers its row, so that rows open in tabs and by
 * keyboard.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, isNew, isCurrent, footer, bare = false } = props;
  const hasMain = columns.some(({ main }) => main);
  return (
    <div className={bare ? 'table-frame' : 'table-frame card'}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, label: spoken, align, fit, wide }) => (
              <th
                key={title || spoken}
                scope="col"
                data-align={align}
                data-fit={fit || undefined}
                data-wide={wide || undefined}
              >
                {title || <span className="visually-hidden">{spoken}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={isNew?.(row) ? 'row-new' : undefined} data-current={isCurrent?.(row)}>
              {columns.map(({ title, label: spoken, cell, align, fit, wide, main }, index) => (
                <td
                  key={title || spoken}
                  data-align={align}
                  data-fit={fit || undefined}
                  data-wide={wide || undefined}
                  data-main={(hasMain ? main : index === 0) || undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {footer}
    </div>
  );
}
