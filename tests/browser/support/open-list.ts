import type { Locator, Page } from '@playwright/test';

import { resize } from './layout';
import { expect, SIZES } from './test';

interface OpenedList {
  field: Locator;
  typed: string;
  list: Locator;
  /** The button that ends the form. */
  end: Locator;
}

/** In every size of the window, wherever the field stands in it. */
export async function coversNothing(page: Page, { field, typed, list, end }: OpenedList): Promise<void> {
  for (const size of Object.values(SIZES)) {
    await resize(page, size);
    for (const scrolled of ['start', 'end'] as const) {
      await field.evaluate((input, block) => input.scrollIntoView({ block }), scrolled);
      await field.fill(typed);
      await expect(list).toBeVisible();
      // The kit places its lists in the frames after they open.
      await expect
        .poll(async () => {
          const { top, bottom } = await edgesOf(list);
          const button = await edgesOf(end);
          return {
            isClear: top >= button.bottom || bottom <= button.top,
            isWithin: top > 50 && bottom <= size.height,
          };
        })
        .toEqual({ isClear: true, isWithin: true });
      await field.fill('');
      await field.evaluate((input) => (input as HTMLElement).blur());
      await expect(list).toBeHidden();
    }
  }
  await resize(page, SIZES.desktop);
}

const edgesOf = (of: Locator) =>
  of.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });
