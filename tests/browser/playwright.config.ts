import { defineConfig } from '@playwright/test';

/** `bun run test:browser`: the built console in Debian’s Chromium, cut off from the net. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../dist/browser-results',
  // Only what fails takes so long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: Number(process.env['BROWSER_WORKERS'] ?? 1),
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    // It costs a third of the time: `--trace on` records.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        // No page lives long enough to earn back what its code costs to optimize.
        '--js-flags=--no-turbofan --no-maglev',
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
