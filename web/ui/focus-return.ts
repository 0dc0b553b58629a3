import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it when the frame opened. The kit does so for frames that close; ours go away whole.
 * When that is gone too, such as the button of a deleted row, the focus goes to the content.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // A page that was opened meanwhile has taken it already.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const target = isThere ? before : document.getElementById('main');
      target?.focus({ preventScroll: true });
    },
    [before],
  );
}
