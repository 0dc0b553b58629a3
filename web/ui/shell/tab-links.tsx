import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';

import './tab-links.css';

export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav ref={useCurrentInView()} className="tab-links" aria-label={label}>
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

/** Scrolls to the current tab where the tabs are wider than the window, as on phones. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = tabs.current?.querySelector('[aria-current="page"]');
    if (!tabs.current || !current) return;
    const frame = tabs.current.getBoundingClientRect();
    const { left, width } = current.getBoundingClientRect();
    // Not `scrollIntoView`, which also scrolls the page.
    tabs.current.scrollLeft += left - frame.left - (frame.width - width) / 2;
  }, []);
  return tabs;
}
