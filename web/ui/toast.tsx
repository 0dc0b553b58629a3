import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';

import type { Tone } from './tag';

export interface Toast {
  id: number;
  tone: Tone;
  title: string;
  text?: ReactNode;
  /** A problem to look into: the toast stays until it is closed. */
  error?: unknown;
}

const SHOWN_MS = 4000;
let toasts: Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const change = (next: Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Says that something was done. Never for what is wrong with a form. */
export function toast(
  title: string,
  { tone = 'success', text, shownMs = SHOWN_MS }: { tone?: Tone; text?: ReactNode; shownMs?: number } = {},
): void {
  const id = ++last;
  change([...toasts.slice(-2), { id, tone, title, text }]);
  setTimeout(() => dismissToast(id), shownMs);
}

/** Says that something failed, with the request id and a report to copy. */
export function toastError(error: unknown, title: string): void {
  change([...toasts.slice(-2), { id: ++last, tone: 'error', title, error }]);
}

export const dismissToast = (id: number): void => change(toasts.filter((one) => one.id !== id));

const ToastList = lazy(async () => ({ default: (await import('./toast-list')).ToastList }));

/** Where toasts appear; once, at the root. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  if (last === 0) return null;
  return (
    <Suspense>
      <ToastList toasts={shown} />
    </Suspense>
  );
}
