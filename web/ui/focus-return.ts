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

/** The list is read again after the frame has closed: then the row goes, and the focus would go with it. */
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
