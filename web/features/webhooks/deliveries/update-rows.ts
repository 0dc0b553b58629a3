import type { InfiniteData } from '@tanstack/react-query';

import type { Head, Row } from '../../../ui/live/merge';

type Pages<T extends Row> = InfiniteData<Head<T>>;

/**
 * Updates the rows from the head. Known rows that the head should contain and does not, no longer match the filters and
 * are removed. `mergeHead` adds new rows.
 */
export function refreshRows<T extends Row>(list: Pages<T>, head: Head<T>): Pages<T> {
  const fresh = new Map(head.data.map((row) => [row.id, row]));
  const all = list.pages.flatMap(({ data }) => data);
  const last = head.data.at(-1)?.id;
  const end = head.has_more ? all.findIndex(({ id }) => id === last) : all.length;
  const within = new Set(all.slice(0, Math.max(end, 0)).map(({ id }) => id));
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      data: page.data.flatMap((row) => fresh.get(row.id) ?? (within.has(row.id) ? [] : [row])),
    })),
  };
}

export const replaceRow = <T extends Row>(list: Pages<T>, row: T): Pages<T> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, data: page.data.map((old) => (old.id === row.id ? row : old)) })),
});
