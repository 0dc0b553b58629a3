import { useSyncExternalStore } from 'react';

import { useSecret } from '../../../ui/secret/store';

/**
 * Secrets of test inboxes that this tab created or rotated. They sign test events only, so that nobody has to save
 * them: they are kept in memory until the page is reloaded.
 */
let secrets: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

export function rememberInboxSecret(webhookId: string, secret: string | null): void {
  if (secret === null) return;
  secrets = new Map([...secrets, [webhookId, secret]]);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const useInboxSecrets = () => useSyncExternalStore(subscribe, () => secrets);

/** The secret of a webhook, while this tab knows it. */
export function useKnownSecret(webhookId: string): string | undefined {
  const shown = useSecret();
  const ofInbox = useInboxSecrets().get(webhookId);
  return shown?.ownerId === webhookId ? shown.value : ofInbox;
}

/** The newest secret of a test inbox that this tab knows. */
export const useNewestInboxSecret = (): string | undefined => [...useInboxSecrets().values()].at(-1);
