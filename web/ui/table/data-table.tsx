import type { ReactNode, RefObject } from 'react';

import { useRowShortcuts } from '../shortcuts';

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
  /** On phones, where there is no head, the title stands before the value: for bare numbers and times. */
  named?: boolean;
}

/** Of a list too long to draw: which rows these are, and the room of those above and below. */
export interface TablePart {
  start: number;
  count: number;
  above: number;
  below: number;
  body: RefObject<HTMLTableSectionElement | null>;
  /** Told of each row that is drawn, with its number as `data-index`. */
  measure: (row: HTMLTableRowElement | null) => void;
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
  /** Given when `rows` are only those in view. */
  part?: TablePart;
}

/**
 * A list. The first cell holds `<Link className="row-link" …>`, which covers its row, so that rows open in tabs and by
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
          {rows.map((row, place) => (
            <tr
              key={rowKey(row)}
              ref={part?.measure}
              className={isNew?.(row) ? 'row-new' : undefined}
              data-current={isCurrent?.(row)}
              data-index={part && part.start + place}
              aria-rowindex={part && part.start + place + 2}
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
