import { useSyncExternalStore } from 'react';

/**
 * The key in the samples and calls of the reference. It lives in this variable alone: no storage, no address, no query
 * cache; a reload or a sign-out forgets it. The dialog of a new key puts it here for "Open in reference".
 */
let stored = '';
/** Counts the keys of this visit: names one where the key itself may not stand. */
let serial = 0;
const listeners = new Set<() => void>();

export function setSampleKey(key: string): void {
  stored = key.trim();
  serial += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSampleKey = (): string => useSyncExternalStore(subscribe, () => stored);
export const useSampleKeySerial = (): number => useSyncExternalStore(subscribe, () => serial);
