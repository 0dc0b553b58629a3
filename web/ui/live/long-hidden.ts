import { useEffect, useState } from 'react';

import { MINUTE_MS } from '../../../shared/durations';

const LONG_MS = 5 * MINUTE_MS;

/** Whether the tab has been in the background for five minutes. */
export function useLongHidden(): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') timer = setTimeout(() => setIsLong(true), LONG_MS);
      else setIsLong(false);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isLong;
}
