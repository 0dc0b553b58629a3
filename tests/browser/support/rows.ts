import type { Page } from '@playwright/test';

/** Rows of the only table that are loaded: a long list draws some of them. */
export const countRows = (page: Page): Promise<number> =>
  page.locator('table').evaluate((table) => {
    const all = table.getAttribute('aria-rowcount');
    return all === null ? table.querySelectorAll('tbody tr').length : Number(all) - 1;
  });
