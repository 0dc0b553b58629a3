import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';

import './tab-links.css';

export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav ref={useCurrentInView()} className="tab-row tab-links" aria-label={label}>
      {children}
    </nav>
  );
}

interface TabsProps {
  label: string;
  tabs: readonly { tab: string; label: string }[];
  current: string | undefined;
}

/** The parts of one object, each with an address of its own. */
export function Tabs({ label: name, tabs, current }: TabsProps) {
  return (
    <TabLinks label={name}>
      {tabs.map(({ tab, label }, at) => (
        <Link
          key={tab}
          to="."
          // The first tab has no parameter; with one, its link would not match the current address.
          search={(at === 0 && current === undefined ? {} : { tab }) as never}
        >
          {label}
        </Link>
      ))}
    </TabLinks>
  );
}

/** In pixels: a tab is faded there where more of them follow. */
const EDGE = 40;

/**
 * Scrolls to the current tab where the tabs are wider than the window, as on phones, and marks the edges beyond which
 * there are more.
 */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = tabs.current;
    if (!row) return;
    const mark = () => {
      const left = row.scrollWidth - row.clientWidth - row.scrollLeft;
      row.toggleAttribute('data-more-before', row.scrollLeft > 1);
      row.toggleAttribute('data-more-after', left > 1);
    };
    const show = () => {
      showCurrent(row);
      mark();
    };
    // A row that was hidden has its size later, and another link may become the current one.
    const sizes = new ResizeObserver(show);
    sizes.observe(row);
    const links = new MutationObserver(show);
    links.observe(row, { subtree: true, childList: true, attributeFilter: ['aria-current'] });
    row.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      links.disconnect();
      row.removeEventListener('scroll', mark);
    };
  }, []);
  return tabs;
}

function showCurrent(row: HTMLElement): void {
  const current = row.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!current) return;
  const frame = row.getBoundingClientRect();
  if (current.left >= frame.left + EDGE && current.right <= frame.right - EDGE) return;
  // Not `scrollIntoView`, which also scrolls the page.
  row.scrollLeft += current.left - frame.left - (frame.width - current.width) / 2;
}
