import type { Page, Request } from '@playwright/test';

import { settled } from './test';

/** Of the rows of a table, these many: the others are made the same way. */
const MAX_ROWS = 1;
/** Long enough for an answer from the same machine, on a loaded one. */
const TIMEOUT_MS = 10_000;
const MAX_LAYERS = 4;
const OPENING_MS = 1000;
const QUIET_MS = 100;
const REVEAL_MS = 350;

interface Found {
  name: string;
  /** Chosen already: once more may change nothing. */
  isChosen: boolean;
}

/** Presses each button within `scope`, and names those that nothing follows. What they write is not let through. */
export async function deadButtons(page: Page, address: string, scope: string): Promise<string[]> {
  await page.route('**/trpc/**', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.fulfill({ status: 500, json: { error: { message: 'Not now', code: -32603, data: {} } } });
  });
  await page.addInitScript(watchEffects);
  let effects = 0;
  page.on('download', () => (effects += 1));
  page.on('filechooser', () => (effects += 1));
  page.on('popup', () => (effects += 1));
  page.on('dialog', (dialog) => {
    effects += 1;
    // Leaving a form that something was changed in asks first: the test itself leaves it.
    void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss());
  });
  // Parts that are fetched late would be taken for the answer of the next button.
  const quiet = quietOf(page);
  const open = async () => {
    await page.goto(address);
    await settled(page);
    await quiet();
    return page.evaluate(markButtons, { scope, most: MAX_ROWS });
  };
  const found = await open();
  const dead: string[] = [];
  const url = page.url();
  for (const [at, { name, isChosen }] of found.entries()) {
    const button = page.locator(`[data-probe="${at}"]`);
    if (!(await isThere(page, at))) await open();
    if (!(await isThere(page, at))) continue;

    effects = 0;
    await page.evaluate(() => (window as unknown as Watched).startWatching());
    try {
      await button.click({ timeout: TIMEOUT_MS });
    } catch {
      // What the last press led to came over the page late.
      await open();
      await page.evaluate(() => (window as unknown as Watched).startWatching());
      await button.click({ timeout: TIMEOUT_MS });
    }
    const isAlive = async () =>
      effects > 0 ||
      page.url() !== url ||
      (await page.evaluate(() => (window as unknown as Watched).effects()).catch(() => 1)) > 0;
    const end = Date.now() + (isChosen ? 0 : TIMEOUT_MS);
    let alive = await isAlive();
    while (!alive && Date.now() < end) {
      await page.evaluate(() => new Promise(requestAnimationFrame)).catch(() => undefined);
      alive = await isAlive();
    }
    if (!alive && !isChosen) dead.push(name);
    // What is fetched for the first time is drawn so late: React holds it back after the empty place it left.
    if (alive && !isChosen)
      await page
        .locator(LAYERS)
        .locator('visible=true')
        .first()
        .waitFor({ timeout: REVEAL_MS })
        .catch(() => undefined);
    await quiet();
    if (!(await isBackAtRest(page, url, quiet))) await open();
  }
  return dead;
}

/** Waits until nothing is on its way and nothing moves, but not for good: some pages ask again and again. */
function quietOf(page: Page): () => Promise<void> {
  const flying = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') flying.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => flying.delete(request));
  }
  return async () => {
    const deadline = Date.now() + OPENING_MS;
    do {
      await page.waitForFunction(isQuiet, QUIET_MS, { timeout: OPENING_MS }).catch(() => undefined);
    } while (flying.size > 0 && Date.now() < deadline);
  };
}

const isThere = (page: Page, at: number): Promise<boolean> =>
  page.evaluate(
    (index) => document.querySelector(`[data-probe="${index}"]:not(:disabled)`)?.checkVisibility() ?? false,
    at,
  );

const LAYERS = ':is([role="dialog"], [role="menu"], [role="listbox"], dialog[open], [aria-expanded="true"])';

/** Runs in the page. */
const isQuiet = (ms: number): boolean => performance.now() - (window as unknown as Watched).changedAt > ms;

/** Runs in the page. */
const hasFocusInLayer = (): boolean => {
  const focused = document.activeElement;
  // What folds out keeps the focus on its button.
  const isFold = focused?.matches('[aria-expanded="true"]:not([aria-haspopup])') ?? false;
  return isFold || Boolean(focused?.closest('[role="dialog"], [role="menu"], dialog[open]'));
};

/** Closes what came over the page. False when it has to be opened anew. */
async function isBackAtRest(page: Page, url: string, quiet: () => Promise<void>): Promise<boolean> {
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    if (page.url() !== url && !page.url().startsWith(`${url}?`)) return false;
    if ((await page.locator(LAYERS).locator('visible=true').count()) === 0) return page.url() === url;
    // Closed while it opens it would miss the focus.
    await page.waitForFunction(hasFocusInLayer, undefined, { timeout: OPENING_MS }).catch(() => undefined);
    await page.keyboard.press('Escape');
    await quiet();
  }
  return false;
}

interface Watched {
  changedAt: number;
  startWatching: () => void;
  effects: () => number;
}

/** Runs in the page: counts what a press can lead to. */
function watchEffects(): void {
  let count = 0;
  let isOn = false;
  let focused: Element | null = null;
  const note = () => {
    if (isOn) count += 1;
  };
  const isLasting = ({ target, type }: MutationRecord) => {
    const element = target instanceof Element ? target : target.parentElement;
    // Times go by, and marks of the focus are no answer.
    return !element?.closest('time, .numbers, [data-moves]') && type !== 'characterData';
  };
  new MutationObserver((records) => {
    if (!records.some(isLasting)) return;
    Object.assign(window, { changedAt: performance.now() });
    note();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (text) => {
      note();
      return write(text);
    };
  }
  const ask = window.fetch;
  Object.assign(window, {
    fetch: (...given: Parameters<typeof fetch>) => {
      if (given[1]?.method === 'POST') note();
      return ask(...given);
    },
    changedAt: 0,
    startWatching: () => {
      count = 0;
      isOn = true;
      focused = document.activeElement;
    },
    effects: () => {
      const now = document.activeElement;
      const isMoved = now !== focused && now !== document.body && !now?.hasAttribute('data-probe');
      return count + (isMoved ? 1 : 0);
    },
  });
}

/** Runs in the page: numbers its buttons, and names them. */
function markButtons({ scope, most }: { scope: string; most: number }): Found[] {
  const buttons = [...document.querySelectorAll<HTMLElement>(`${scope} :is(button, [role="button"], summary)`)].filter(
    (button) => {
      const row = button.closest('tbody tr, li');
      const place = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
      return (
        place < most &&
        button.matches(':not(:disabled, [aria-disabled="true"])') &&
        button.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !button.closest('[inert]')
      );
    },
  );
  return buttons.map((button, at) => {
    button.dataset['probe'] = String(at);
    return {
      name: (button.getAttribute('aria-label') ?? button.innerText ?? '').replaceAll(/\s+/g, ' ').slice(0, 80),
      isChosen: button.matches('[aria-pressed="true"], [aria-selected="true"], [aria-current]'),
    };
  });
}
