import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';

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
  // Pressed again before the page has drawn the next one, a key goes on from there.
  const latest = useRef(id);
  useEffect(() => {
    latest.current = id;
  }, [id]);
  const neighbour = (from: string, by: 1 | -1) => {
    const place = ids.indexOf(from);
    return place === -1 ? undefined : ids[place + by];
  };
  const go = (by: 1 | -1): boolean => {
    const next = neighbour(latest.current, by);
    if (next === undefined) return false;
    latest.current = next;
    onOpen(next);
    return true;
  };
  useArrows(go);

  const step = (by: 1 | -1, newerOrOlder: 'newer' | 'older') => (
    <button
      type="button"
      className="copy-button"
      // Not disabled: the button would lose the focus at the end of the list.
      aria-disabled={neighbour(id, by) === undefined}
      onClick={() => go(by)}
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
          {step(-1, 'newer')}
          {step(1, 'older')}
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
function useArrows(go: (by: 1 | -1) => boolean): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const { target } = event;
    // Where arrows move the cursor, scroll, or choose.
    if (target instanceof HTMLElement && target.closest('input, textarea, select, pre, [role="menu"]')) return;
    if (go(event.key === 'ArrowLeft' ? -1 : 1)) event.preventDefault();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
