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
const MAX_ROWS = 10_000;

const idsOf = <T extends Row>({ pages }: Pages<T>): Set<string> =>
  new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));

/** How many rows of the head are not in the list. */
export function countNew<T extends Row>(list: Pages<T>, head: Head<T>): number {
  const known = idsOf(list);
  return head.data.filter(({ id }) => !known.has(id)).length;
}

/**
 * Adds the head to the list, each row once; what is too long loses its last pages, which can be loaded again. When the
 * head does not reach a known row there would be a gap: then the list restarts with the head.
 */
export function mergeHead<T extends Row>(list: Pages<T>, head: Head<T>): { data: Pages<T>; arrived: string[] } {
  const known = idsOf(list);
  const arrived = head.data.map(({ id }) => id).filter((id) => !known.has(id));
  if (arrived.length === 0) return { data: list, arrived };
  const isApart = arrived.length === head.data.length && head.has_more;
  const restarted = { data: { pages: [head], pageParams: list.pageParams.slice(0, 1) }, arrived };
  if (isApart) return restarted;
  const inHead = new Set(head.data.map(({ id }) => id));
  const pages = list.pages.map((page, index) => {
    const older = page.data.filter(({ id }) => !inHead.has(id));
    return { ...page, data: index === 0 ? [...head.data, ...older] : older };
  });
  const kept = countWithin(pages, MAX_ROWS);
  if (kept === 0) return restarted;
  return { data: { pages: pages.slice(0, kept), pageParams: list.pageParams.slice(0, kept) }, arrived };
}

/** How many pages from the first have at most so many rows together. */
function countWithin<T extends Row>(pages: readonly Head<T>[], max: number): number {
  let rows = 0;
  const over = pages.findIndex(({ data }) => (rows += data.length) > max);
  return over < 0 ? pages.length : over;
}
