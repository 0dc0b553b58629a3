import type { Locator } from '@playwright/test';

/** CSS pixels that a finger needs. */
const MIN_SIDE = 44;

/** Names of those that are too small. */
export const tooSmall = (targets: Locator): Promise<string[]> =>
  targets.evaluateAll(
    (elements, min) =>
      elements.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        return width > 0 && Math.min(width, height) < min ? [`${name}: ${Math.round(width)} × ${height}`] : [];
      }),
    MIN_SIDE,
  );

const CONTROLS = 'button, a, select, textarea, summary, input:not([type="hidden"]), [role="option"], [role="menuitem"]';

/** Controls in view that a finger misses. Links in the lines of a text are as high as these. */
export const missedControls = (part: Locator): Promise<string[]> =>
  part.locator(CONTROLS).evaluateAll((elements, min) => {
    const areaOf = (element: Element): Element =>
      // A row is pressed by the link that covers it, a message by its time, and a choice by its label.
      (element.matches('.row-link') && element.closest('tr, li')) ||
      (element.matches('.bubble-choose') && element.closest('.bubble')) ||
      (element.matches('[type="checkbox"], [type="radio"]') && (element as HTMLInputElement).labels?.[0]) ||
      element;
    return elements.flatMap((element) => {
      const { display, clipPath } = getComputedStyle(element);
      const isInText = element.matches('a:not(.row-link)') && display === 'inline';
      if (isInText || clipPath.startsWith('inset') || !element.checkVisibility()) return [];
      const { width, height } = areaOf(element).getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? (element.textContent || element.className);
      return Math.min(width, height) < min ? [`${name}: ${Math.round(width)} × ${Math.round(height)}`] : [];
    });
  }, MIN_SIDE);
