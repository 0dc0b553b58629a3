import { defineConfig } from '@playwright/test';

/** `bun run test:browser`: the built console in Debian’s Chromium, cut off from the net. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../dist/browser-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: Number(process.env['BROWSER_WORKERS'] ?? 1),
  // What passes only when it is tried again is listed as flaky.
  retries: process.env['CI'] ? 2 : 0,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Recording costs a third of the time: the second try of a test that failed is what is recorded.
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      ],
    },
  },
});
