import { useSyncExternalStore } from 'react';

import { formatMoment, formatRelative, formatUtc } from './format';
import { t } from './texts';

const TICK_MS = 5000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for every time on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

export function Time({ at, never = t('never') }: { at: string | null | undefined; never?: string }) {
  const current = useNow();
  if (!at) return <span className="dimmed">{never}</span>;
  const unix = Math.floor(new Date(at).getTime() / 1000);
  return (
    <time
      dateTime={at}
      className="numbers"
      style={{ whiteSpace: 'nowrap' }}
      title={`${formatMoment(at)}\n${formatUtc(at)}\nUnix ${unix}`}
    >
      {formatRelative(at, current)}
    </time>
  );
}
