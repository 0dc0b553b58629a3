import { useState } from 'react';

/** Whether something is under way, known at once: the second click of a double click comes before any answer. */
export function useBusy(): [isBusy: boolean, run: (act: () => Promise<unknown>) => Promise<void>] {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (act: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await act();
    } finally {
      setIsBusy(false);
    }
  };
  return [isBusy, run];
}
