import type { Page } from '@playwright/test';

import { settled, SIZES } from './test';

/** WCAG 1.4.10: the narrowest window that a page must do with. */
const NARROWEST = { width: 320, height: 844 };
/** Phones on their side, tablets, halves of a screen, and large ones; 768 px is where the rail appears. */
const WIDTHS = [640, 768, 900, 1024, 1920] as const;
/** What a table is about is readable: a path, a name, an address. */
const MIN_MAIN_COLUMN = 200;

interface Look {
  size?: { width: number; height: number };
  scheme?: 'light' | 'dark';
}

/** Gives the window a size, and the system a scheme, which the console follows; and the page the time to draw itself. */
export async function dress(page: Page, { size, scheme }: Look): Promise<void> {
  if (size) await page.setViewportSize(size);
  if (scheme) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
  }
  await drawn(page);
}

export const resize = (page: Page, size: { width: number; height: number }): Promise<void> => dress(page, { size });
export const setScheme = (page: Page, scheme: 'light' | 'dark'): Promise<void> => dress(page, { scheme });

/** What makes the page scroll sideways, and what it cuts off, at any width. Leaves it at the width of a phone. */
export async function widthFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await resize(page, { width, height: 900 });
    const found = [...(await sidewaysFaults(page)), ...(await page.evaluate(squeezed, MIN_MAIN_COLUMN))];
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  for (const size of [NARROWEST, SIZES.phone]) {
    await resize(page, size);
    faults.push(...(await sidewaysFaults(page)).map((fault) => `${size.width} px: ${fault}`));
  }
  return faults;
}

/** The same at the size that the window has. */
export async function sidewaysFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(wide);
  if (faults) return faults;

  await settled(page);
  return sidewaysFaults(page);
}

/** A machine that is busy may give a page in the background no frame for minutes, and ends transitions late. */
const FRAMES_LIMIT_MS = 5000;

const drawn = (page: Page) =>
  page.evaluate(
    (limit) =>
      new Promise<void>((done) => {
        const end = () => {
          for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
          done();
        };
        requestAnimationFrame(() => requestAnimationFrame(end));
        setTimeout(end, limit);
      }),
    FRAMES_LIMIT_MS,
  );

/** Runs in the page. Nothing while that is still loading, which `settled` takes three questions to find out. */
function wide(): string[] | undefined {
  const isLoading = document.querySelector('h1') === null || document.querySelector('.skeleton') !== null;
  if (isLoading || document.fonts.status === 'loading') return undefined;

  const name = (element: Element) => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
  const window = document.documentElement.clientWidth;
  const excess = document.documentElement.scrollWidth - window;
  const faults: string[] = [];
  if (excess > 0) {
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > window + 1,
    );
    faults.push(`${excess} px wider than the window: ${beyond.slice(-3).map(name).join(', ')}`);
  }
  for (const element of document.querySelectorAll('#main :not(input, textarea)')) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isCut = (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis';
    // One pixel is what is kept for screen readers only; two are the rounding of nested boxes.
    if (isCut && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 2) {
      faults.push(`${name(element)} cuts off ${element.scrollWidth - element.clientWidth} px of its content`);
    }
  }
  return faults;
}

/** Runs in the page: main columns that are too narrow to read, and a search that cannot be reached. */
function squeezed(least: number): string[] {
  const faults: string[] = [];
  for (const cell of document.querySelectorAll<HTMLElement>('#main .table td[data-main]')) {
    const { width } = cell.getBoundingClientRect();
    if (width > 0 && width < least) {
      const name = cell.closest('table')?.getAttribute('aria-label');
      faults.push(`the main column of ${name} is ${Math.round(width)} px wide`);
      break;
    }
  }
  const searches = [...document.querySelectorAll<HTMLElement>('.with-rail > .header button')].filter(
    (button) => button.querySelector('.tabler-icon-search') !== null,
  );
  if (searches.length > 0 && searches.every((button) => button.offsetWidth === 0)) faults.push('there is no search');
  return faults;
}
