import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';

import './tab-links.css';

/** Pages of one surface or one object: routes as tabs. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav ref={useCurrentInView()} className="tab-links" aria-label={label}>
      {children}
    </nav>
  );
}

interface TabsProps {
  /** Of what they are. */
  label: string;
  tabs: readonly { tab: string; label: string }[];
  /** As the address has it; without one it is the first. */
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
          // Without a tab it is the first: then its link, too, has none, or it would not be the current one.
          search={(at === 0 && current === undefined ? {} : { tab }) as never}
        >
          {label}
        </Link>
      ))}
    </TabLinks>
  );
}

/** Shows the tab of this page where the tabs are wider than the window, as on phones. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = tabs.current?.querySelector('[aria-current="page"]');
    if (!tabs.current || !current) return;
    const frame = tabs.current.getBoundingClientRect();
    const { left, width } = current.getBoundingClientRect();
    // Not `scrollIntoView`: the page itself stays where it is.
    tabs.current.scrollLeft += left - frame.left - (frame.width - width) / 2;
  }, []);
  return tabs;
}
