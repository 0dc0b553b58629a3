import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';

import { Sheet } from '../dialog/dialog';
import { t } from './texts';

import './detail-sheet.css';

interface DetailSheetProps {
  title: string;
  id: string;
  ids: readonly string[];
  onOpen: (id: string) => void;
  onClose: () => void;
  children: ReactNode;
}

export function DetailSheet({ title, id, ids, onOpen, onClose, children }: DetailSheetProps) {
  const at = ids.indexOf(id);
  const newer = at === -1 ? undefined : ids[at - 1];
  const older = at === -1 ? undefined : ids[at + 1];
  useArrows({ ArrowLeft: newer, ArrowRight: older }, onOpen);

  const step = (to: string | undefined, newerOrOlder: 'newer' | 'older') => (
    <button
      type="button"
      className="copy-button"
      // Not disabled: the button would lose the focus at the end of the list.
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onOpen(to)}
    >
      {newerOrOlder === 'newer' && <IconArrowLeft size={14} aria-hidden />}
      {t(newerOrOlder)}
      {newerOrOlder === 'older' && <IconArrowRight size={14} aria-hidden />}
    </button>
  );
  return (
    <Sheet title={title} size={720} onClose={onClose}>
      {at !== -1 && ids.length > 1 && (
        <nav className="detail-sheet" aria-label={t('neighbours')}>
          {step(newer, 'newer')}
          {step(older, 'older')}
          <span className="dimmed numbers" role="status">
            {t('position', { at: at + 1, total: ids.length })}
          </span>
        </nav>
      )}
      {children}
    </Sheet>
  );
}

/** The page’s shortcuts rest while a dialog is open. */
function useArrows(to: Record<'ArrowLeft' | 'ArrowRight', string | undefined>, onOpen: (id: string) => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const { target } = event;
    // Where arrows move the cursor, scroll, or choose.
    if (target instanceof HTMLElement && target.closest('input, textarea, select, pre, [role="menu"]')) return;
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
