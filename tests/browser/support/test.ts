import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './console';

export { expect };

/** What one page did that no page may do. A test says what it expects to be refused. */
interface Watch {
  faults: string[];
  /** Answers of this status are part of the test. */
  expect: (...statuses: number[]) => void;
}

interface Fixtures {
  /** The name under which pages know their server; what asks another host is at fault. */
  host: string;
  watch: Watch;
}
interface WorkerFixtures {
  /** A server with nothing in it. */
  empty: Console;
  /** A server with an owner, a workspace, a key and some calls. */
  filled: Console & { scene: Scene };
}

/** Each test fails on a request to another host, a CSP violation, an error or warning in the console, or a failed answer. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  empty: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const console = await startConsole();
      await use(console);
      await console.stop();
    },
    { scope: 'worker' },
  ],
  filled: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const console = await startConsole();
      const scene = await addFixtures(console.url);
      await use({ ...console, scene });
      await console.stop();
    },
    { scope: 'worker' },
  ],
  host: ['127.0.0.1', { option: true }],
  watch: [
    async ({ context, host }, use) => {
      const watch = await watchContext(context, host);
      await use(watch);
      expect(watch.faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Watches a second context as the fixture watches the first. */
export async function watchContext(context: BrowserContext, host = '127.0.0.1'): Promise<Watch> {
  const faults: string[] = [];
  // Nobody is signed in: the page asks, and is told so.
  const expected = new Set([401]);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      // oxlint-disable-next-line no-console
      console.error(`CSP: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  context.on('page', (page) => watchPage(page, { host, faults, expected }));
  return { faults, expect: (...statuses) => statuses.forEach((status) => expected.add(status)) };
}

interface Watched {
  host: string;
  faults: string[];
  expected: Set<number>;
}

function watchPage(page: Page, { host, faults, expected }: Watched): void {
  page.on('console', (message) => {
    const text = message.text();
    // Refused answers are judged below, by their status.
    if (text.startsWith('Failed to load resource')) return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${text} (${page.url()})`);
  });
  page.on('pageerror', (error) => faults.push(`page error: ${error.message} (${page.url()})`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== host) faults.push(`other host: ${request.url()}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && !expected.has(status)) faults.push(`${status}: ${response.url()}`);
  });
}

/** The page stands: its heading is there and nothing on it is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

export const SCHEMES = ['light', 'dark'] as const;
export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
