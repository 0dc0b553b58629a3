/** Nothing above a section is drawn any more once it has not moved for so long. */
const STEADY_MS = 1500;
/** Whoever is still not there by then scrolls by hand. */
const TIMEOUT_MS = 10_000;
/** A reader scrolls with these: then the anchor is given up. */
const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the section of an anchor in view while the page above it is drawn: Scalar scrolls to it once and then draws
 * what it skipped.
 */
export function keepAnchorInView(box: HTMLElement): { follow: () => void; stop: () => void } {
  let letGo: (() => void) | undefined;
  const follow = (): void => {
    letGo?.();
    letGo = hold(box, anchorOf(location));
  };
  window.addEventListener('hashchange', follow);
  follow();
  return {
    follow,
    stop: () => {
      letGo?.();
      window.removeEventListener('hashchange', follow);
    },
  };
}

/** Empty for none, and for one that is no text. */
function anchorOf({ hash }: Location): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

function hold(box: HTMLElement, anchor: string): () => void {
  const began = performance.now();
  let steadySince = began;
  let frame = 0;
  let section: Element | null = null;
  const letGo = (): void => {
    cancelAnimationFrame(frame);
    for (const name of READING) window.removeEventListener(name, letGo);
  };
  const check = (now: number): void => {
    if (!section?.isConnected) section = box.querySelector(`[id$="/${CSS.escape(anchor)}"]`);
    if (!section || bringBack(section)) steadySince = now;
    if (now - steadySince > STEADY_MS || now - began > TIMEOUT_MS) letGo();
    else frame = requestAnimationFrame(check);
  };
  if (anchor === '') return letGo;
  for (const name of READING) window.addEventListener(name, letGo, { passive: true });
  frame = requestAnimationFrame(check);
  return letGo;
}

/** Scrolls only when the section’s start is outside the upper half of the window and can come closer. */
function bringBack(section: Element): boolean {
  const { top } = section.getBoundingClientRect();
  if (top >= -1 && top < window.innerHeight / 2) return false;
  section.scrollIntoView({ block: 'start', behavior: 'instant' });
  return Math.abs(section.getBoundingClientRect().top - top) > 1;
}
