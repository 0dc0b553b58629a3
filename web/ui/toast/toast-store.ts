import type { ReactNode } from 'react';

import type { Tone } from '../tag';

export interface Toast {
  id: number;
  tone: Tone;
  title: string;
  text?: ReactNode;
  error?: unknown;
}

let toasts: Toast[] = [];
const listeners = new Set<() => void>();
function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** At most three are shown. */
export const addToast = (toast: Toast): void => change([...toasts.slice(-2), toast]);
export const dismissToast = (id: number): void => change(toasts.filter((one) => one.id !== id));

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => toasts,
};
