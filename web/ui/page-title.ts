import { useEffect, useRef } from 'react';

import { brand } from './brand';

/** The first page keeps the focus where the browser put it. */
let shown = 0;

export function usePageTitle(title: string, context?: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, context, brand.name].filter(Boolean).join(' · ');
  }, [title, context]);
  useEffect(() => {
    if (shown > 0) heading.current?.focus({ preventScroll: true });
    shown += 1;
  }, []);
  return heading;
}
