import type { ReactNode, RefObject } from 'react';

import { useRowShortcuts } from '../shortcuts';

import './table.css';

export interface Column<T> {
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
  /** On phones, which show no header row, the title precedes the value. */
  named?: boolean;
}

/** The visible part of a long list, and the height of the rows above and below. */
export interface TablePart {
  start: number;
  count: number;
  above: number;
  below: number;
  body: RefObject<HTMLTableSectionElement | null>;
  /** Called with each row that is drawn; its number is in `data-index`. */
  measure: (row: HTMLTableRowElement | null) => void;
}

interface DataTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  isNew?: (row: T) => boolean;
  isCurrent?: (row: T) => boolean;
  footer?: ReactNode;
  bare?: boolean;
  /** Given when `rows` are only those in view. */
  part?: TablePart;
}

/**
 * The first cell holds `<Link className="row-link" …>`, which covers its row, so that rows open in tabs and by
 * keyboard.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, isNew, isCurrent, footer, bare = false, part } = props;
  const frame = useRowShortcuts();
  const hasMain = columns.some(({ main }) => main);
  return (
    <div ref={frame} className={bare ? 'table-frame' : 'table-frame card'}>
      <table className="table" aria-label={label} aria-rowcount={part && part.count + 1}>
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
        <tbody ref={part?.body}>
          {part && part.above > 0 && <tr aria-hidden style={{ height: part.above }} />}
          {rows.map((row, rowIndex) => (
            <tr
              key={rowKey(row)}
              ref={part?.measure}
              className={isNew?.(row) ? 'row-new' : undefined}
              data-current={isCurrent?.(row)}
              data-index={part && part.start + rowIndex}
              aria-rowindex={part && part.start + rowIndex + 2}
            >
              {columns.map(({ title, label: spoken, cell, align, fit, wide, main, named }, index) => (
                <td
                  key={title || spoken}
                  data-align={align}
                  data-fit={fit || undefined}
                  data-wide={wide || undefined}
                  data-name={named ? title : undefined}
                  data-main={(hasMain ? main : index === 0) || undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {part && part.below > 0 && <tr aria-hidden style={{ height: part.below }} />}
        </tbody>
      </table>
      {footer}
    </div>
  );
}
