import { useSyncExternalStore } from 'react';

import { MINUTE_MS } from '../../../shared/durations';
import { toast } from '../toast/toast';
import { t } from './texts';

/** A new secret. Only this module holds it: no storage, query cache or address. */
export interface Secret {
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
  toast(t('hidden', { label }), {
    tone: 'warning',
    text: t('wasVisible', { minutes: RETENTION_MINUTES }),
    shownMs: MINUTE_MS,
  });
}

export const storeSecret = (secret: Secret): void => change(secret);
/**
 * An answer repeated by its Idempotency-Key has no secret: then a toast says so. Returns whether there is one to show.
 */
export function storeReturnedSecret(
  { value, ...secret }: Omit<Secret, 'value'> & { value: string | null },
  remedy = t('rotate'),
): boolean {
  if (value !== null) change({ ...secret, value });
  else {
    toast(t('answerLost', { label: secret.label }), {
      tone: 'warning',
      text: t('shownOnce', { remedy }),
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

export const useSecret = (): Secret | undefined => useSyncExternalStore(subscribe, () => stored);
/** Milliseconds since 1970. */
export const useSecretEnd = (): number => useSyncExternalStore(subscribe, () => endsAt);
