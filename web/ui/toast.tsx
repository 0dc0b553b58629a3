import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';

import type { Tone } from './tag';
import { addToast, dismissToast, toastStore } from './toast-store';

const SHOWN_MS = 4000;
let last = 0;

/** Says that something was done. Never for what is wrong with a form. */
export function toast(
  title: string,
  { tone = 'success', text, shownMs = SHOWN_MS }: { tone?: Tone; text?: ReactNode; shownMs?: number } = {},
): void {
  const id = ++last;
  addToast({ id, tone, title, text });
  setTimeout(() => dismissToast(id), shownMs);
}

/** Says that something failed, with the request id and a report to copy. */
export function toastError(error: unknown, title: string): void {
  addToast({ id: ++last, tone: 'error', title, error });
}

const ToastList = lazy(async () => ({ default: (await import('./toast-list')).ToastList }));

/** Where toasts appear; once, at the root. */
export function Toasts() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  if (last === 0) return null;
  return (
    <Suspense>
      <ToastList toasts={shown} />
    </Suspense>
  );
}
