import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

import type { Place } from './map-tooltip';

/** The middle of a country in a map, as it is drawn now. */
export function usePlaceOf(code: string | undefined): [RefObject<HTMLDivElement | null>, Place | undefined] {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>();
  useLayoutEffect(() => {
    const map = box.current;
    const country = code === undefined ? null : map?.querySelector(`[data-country="${CSS.escape(code)}"]`);
    if (!map || !country || code === undefined) {
      setPlace(undefined);
      return;
    }
    const { left, top, width } = map.getBoundingClientRect();
    const of = country.getBoundingClientRect();
    setPlace({ code, x: of.left + of.width / 2 - left, y: of.top + of.height / 2 - top, width });
  }, [code]);
  return [box, place];
}
