import { IconDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';

import { lazyPart, loadedAhead } from '../lazy-parts';
import { t } from '../texts';
import type { MenuAction, MenuActions } from './menu-action';

import './menu.css';

const load = async () => (await import('./action-list')).ActionList;
const ActionList = lazyPart(load);

interface MoreMenuProps {
  actions: MenuActions;
  label?: string;
  /** Of a row: without a border. */
  isSmall?: boolean;
}

/** The “…” of a page or a row, for what is done seldom and for what cannot be undone. Nothing without actions. */
export function MoreMenu({ actions, label = t('moreActions'), isSmall = false }: MoreMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const shown = actions.filter((action): action is MenuAction => Boolean(action));
  if (shown.length === 0) return null;

  const className = `icon-button${isSmall ? ' icon-button-small' : ''}`;
  const content = (
    <>
      <IconDots size={16} aria-hidden />
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
  // The menu comes when somebody reaches for it.
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ActionList actions={shown} className={className} label={label}>
        {content}
      </ActionList>
    </Suspense>
  );
}
