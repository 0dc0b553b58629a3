import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';

import { translationsLoaded } from '../../i18n/texts';
import type { Tone } from '../tag';
import { t } from '../texts';
import { addToast, dismissToast, toastStore } from './toast-store';

const SHOWN_MS = 4000;
let last = 0;

/** Never for errors of a form. */
export function toast(
  title: string,
  { tone = 'success', text, shownMs = SHOWN_MS }: { tone?: Tone; text?: ReactNode; shownMs?: number } = {},
): void {
  const id = ++last;
  addToast({ id, tone, title, text });
  setTimeout(() => dismissToast(id), shownMs);
}

const UNDO_SHOWN_MS = 10_000;

/**
 * What was done, with “Undo” beside it: in place of a question beforehand, where `undo` can bring everything back. Say
 * what is stale again in `undo` itself.
 */
export function toastUndo(title: string, undo: () => Promise<unknown>): void {
  const id = ++last;
  const run = () => {
    dismissToast(id);
    undo().then(
      () => toast(t('undone')),
      (error: unknown) => toastError(error, t('notUndone')),
    );
  };
  const button = (
    <button type="button" className="bare toast-undo" onClick={run}>
      {t('undo')}
    </button>
  );
  addToast({ id, tone: 'success', title, text: button });
  setTimeout(() => dismissToast(id), UNDO_SHOWN_MS);
}

export function toastError(error: unknown, title: string): void {
  addToast({ id: ++last, tone: 'error', title, error });
}

// Not `lazyPart`, which makes toasts itself.
const ToastList = lazy(async () => {
  const { ToastList: List } = await import('./toast-list');
  await translationsLoaded();
  return { default: List };
});

export function Toasts() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  if (last === 0) return null;
  return (
    <Suspense>
      <ToastList toasts={shown} />
    </Suspense>
  );
}
