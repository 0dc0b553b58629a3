import { useState } from 'react';

/** Known synchronously: the second click of a double click comes before the next render. */
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
