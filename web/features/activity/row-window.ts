import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

import type { TablePart } from '../../ui/table/data-table';

/** Up to this number the browser draws all rows without effort. */
const MAX_RENDERED = 200;
const ROW_PX = 35;
const SPARE_ROWS = 15;

/**
 * The rows in view of a long list, and the height of the rows above and below. Undefined for a list that is short
 * enough.
 */
export function useRowWindow<T>(rows: readonly T[]): (TablePart & { rows: T[] }) | undefined {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const isLong = rows.length > MAX_RENDERED;
  // oxlint-disable-next-line react/incompatible-library -- its answers change on scroll, so they are not kept
  const virtual = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => ROW_PX,
    overscan: SPARE_ROWS,
    scrollMargin: top,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, [isLong]);
  if (!isLong) return undefined;

  const shown = virtual.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    rows: shown.flatMap(({ index }) => rows[index] ?? []),
    start: first?.index ?? 0,
    count: rows.length,
    above: first ? first.start - top : 0,
    below: last ? virtual.getTotalSize() - (last.end - top) : virtual.getTotalSize(),
    body,
    measure: virtual.measureElement,
  };
}
