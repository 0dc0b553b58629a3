import { useSyncExternalStore } from 'react';

import { MINUTE_MS } from '../../../shared/durations';
import { toast } from '../toast';

/** A secret that was just made. It lives here and nowhere else: no storage, no query cache, no address. */
export interface Secret {
  /** What it is: "API key", "Signing secret". */
  label: string;
  value: string;
  /** Id of the object that it belongs to. */
  ownerId: string;
}

const RETENTION_MINUTES = 10;
const RETENTION_MS = RETENTION_MINUTES * MINUTE_MS;
let stored: Secret | undefined;
let endsAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: Secret | undefined): void {
  stored = next;
  endsAt = next ? Date.now() + RETENTION_MS : 0;
  clearTimeout(timer);
  if (next) timer = setTimeout(expire, RETENTION_MS, next);
  for (const listener of listeners) listener();
}

function expire({ label }: Secret): void {
  change(undefined);
  toast(`${label} cleared`, {
    tone: 'warning',
    text: `It was kept for ${RETENTION_MINUTES} minutes.`,
    shownMs: MINUTE_MS,
  });
}

export const storeSecret = (secret: Secret): void => change(secret);
/**
 * Of an answer that comes a second time, because the first one was lost, the secret is left out: then it says so. True
 * when there is a secret to show.
 */
export function memoizeSource(
  { value, ...secret }: Omit<Secret, 'value'> & { value: string | null },
  remedy = 'Rotate it to get a new one.',
): boolean {
  if (value !== null) change({ ...secret, value });
  else {
    toast(`${secret.label}: the answer was lost`, {
      tone: 'warning',
      text: `It was made, and would have been shown once. ${remedy}`,
      shownMs: MINUTE_MS,
    });
  }
  return value !== null;
}
export const clearSecret = (): void => change(undefined);
/** Ten more minutes. */
export const extendSecret = (): void => change(stored);
export const readSecret = (): Secret | undefined => stored;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The secret that was just made, while it is kept. */
export const useSecret = (): Secret | undefined => useSyncExternalStore(subscribe, () => stored);
/** When it is cleared, in milliseconds since 1970. */
export const useSecretEnd = (): number => useSyncExternalStore(subscribe, () => endsAt);
