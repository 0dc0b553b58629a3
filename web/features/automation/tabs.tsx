import { Link } from '@tanstack/react-router';

import '../../ui/shell/tab-links.css';

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
    <nav className="tab-links" aria-label={name}>
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
    </nav>
  );
}
