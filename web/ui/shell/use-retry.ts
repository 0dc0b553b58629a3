import { useEffect, useState } from 'react';

import { account, queryClient } from '../../trpc';

/** Seconds between tries while the server does not answer; the last value repeats. */
const WAITS = [3, 5, 10, 20, 30] as const;

export function useRetry(isDown: boolean): number {
  const [tries, setTries] = useState(0);
  const [left, setLeft] = useState<number>(WAITS[0]);
  const [wasDown, setWasDown] = useState(isDown);
  if (isDown !== wasDown) {
    setWasDown(isDown);
    setTries(0);
    setLeft(WAITS[0]);
  }

  useEffect(() => {
    if (!isDown) return;
    const timer = setTimeout(() => {
      if (left > 1) return setLeft(left - 1);
      const next = tries + 1;
      setTries(next);
      setLeft(WAITS[Math.min(next, WAITS.length - 1)] ?? 0);
      void askAgain();
    }, 1000);
    return () => clearTimeout(timer);
  }, [isDown, left, tries]);

  return isDown ? left : 0;
}

/** One small query first; when it is answered, all failed ones. */
async function askAgain(): Promise<void> {
  try {
    await queryClient.fetchQuery(account.auth.status.queryOptions(undefined, { staleTime: 0, retry: false }));
  } catch {
    return; // still down: the next try is counted
  }
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
}
