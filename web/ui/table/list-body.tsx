import type { InfiniteData } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Loading } from '../states/loading';
import { Content, NoMatch } from '../states/states';
import { LoadMore, rowsOf } from './load-more';

export interface ListQuery<T> extends Omit<Parameters<typeof LoadMore>[0]['query'], 'error'> {
  data: InfiniteData<{ data: T[] }> | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
}

export interface ActiveFilter {
  label: string;
  remove: () => void;
}

interface Active {
  active: readonly ActiveFilter[];
  onClear: () => void;
}

/** `change` removes the filters that it is given. */
export function activeFilters(
  labels: Readonly<Record<string, string | undefined>>,
  change: (cleared: Record<string, undefined>) => void,
): Active {
  const active = Object.entries(labels).flatMap(([name, label]) =>
    label === undefined ? [] : [{ label, remove: () => change({ [name]: undefined }) }],
  );
  return { active, onClear: () => change(Object.fromEntries(Object.keys(labels).map((name) => [name, undefined]))) };
}

interface ListBodyProps<T> extends Active {
  query: ListQuery<T>;
  skeleton?: number;
  empty: ReactNode;
  children: (rows: T[], footer: ReactNode) => ReactNode;
}

export function ListBody<T>({ query, active, onClear, skeleton = 5, empty, children }: ListBodyProps<T>) {
  return (
    <Content query={query} loading={<Loading rows={skeleton} />}>
      {(data) => {
        const rows = rowsOf(data);
        if (rows.length > 0) return children(rows, <LoadMore query={query} />);
        // The list with the previous filters does not tell whether this one is empty.
        if (query.isPlaceholderData) return <Loading rows={skeleton} />;
        if (active.length === 0) return empty;
        return <NoMatch filters={active} onClear={onClear} />;
      }}
    </Content>
  );
}
