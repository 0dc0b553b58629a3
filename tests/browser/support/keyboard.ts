import type { Locator, Page } from '@playwright/test';

import { expect, settled } from './test';

/** More than any page has stops. */
const MAX_STOPS = 250;
const MAX_OPTIONS = 20;
const MAX_LOSSES = 2;

/** A hand on the keyboard, and none on the mouse. */
export interface Keyboard {
  /** Goes to the element by Tab, and sees that it shows the focus. */
  to: (target: Locator) => Promise<void>;
  press: (target: Locator, key?: 'Enter' | 'Space') => Promise<void>;
  /** Replaces what stands in the field. */
  type: (target: Locator, text: string) => Promise<void>;
  /** Chooses in a list that opens below its field, by what is typed. */
  pick: (target: Locator, text: string, option: Locator) => Promise<void>;
  /** One of several radio buttons, of which only the chosen one is a stop. */
  choose: (target: Locator) => Promise<void>;
  /** The dialog is gone, and the focus is somewhere on the page again. */
  isBack: (closed: Locator) => Promise<void>;
}

export function keyboardOf(page: Page): Keyboard {
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  const goTo = async (target: Locator) => {
    const key = (await target.evaluate(isBehind)) ? 'Shift+Tab' : 'Tab';
    // To look for it by its role at each stop would take most of the time.
    let element = await target.elementHandle();
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      const state = await element?.evaluate((one) => (one.isConnected ? one === document.activeElement : 'gone'));
      if (state === true) break;
      if (state === 'gone') element = await target.elementHandle();
      await page.keyboard.press(key);
    }
    await page.evaluate(effectsHaveRun);
    return hasFocus(target);
  };
  const to = async (target: Locator) => {
    await expect(target).toBeVisible();
    await expect(target).toBeEnabled();
    await page.evaluate(effectsHaveRun);
    // A page that is drawn late takes the focus to its heading; then one goes on from there.
    let isThere = await goTo(target);
    for (let again = 0; again < MAX_LOSSES && !isThere; again += 1) isThere = await goTo(target);
    if (!isThere) throw new Error(`The keyboard does not come to ${String(target)}.`);
    expect(await target.evaluate(showsFocus), `${String(target)} shows the focus`).toBe(true);
  };
  const type = async (target: Locator, text: string) => {
    await to(target);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  return {
    to,
    type,
    press: async (target, key = 'Enter') => {
      await to(target);
      await page.keyboard.press(key);
    },
    pick: async (target, text, option) => {
      await type(target, text);
      await expect(option).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    choose: async (target) => {
      const group = await target.getAttribute('name');
      await to(page.locator(`input[type="radio"][name="${group}"]:checked`));
      for (let step = 0; step < MAX_OPTIONS && !(await target.isChecked()); step += 1) {
        await page.keyboard.press('ArrowDown');
      }
      await expect(target).toBeChecked();
    },
    isBack: async (closed) => {
      await expect(closed).toHaveCount(0);
      // What had it may go when the list is read again.
      await settled(page);
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    },
  };
}

/** Runs in the page: what is in the document has been painted, and has had its say of the focus. */
async function effectsHaveRun(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Runs in the page: whether the focus has passed the element already. */
function isBehind(element: Element): boolean {
  const { activeElement: focused } = document;
  if (focused === null || focused === document.body) return false;
  return (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}

/** Runs in the page. A field shows it by its border, a box or switch by what is drawn beside it. */
function showsFocus(element: Element): boolean {
  if (element.matches('input:not([type=checkbox], [type=radio]), textarea, select')) return true;
  return [element, element.nextElementSibling, element.parentElement].some((one) => {
    if (!one) return false;
    return [getComputedStyle(one), getComputedStyle(one, '::after')].some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none',
    );
  });
}
