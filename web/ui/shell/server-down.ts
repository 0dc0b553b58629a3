import { useSyncExternalStore } from 'react';

import { queryClient } from '../../trpc';
import { problemOf } from '../problem';

let isDown = false;
const listeners = new Set<() => void>();

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated') return;
  const { status, fetchStatus, fetchFailureReason, error } = query.state;
  if (status === 'success' && fetchStatus === 'idle') set(false);
  else if (fetchFailureReason ?? error) set(problemOf(fetchFailureReason ?? error) === undefined);
});

function set(next: boolean): void {
  if (next === isDown) return;
  isDown = next;
  for (const listener of listeners) listener();
}

export const useServerDown = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isDown,
  );
