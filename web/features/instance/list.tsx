import type { Icon } from '@tabler/icons-react';

import { Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, SearchField } from '../../ui/table/filters';
import { activeFilters, ListBody, type ListQuery } from '../../ui/table/list-body';

interface FoundListProps<T> {
  /** What is listed: "Users". */
  label: string;
  icon: Icon;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  query: ListQuery<T>;
  /** What the search field says, and what is looked for. */
  search: string;
  q: string | undefined;
  /** What an empty list means. */
  empty?: string;
  onSearch: (q: string | undefined) => void;
}

/** A list that is searched by one text and read page by page. */
export function FoundList<T>(props: FoundListProps<T>) {
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
