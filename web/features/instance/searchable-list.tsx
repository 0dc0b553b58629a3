import type { Icon } from '@tabler/icons-react';

import { activeOf } from '../../ui/filter/filter';
import { FilterBar } from '../../ui/filter/filter-bar';
import type { MenuActions } from '../../ui/menu/menu-action';
import { Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { ListBody, type ListQuery } from '../../ui/table/list-body';
import { rowsOf } from '../../ui/table/load-more';

const NONE = [] as const;

interface SearchableListProps<T> {
  label: string;
  icon: Icon;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  query: ListQuery<T>;
  search: string;
  q: string | undefined;
  /** Title and explanation of a list without rows. */
  empty: { title: string; help?: string };
  actions?: (row: T) => MenuActions;
  nameOf?: (row: T) => string;
  onSearch: (q: string | undefined) => void;
}

export function SearchableList<T>(props: SearchableListProps<T>) {
  const { label, icon, columns, rowKey, query, search, q, empty, onSearch, ...menu } = props;
  const change = (next: { q?: string | undefined }) => onSearch(next.q);
  return (
    <>
      <FilterBar
        search={search}
        filters={NONE}
        values={{ q }}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={6}
        {...activeOf(NONE, { q }, change)}
        empty={
          <Empty icon={icon} title={empty.title}>
            {empty.help}
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable label={label} columns={columns} rows={rows} rowKey={rowKey} footer={footer} {...menu} />
        )}
      </ListBody>
    </>
  );
}
