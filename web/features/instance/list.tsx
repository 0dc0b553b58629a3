import type { Icon } from '@tabler/icons-react';
import type { InfiniteData } from '@tanstack/react-query';

import { Loading } from '../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, SearchField } from '../../ui/table/filters';
import { LoadMore, rowsOf } from '../../ui/table/load-more';

type PagedQuery<T> = Parameters<typeof LoadMore>[0]['query'] & {
  data: InfiniteData<{ data: T[] }> | undefined;
  refetch: () => unknown;
};

interface FoundListProps<T> {
  /** What is listed: "Users". */
  label: string;
  icon: Icon;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  query: PagedQuery<T>;
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
  const clear = () => onSearch(undefined);
  return (
    <>
      <Filters>
        <SearchField label={search} value={q} onChange={onSearch} />
      </Filters>
      <Content query={query} loading={<Loading rows={4} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length === 0 && q) return <NoMatch filters={[{ label: `“${q}”`, remove: clear }]} onClear={clear} />;
          if (rows.length === 0) {
            return (
              <Empty icon={icon} title={`No ${label.toLowerCase()}`}>
                {empty}
              </Empty>
            );
          }
          const footer = <LoadMore query={query} />;
          return <DataTable label={label} columns={columns} rows={rows} rowKey={rowKey} footer={footer} />;
        }}
      </Content>
    </>
  );
}
