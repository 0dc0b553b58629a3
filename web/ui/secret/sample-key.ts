import { useSyncExternalStore } from 'react';

/**
 * The API key in samples and calls of the reference. Only this variable holds it: no storage, address or query cache; a
 * reload or a sign-out clears it.
 */
let stored = '';
/** Names the current key where the key itself must not appear. */
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
