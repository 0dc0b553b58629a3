import type { Page } from '@playwright/test';

/** More presses than any page has controls: who needs as many is held somewhere. */
const MAX_PRESSES = 400;
const STRIDE = 10;

interface Walk {
  isRound: boolean;
  /** Controls that the focus never came to. */
  missed: string[];
  /** Controls that had it and did not show it. */
  unmarked: string[];
}

/** Tabs through the page until it comes round: every control is reached, and shows that it is. */
export async function tabFaults(page: Page): Promise<string[]> {
  await page.evaluate(prepare);
  const read = () => page.evaluate(() => (window as unknown as { walk: () => Walk }).walk());
  for (let presses = 0; presses < MAX_PRESSES; presses += STRIDE) {
    for (let press = 0; press < STRIDE; press += 1) await page.keyboard.press('Tab');
    const { isRound, missed, unmarked } = await read();
    if (!isRound) continue;
    return [...missed.map((one) => `never reached: ${one}`), ...unmarked.map((one) => `no sign of the focus: ${one}`)];
  }
  return [`the focus does not come round: ${(await read()).missed.join(', ')}`];
}

/** Runs in the page. */
function prepare(): void {
  const seen = new Set<Element>();
  const unmarked = new Set<string>();
  let isRound = false;
  const brief = (element: Element) => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 140);
  const controls = () =>
    [
      ...document.querySelectorAll<HTMLElement>(
        ':is(a[href], button, input, select, textarea, summary):not(:disabled, [tabindex="-1"])',
      ),
    ].filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'));
  /** Radio buttons of a name are one stop. */
  const isMember = (element: HTMLElement) =>
    element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    [...seen].some((other) => other instanceof HTMLInputElement && other.name === element.name);
  const known = new Set(controls());
  (document.activeElement as HTMLElement | null)?.blur();
  getSelection()?.removeAllRanges();
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (seen.has(target)) isRound = true;
    seen.add(target);
    const styles = [target, target.nextElementSibling, target.parentElement].flatMap((element) =>
      element ? [getComputedStyle(element), getComputedStyle(element, '::after')] : [],
    );
    const isMarked = styles.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none',
    );
    const isField = target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select');
    // Fields show it by their border.
    if (!isMarked && !isField && target !== document.body) unmarked.add(brief(target));
  });
  Object.assign(window, {
    walk: (): Walk => ({
      isRound,
      missed: controls()
        // What comes while somebody walks may stand where the focus has been.
        .filter((element) => known.has(element) && !seen.has(element) && !isMember(element))
        .map(brief),
      unmarked: [...unmarked],
    }),
  });
}
