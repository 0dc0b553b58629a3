import type { ReactNode, RefObject } from 'react';

import type { MenuActions } from '../menu/menu-action';
import { MoreMenu } from '../menu/more-menu';
import { useRowShortcuts } from '../shortcuts';
import { t } from '../texts';

import './table.css';

export interface Column<T> {
  title: string;
  label?: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** As narrow as its content. */
  fit?: boolean;
  /** Never narrower than its text needs; in cards, the line above the others. By default the first column. */
  main?: boolean;
  /**
   * 1, the default: always there. 2: not in cards, and not in tables below 880 px. 3: only in tables of 1120 px and
   * more. A window of 1024 px has a table of 752 px, one of 1280 has 1008, one of 1440 has 1168.
   */
  priority?: 1 | 2 | 3;
  /** Where the column is left out by its priority, its value stands below the main one. */
  isMerged?: boolean;
  /** In cards, which show no header row, the title precedes the value. */
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
  /** What can be done with a row: a menu at its end. `{ label: t('edit'), icon: IconPencil, onClick: () => … }`. */
  actions?: (row: T) => MenuActions;
  /** Names the menu of a row for screen readers. */
  nameOf?: (row: T) => string;
  footer?: ReactNode;
  bare?: boolean;
  /** Given when `rows` are only those in view. */
  part?: TablePart;
}

/**
 * The main cell holds `<Link className="row-link" …>`, which covers its row, so that rows open in tabs and by keyboard.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, isNew, isCurrent, actions, nameOf, footer, bare = false, part } = props;
  const frame = useRowShortcuts();
  const hasMain = columns.some(({ main }) => main);
  const isMain = ({ main }: Column<T>, index: number) => (hasMain ? main === true : index === 0);
  const merged = columns.filter((column, index) => column.isMerged && !isMain(column, index));
  return (
    <div ref={frame} className={bare ? 'table-frame' : 'table-frame card'}>
      <table className="table" aria-label={label} aria-rowcount={part && part.count + 1}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column.title || column.label} scope="col" {...marksOf(column, isMain(column, index))}>
                {column.title || <span className="visually-hidden">{column.label}</span>}
              </th>
            ))}
            {actions && (
              <th scope="col" data-fit data-actions>
                <span className="visually-hidden">{t('moreActions')}</span>
              </th>
            )}
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
              {columns.map((column, index) => (
                <td
                  key={column.title || column.label}
                  {...marksOf(column, isMain(column, index))}
                  data-name={column.named ? column.title : undefined}
                >
                  {column.cell(row)}
                  {isMain(column, index) &&
                    merged.map(({ title, label: spoken, priority, cell }) => (
                      <div key={title || spoken} className="cell-below" data-priority={priority}>
                        {cell(row)}
                      </div>
                    ))}
                </td>
              ))}
              {actions && (
                <td data-fit data-actions>
                  <MoreMenu
                    isSmall
                    label={nameOf ? t('actionsOf', { name: nameOf(row) }) : t('moreActions')}
                    actions={actions(row)}
                  />
                </td>
              )}
            </tr>
          ))}
          {part && part.below > 0 && <tr aria-hidden style={{ height: part.below }} />}
        </tbody>
      </table>
      {footer}
    </div>
  );
}

const marksOf = <T,>({ align, fit, priority }: Column<T>, isMain: boolean) => ({
  'data-align': align,
  'data-fit': fit || undefined,
  'data-priority': priority,
  'data-main': isMain || undefined,
});
