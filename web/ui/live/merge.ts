import type { InfiniteData } from '@tanstack/react-query';

export interface Row {
  id: string;
}
export interface Head<T extends Row> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}
type Pages<T extends Row> = InfiniteData<Head<T>>;

/** Limits the memory of a tab that stays open. */
const MAX_ROWS = 1000;

const idsOf = <T extends Row>({ pages }: Pages<T>): Set<string> =>
  new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));

/** How many rows of the head are not in the list. */
export function countNew<T extends Row>(list: Pages<T>, head: Head<T>): number {
  const known = idsOf(list);
  return head.data.filter(({ id }) => !known.has(id)).length;
}

/**
 * Adds the head to the list, each row once. When the head does not reach a known row there would be a gap: then the
 * list restarts with the head.
 */
export function mergeHead<T extends Row>(list: Pages<T>, head: Head<T>): { data: Pages<T>; arrived: string[] } {
  const known = idsOf(list);
  const arrived = head.data.map(({ id }) => id).filter((id) => !known.has(id));
  if (arrived.length === 0) return { data: list, arrived };
  const isApart = arrived.length === head.data.length && head.has_more;
  if (isApart || known.size + arrived.length > MAX_ROWS) {
    return { data: { pages: [head], pageParams: list.pageParams.slice(0, 1) }, arrived };
  }
  const inHead = new Set(head.data.map(({ id }) => id));
  const pages = list.pages.map((page, index) => {
    const older = page.data.filter(({ id }) => !inHead.has(id));
    return { ...page, data: index === 0 ? [...head.data, ...older] : older };
  });
  return { data: { ...list, pages }, arrived };
}
