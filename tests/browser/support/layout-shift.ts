import type { Page } from '@playwright/test';

const MAX_SHIFT = 0.05;

interface Shift {
  value: number;
  what: string[];
}

/** Counts what moves by itself on the pages that are opened from here on. */
export async function startShiftCount(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const name = (node: Node | null) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${[...node.classList].join('.')}` : 'text';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${name(node)} ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`,
        );
        shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What moved, when it was more than a page may. */
export async function shiftFaults(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  if (sum <= MAX_SHIFT) return [];
  return [
    `it moves by ${sum.toFixed(3)}`,
    ...shifts.map(({ value, what }) => `  ${value.toFixed(3)}: ${what.join(', ')}`),
  ];
}
