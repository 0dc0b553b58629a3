import { Suspense, useState, type ReactNode } from 'react';

import { lazyPart, loadedAhead } from '../../ui/lazy-parts';
import type { MenuAction } from '../../ui/menu/menu-action';

import '../../ui/menu/menu.css';

const load = async () => (await import('../../ui/menu/action-list')).ActionList;
const ActionList = lazyPart(load);

interface MenuButtonProps {
  label: string;
  actions: readonly MenuAction[];
  className?: string;
  /** What the button shows; its name is the label. */
  children: ReactNode;
}

/** A button with a menu, which comes when somebody reaches for it. */
export function MenuButton({ label, actions, className = 'icon-button', children }: MenuButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const content = (
    <>
      {children}
      <span className="visually-hidden">{label}</span>
    </>
  );
  const button = (
    <button
      type="button"
      className={className}
      title={label}
      aria-haspopup="menu"
      aria-expanded={false}
      {...loadedAhead(load)}
      onClick={() => setIsWanted(true)}
    >
      {content}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ActionList actions={actions} className={className} label={label}>
        {content}
      </ActionList>
    </Suspense>
  );
}
