import { useEffect, useState } from 'react';

/** Moving, typing, scrolling or following a link to an operation comes before the use of the viewer. */
const INTENT = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'hashchange'] as const;
/** Without any of it, once the page has been there for so long. */
const QUIET_MS = 5000;

/** Once somebody wanted it, it stays: on another surface it is there at once. */
let isEverWanted = false;

/** Whether the viewer, which weighs more than the whole console, is to be loaded. */
export function useViewer(): boolean {
  const [isWanted, setIsWanted] = useState(() => isEverWanted || location.hash !== '');
  useEffect(() => {
    if (isWanted) {
      isEverWanted = true;
      return;
    }
    const want = () => setIsWanted(true);
    for (const name of INTENT) window.addEventListener(name, want, { once: true, passive: true });
    const timer = setTimeout(() => {
      // Safari has no `requestIdleCallback`.
      if ('requestIdleCallback' in window) requestIdleCallback(want, { timeout: QUIET_MS });
      else want();
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      for (const name of INTENT) window.removeEventListener(name, want);
    };
  }, [isWanted]);
  return isWanted;
}
