import { Suspense, useState, type ComponentType, type ReactNode } from 'react';

import { lazyPart, loadedAhead } from '../../lazy-parts';

export interface HeaderMenuProps {
  className: string;
  label?: string;
  children: ReactNode;
}

/** A header menu, loaded with the kit’s menu on first use: both are a fifth of the first load. */
export function headerMenu(load: () => Promise<ComponentType<HeaderMenuProps>>): ComponentType<HeaderMenuProps> {
  const Loaded = lazyPart(load);

  return function HeaderMenu(props: HeaderMenuProps) {
    const [isWanted, setIsWanted] = useState(false);
    const button = (
      <button
        type="button"
        className={props.className}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={false}
        {...loadedAhead(load)}
        onClick={() => setIsWanted(true)}
      >
        {props.children}
      </button>
    );
    if (!isWanted) return button;
    return (
      <Suspense fallback={button}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
