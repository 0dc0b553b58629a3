import { useEffect, useState } from 'react';

/**
 * Returns the focus to the element that had it when the frame opened, else to the content, such as when a deleted row
 * had it. The kit does so only for frames that it closes itself.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // A page that was opened meanwhile has the focus already.
      if (!isLost()) return;
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) {
        before.focus({ preventScroll: true });
        followGone(before);
      } else focusContent();
    },
    [before],
  );
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
const focusContent = () => document.getElementById('main')?.focus({ preventScroll: true });

/** The list reloads after the frame has closed and may remove the row with the focus. */
function followGone(opener: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (opener.isConnected) return;
    stop();
    if (isLost()) focusContent();
  });
  const stop = () => {
    watch.disconnect();
    document.removeEventListener('focusin', stop);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', stop);
}
