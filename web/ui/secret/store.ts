import { useSyncExternalStore } from 'react';

/** A secret that was just made. It lives here and nowhere else: no storage, no query cache, no address. */
export interface Secret {
  /** What it is: "API key", "Signing secret". */
  label: string;
  value: string;
  /** Id of the object that it belongs to. */
  ownerId: string;
}

const KEPT_MS = 10 * 60_000;
let kept: Secret | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: Secret | undefined): void {
  kept = next;
  clearTimeout(timer);
  if (next) timer = setTimeout(() => change(undefined), KEPT_MS);
  for (const listener of listeners) listener();
}

export const keepSecret = (secret: Secret): void => change(secret);
export const clearSecret = (): void => change(undefined);
/** Ten more minutes. */
export const extendSecret = (): void => change(kept);
export const readSecret = (): Secret | undefined => kept;

/** The secret that was just made, while it is kept. */
export const useSecret = (): Secret | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => kept,
  );
