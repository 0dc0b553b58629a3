import { IconArrowUp } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import type { LiveUpdate } from '../../ui/live/live';
import type { Head, Row } from '../../ui/live/merge';
import { useLiveList } from '../../ui/live/use-live-list';
import type { MenuActions } from '../../ui/menu/menu-action';
import { DataTable, type Column } from '../../ui/table/data-table';
import { type ActiveFilter, ListBody, type ListQuery } from '../../ui/table/list-body';
import { t } from './live/texts';
import { rememberList } from './remembered-list';
import { useRowWindow } from './row-window';

interface LiveListProps<T extends Row> {
  label: string;
  columns: readonly Column<T>[];
  query: ListQuery<T>;
  queryKey: QueryKey;
  readHead: () => Promise<Head<T>>;
  accepts: (update: LiveUpdate) => boolean;
  isPaused: boolean;
  active: readonly ActiveFilter[];
  onClear: () => void;
  empty: ReactNode;
  /** A menu at the end of each row, and its name. */
  actions?: (row: T) => MenuActions;
  nameOf?: (row: T) => string;
}

/**
 * A live list, newest first. New rows appear by themselves at the top of the page only, so that a reader is not
 * disturbed.
 */
export function LiveList<T extends Row>(props: LiveListProps<T>) {
  const { query, queryKey, readHead, accepts, isPaused, active, onClear, empty } = props;
  const live = useLiveList({ queryKey, readHead, accepts, isPaused });
  const toTop = () => {
    window.scrollTo({ top: 0 });
    live.showWaiting();
  };
  return (
    <>
      {live.waiting > 0 && (
        <div className="activity-new">
          <button type="button" className="activity-pill" onClick={toTop}>
            <IconArrowUp size={14} aria-hidden />
            {t(live.isMore ? 'manyNewRows' : 'newRows', { count: live.waiting })}
          </button>
        </div>
      )}
      <ListBody query={query} skeleton={8} active={active} onClear={onClear} empty={empty}>
        {(rows, footer) => <Rows {...props} rows={rows} isNew={live.isFresh} footer={footer} />}
      </ListBody>
    </>
  );
}

interface RowsProps<T extends Row> extends LiveListProps<T> {
  rows: readonly T[];
  isNew: (row: T) => boolean;
  footer: ReactNode;
}

function Rows<T extends Row>({ label, columns, rows, isNew, footer, actions, nameOf }: RowsProps<T>) {
  const part = useRowWindow(rows);
  useEffect(() => rememberList(rows.map(({ id }) => id)), [rows]);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={part?.rows ?? rows}
      rowKey={({ id }) => id}
      isNew={isNew}
      {...(actions ? { actions } : {})}
      {...(nameOf ? { nameOf } : {})}
      {...(part ? { part } : {})}
      footer={footer}
    />
  );
}
