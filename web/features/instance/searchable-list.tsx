import type { Icon } from '@tabler/icons-react';

import { Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, SearchField } from '../../ui/table/filters';
import { activeFilters, ListBody, type ListQuery } from '../../ui/table/list-body';

interface SearchableListProps<T> {
  label: string;
  icon: Icon;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  query: ListQuery<T>;
  search: string;
  q: string | undefined;
  empty?: string;
  onSearch: (q: string | undefined) => void;
}

export function SearchableList<T>(props: SearchableListProps<T>) {
  const { label, icon, columns, rowKey, query, search, q, empty, onSearch } = props;
  return (
    <>
      <Filters>
        <SearchField label={search} value={q} onChange={onSearch} />
      </Filters>
      <ListBody
        query={query}
        skeleton={6}
        {...activeFilters({ q: q && `“${q}”` }, () => onSearch(undefined))}
        empty={
          <Empty icon={icon} title={`No ${label.toLowerCase()}`}>
            {empty}
          </Empty>
        }
      >
        {(rows, footer) => <DataTable label={label} columns={columns} rows={rows} rowKey={rowKey} footer={footer} />}
      </ListBody>
    </>
  );
}
