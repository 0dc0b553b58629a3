import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Request,
  type Response,
  type WebError,
} from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './console';

export { expect };

/** What pages did that no page may do. A test says what it expects to be refused. */
type Watch = Pick<Awaited<ReturnType<typeof watchContext>>, 'faults' | 'expect'>;

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
      watch.stop();
      expect(watch.faults).toEqual([]);
    },
    { auto: true },
  ],
});

const watched = new WeakSet<BrowserContext>();

/** Watches a second context as the fixture watches the first. */
export async function watchContext(context: BrowserContext, host = '127.0.0.1') {
  const faults: string[] = [];
  // Nobody is signed in: the page asks, and is told so.
  const expected = new Set([401]);
  if (!watched.has(context)) await context.addInitScript(sayViolations);
  watched.add(context);

  const judgeMessage = (message: ConsoleMessage) => {
    const text = message.text();
    // Refused answers are judged below, by their status.
    if (text.startsWith('Failed to load resource') || !['error', 'warning'].includes(message.type())) return;
    faults.push(`console: ${text} (${message.page()?.url()})`);
  };
  const judgeError = (error: WebError) => faults.push(`page error: ${error.error().message} (${error.page()?.url()})`);
  const judgeRequest = (request: Request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== host) faults.push(`other host: ${request.url()}`);
  };
  const judgeResponse = (response: Response) => {
    const status = response.status();
    if (status >= 400 && !expected.has(status)) faults.push(`${status}: ${response.url()}`);
  };
  context.on('console', judgeMessage).on('weberror', judgeError);
  context.on('request', judgeRequest).on('response', judgeResponse);
  return {
    faults,
    expect: (...statuses: number[]) => statuses.forEach((status) => expected.add(status)),
    stop() {
      context.off('console', judgeMessage).off('weberror', judgeError);
      context.off('request', judgeRequest).off('response', judgeResponse);
    },
  };
}

/** Runs in the page. */
function sayViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    // oxlint-disable-next-line no-console
    console.error(`CSP: ${violatedDirective} ${blockedURI} ${sourceFile}`);
  });
}

/** The page stands: its heading is there and nothing on it is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** The viewer of the reference, which is loaded when somebody moves, has taken the place of the outline. */
export async function viewerDrawn(page: Page): Promise<void> {
  await page.mouse.move(400, 400);
  await page.mouse.move(401, 401);
  await expect(page.locator('.reference-outline')).toHaveCount(0);
  await expect(page.locator('.scalar-app h1').first()).toBeVisible();
}

export const SCHEMES = ['light', 'dark'] as const;
export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
