/** Mends what Scalar’s markup leaves out for screen readers, as it appears. Returns what ends it. */
export function mend(box: HTMLElement): () => void {
  const all = () => {
    // A second banner beside the console’s own.
    for (const header of box.querySelectorAll('header:not([role])')) {
      header.setAttribute('role', 'region');
      header.setAttribute('aria-label', 'Contents');
    }
    for (const button of box.querySelectorAll('button.show-more')) lead(button);
    for (const button of box.querySelectorAll('button:not([aria-label])')) {
      if (
        button.textContent.trim() === '' &&
        !button.hasAttribute('aria-labelledby') &&
        !button.hasAttribute('title')
      ) {
        button.setAttribute('aria-label', 'More');
      }
    }
  };
  const observer = new MutationObserver(all);
  observer.observe(box, { childList: true, subtree: true });
  all();
  return () => observer.disconnect();
}

/** The name begins with the words that are seen, so that voice control finds it. */
function lead(button: Element): void {
  const seen = button.textContent.trim();
  const label = button.getAttribute('aria-label');
  if (seen !== '' && label !== null && !label.includes(seen)) button.setAttribute('aria-label', `${seen}: ${label}`);
}
