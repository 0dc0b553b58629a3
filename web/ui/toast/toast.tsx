import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';

import type { Tone } from '../tag';
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

export function toastError(error: unknown, title: string): void {
  addToast({ id: ++last, tone: 'error', title, error });
}

// Not `lazyPart`, which makes toasts itself.
const ToastList = lazy(async () => ({ default: (await import('./toast-list')).ToastList }));

export function Toasts() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  if (last === 0) return null;
  return (
    <Suspense>
      <ToastList toasts={shown} />
    </Suspense>
  );
}
