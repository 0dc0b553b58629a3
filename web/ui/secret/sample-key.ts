import { useSyncExternalStore } from 'react';

/**
 * The key in the samples and calls of the reference. It lives in this variable alone: no storage, no address, no query
 * cache; a reload or a sign-out forgets it. The dialog of a new key puts it here for "Open in reference".
 */
let kept = '';
const listeners = new Set<() => void>();

export function setSampleKey(key: string): void {
  kept = key.trim();
  for (const listener of listeners) listener();
}

export const useSampleKey = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => kept,
  );
